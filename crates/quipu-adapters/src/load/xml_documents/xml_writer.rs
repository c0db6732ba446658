//! Writes a document in XML as Markdown: its headings by their depth, its paragraphs, lists, tables and code.

use super::document_kind::WORDS;
use super::roles::{XmlRole, is_block, role};
use super::words::{XmlLine, XmlTitles};
use super::xml_head::read_head;
use super::xml_table::rows;
use super::xml_tree::{XmlElement, XmlInside};
use crate::load::text_builder::{TextBuilder, one_line};

/// Columns between the marks of a list and those of the one inside it.
const INDENT: &str = "    ";
/// The deepest that items are indented.
const DEEPEST: usize = 8;

/// Words of the longest heading; a longer one is a paragraph, as the long title of an act.
const LONGEST_HEADING: usize = 40;

/// Fields on a document for programs.
const UNSAID: [&str; 16] = [
    "title",
    "processedby",
    "processeddate",
    "rights",
    "format",
    "language",
    "publisher",
    "creator",
    "property",
    "congress",
    "session",
    "publicprivate",
    "docnumber",
    "containsshorttitle",
    "identifier",
    "currentchamber",
];

/// A list that is open.
struct XmlList {
    /// The number of the next item, in a list with numbers.
    next: Option<usize>,
    /// The mark of the open item, until it has said something.
    mark: Option<String>,
}

/// A document that is being written.
pub(super) struct XmlWriter<'t> {
    to: &'t mut TextBuilder,
    titles: &'t XmlTitles,
    /// The title of the document, which stands first and is not written again.
    title: Option<String>,
    /// The number or label before the next block.
    pending: String,
    /// Number of headings that the current element stands below.
    level: usize,
    /// Number of elements around with a number and no heading.
    numbered: usize,
    /// By element around: whether its numbered elements are items of a list, as far as that is known.
    listing: Vec<Option<bool>>,
    lists: Vec<XmlList>,
    /// Lines of the lists that are open.
    lines: Vec<String>,
}

impl<'t> XmlWriter<'t> {
    /// A document with this title.
    pub(super) fn new(to: &'t mut TextBuilder, titles: &'t XmlTitles, title: Option<String>) -> Self {
        let mut new = Self {
            to,
            titles,
            title: None,
            pending: String::new(),
            level: 0,
            numbered: 0,
            listing: Vec::new(),
            lists: Vec::new(),
            lines: Vec::new(),
        };
        if let Some(title) = title {
            new.to.heading(1, &title);
            new.title = Some(title);
        }
        new
    }

    /// Writes the outermost element.
    pub(super) fn document(&mut self, root: &XmlElement) {
        self.level = usize::from(self.title.is_some() && !has_heading(root));
        self.block(root);
        self.flush();
    }

    /// Writes an element as a block.
    pub(super) fn block(&mut self, element: &XmlElement) {
        if self.to.is_full() {
            return;
        }
        match role(&element.name) {
            XmlRole::Left => {}
            XmlRole::Heading if !is_container(element) => self.heading(element),
            XmlRole::Number if !element.has_block => self.number(element),
            XmlRole::Head => read_head(self, element),
            XmlRole::Norm => self.norm(element),
            XmlRole::Named => self.named(element),
            XmlRole::Table if element.any(&["row", "tr", "strow"]).is_some() => self.table(element),
            XmlRole::Code => self.code(element),
            XmlRole::Lines => self.verse(element),
            XmlRole::Reference => self.reference(element),
            XmlRole::References => self.references(element),
            XmlRole::Fields => self.fields(element),
            XmlRole::Marks | XmlRole::Numbers | XmlRole::Terms => self.list(element),
            XmlRole::Point => self.point(element),
            XmlRole::Titled => self.titled(element, ""),
            XmlRole::Advice => self.titled(element, &advice(&element.name)),
            XmlRole::Formula => self.flow(std::slice::from_ref(element)),
            _ if is_line(element) => self.said(&element.said()),
            _ => self.container(element),
        }
    }

    /// Writes the content of an element: lines of words as paragraphs, and blocks.
    fn container(&mut self, element: &XmlElement) {
        let has_heading = has_heading(element);
        let is_numbered =
            !has_heading && element.elements().any(|inside| role(&inside.name) == XmlRole::Number) && self.level > 0;
        self.level += usize::from(has_heading);
        self.numbered += usize::from(is_numbered);
        let nested = is_numbered && (self.numbered > 1 || self.is_listing());
        if nested {
            self.lists.push(XmlList { next: None, mark: Some("-".to_owned()) });
        }
        self.listing.push(None);
        self.inside(element);
        self.listing.pop();
        if nested {
            self.lists.pop();
        }
        self.numbered -= usize::from(is_numbered);
        self.level -= usize::from(has_heading);
        // A number that nothing follows says nothing.
        if is_numbered || has_heading {
            self.pending.clear();
        }
    }

    /// True if the numbered elements of the element around are items of a list: the text before the first leads on.
    fn is_listing(&mut self) -> bool {
        let last = self.lines.last().map_or(self.to.text(), String::as_str);
        let leads = !self.lists.is_empty() || last.ends_with([':', '—', '–']);
        match self.listing.last_mut() {
            Some(listing) => *listing.get_or_insert(leads),
            None => leads,
        }
    }

    fn inside(&mut self, element: &XmlElement) {
        let mut line = XmlLine::new(self.titles);
        for piece in &element.inside {
            match piece {
                XmlInside::Element(inside) if self.is_apart(element, inside) => {
                    self.end(&mut line);
                    self.block(inside);
                }
                piece => line.piece(piece),
            }
        }
        self.end(&mut line);
    }

    /// True if an element is a block of its own in another.
    fn is_apart(&self, around: &XmlElement, element: &XmlElement) -> bool {
        match role(&element.name) {
            XmlRole::Inline | XmlRole::Literal => element.has_block,
            XmlRole::Formula => !around.has_words,
            _ => !around.has_words || element.has_block || is_block(&element.name),
        }
    }

    /// Writes elements in one line.
    fn flow(&mut self, elements: &[XmlElement]) {
        let mut line = XmlLine::new(self.titles);
        elements.iter().for_each(|element| line.element(element));
        self.end(&mut line);
    }

    /// Ends a line of words: a paragraph, and the notes that it leads to.
    fn end(&mut self, line: &mut XmlLine<'t>) {
        let words = std::mem::take(&mut line.words);
        self.said(&words);
        for note in std::mem::take(&mut line.notes) {
            self.said(&note);
        }
    }

    /// Writes a paragraph, or a line of the list that is open.
    pub(super) fn said(&mut self, words: &str) {
        let words = one_line(words);
        if !words.contains(char::is_alphanumeric) {
            return;
        }
        let words = self.with_pending(&words);
        let depth = self.lists.len().saturating_sub(1).min(DEEPEST);
        match self.lists.last_mut() {
            None => {
                self.flush();
                self.to.paragraph(&words);
            }
            Some(list) => {
                let line = match list.mark.take() {
                    Some(mark) => format!("{}{mark} {words}", INDENT.repeat(depth)),
                    None => format!("{}{words}", INDENT.repeat(depth + 1)),
                };
                self.lines.push(line);
            }
        }
    }

    /// Words behind the number or label that waits for them.
    fn with_pending(&mut self, words: &str) -> String {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() { words.to_owned() } else { format!("{pending} {words}") }
    }

    fn number(&mut self, element: &XmlElement) {
        let mut words = one_line(&element.said());
        if element.name == "speaker" {
            words.push(':');
        }
        if words.is_empty() {
            return;
        }
        self.pending = self.with_pending(&words);
    }

    fn heading(&mut self, element: &XmlElement) {
        let mut line = XmlLine::new(self.titles);
        line.inside(element);
        let words = one_line(&line.words);
        if words.is_empty() {
            return;
        }
        let bare = std::mem::take(&mut self.pending);
        let said = if bare.is_empty() { words.clone() } else { format!("{bare} {words}") };
        if self.title.as_deref().is_some_and(|title| title == words || title == said) {
            return;
        }
        if !self.lists.is_empty() || said.split_whitespace().count() > LONGEST_HEADING {
            return self.said(&said);
        }
        self.flush();
        self.to.heading(self.level.max(1), &said);
    }

    /// Writes an element whose title stands before its first block.
    fn titled(&mut self, element: &XmlElement, label: &str) {
        if !label.is_empty() {
            self.pending = self.with_pending(label);
        }
        for inside in element.inside.iter() {
            if let XmlInside::Element(title) = inside
                && role(&title.name) == XmlRole::Heading
            {
                let words = one_line(&title.said());
                let ends = words.ends_with(['.', ':', '?', '!']) || words.is_empty();
                self.pending = self.with_pending(&format!("{words}{}", if ends { "" } else { "." }));
            }
        }
        let mut line = XmlLine::new(self.titles);
        for piece in &element.inside {
            match piece {
                XmlInside::Element(title) if role(&title.name) == XmlRole::Heading => {}
                XmlInside::Element(inside) if self.is_apart(element, inside) => {
                    self.end(&mut line);
                    self.block(inside);
                }
                piece => line.piece(piece),
            }
        }
        self.end(&mut line);
        self.say_pending();
    }

    /// Writes the title or label that no paragraph took.
    fn say_pending(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        self.said(pending.trim_end_matches('.'));
    }

    fn table(&mut self, element: &XmlElement) {
        let titles = element.elements().filter(|inside| {
            matches!(role(&inside.name), XmlRole::Heading | XmlRole::Number) || inside.name == "caption"
        });
        for title in titles {
            self.pending = self.with_pending(&one_line(&title.said()));
        }
        self.say_pending();
        self.flush();
        rows(element, self.titles).iter().for_each(|rows| self.to.table(rows));
    }

    fn code(&mut self, element: &XmlElement) {
        self.say_pending();
        self.flush();
        let mut words = String::new();
        match element.name.as_str() {
            "egxml" => markup(element, &mut words),
            _ => verbatim(element, &mut words),
        }
        self.to.code("", &words);
    }

    fn verse(&mut self, element: &XmlElement) {
        self.say_pending();
        self.flush();
        let mut words = String::new();
        verbatim(element, &mut words);
        // A drawing in letters is no poem.
        if words.contains("+-") || words.contains("--") && words.contains('|') {
            return self.to.code("", &words);
        }
        let lines: Vec<String> = words.lines().map(one_line).filter(|line| !line.is_empty()).collect();
        self.to.paragraph(&lines.join("\n"));
    }

    fn references(&mut self, element: &XmlElement) {
        self.level += 1;
        for inside in element.elements() {
            match (role(&inside.name), inside.name.as_str()) {
                (_, "ref" | "bibl" | "mixed-citation" | "element-citation") | (XmlRole::Reference, _) => {
                    self.reference(inside);
                }
                _ => self.block(inside),
            }
        }
        self.flush();
        self.level -= 1;
    }

    /// Writes short fields with their names.
    fn fields(&mut self, element: &XmlElement) {
        let mut names: Vec<&str> = Vec::new();
        for inside in element.elements().filter(|inside| !UNSAID.contains(&inside.name.as_str())) {
            // Laws give several forms of their number.
            if names.contains(&inside.name.as_str()) {
                continue;
            }
            names.push(&inside.name);
            let words = inside.said();
            let is_short = inside.elements().next().is_none() && words.split_whitespace().count() < WORDS;
            match is_short && !words.is_empty() {
                true => self.said(&format!("{}: {words}", inside.name)),
                false => self.block(inside),
            }
        }
    }

    fn reference(&mut self, element: &XmlElement) {
        self.lists.push(XmlList { next: None, mark: Some("-".to_owned()) });
        let label = element.first(&["label"]).map(XmlElement::said).unwrap_or_default();
        let parts: Vec<String> = match element.has_words || element.first(&["mixed-citation"]).is_some() {
            true => vec![element.said()],
            false => {
                let inner = element.first(&["element-citation", "analytic"]).filter(|_| element.name == "ref");
                let parts = inner.unwrap_or(element).elements();
                parts.map(XmlElement::said).filter(|part| !part.is_empty()).collect()
            }
        };
        let words = parts.join(", ");
        // Publishers break lines between a name and the point behind it.
        let words = words.replace(" .", ".").replace(" ,", ",");
        let words = words.strip_prefix(&label).unwrap_or(&words).trim_start_matches([' ', ',', '.']);
        let label = if label.is_empty() { label } else { format!("[{}] ", label.trim_matches(['[', ']', '.', ' '])) };
        self.said(&format!("{label}{words}"));
        self.lists.pop();
    }

    fn list(&mut self, element: &XmlElement) {
        let kind = ["list-type", "type", "rend", "style"].iter().find_map(|name| element.attribute(name));
        let numbers = match role(&element.name) {
            XmlRole::Numbers => true,
            _ => kind.is_some_and(|kind| matches!(kind, "ordered" | "order" | "numbered" | "number" | "arabic")),
        };
        for title in element.elements().filter(|inside| role(&inside.name) == XmlRole::Heading) {
            self.pending = self.with_pending(&one_line(&title.said()));
        }
        self.say_pending();
        self.lists.push(XmlList { next: numbers.then_some(1), mark: None });
        for inside in element.elements().filter(|inside| role(&inside.name) != XmlRole::Heading) {
            match role(&inside.name) {
                // The terms of some lists stand beside their texts.
                XmlRole::Term => self.term(inside),
                XmlRole::Number if !inside.has_block => self.term(inside),
                _ if inside.name == "dd" => self.point(inside),
                _ => self.block(inside),
            }
        }
        self.close_list();
    }

    fn term(&mut self, element: &XmlElement) {
        let words = one_line(&element.said());
        let is_number = words.chars().count() <= 4 && !words.chars().all(char::is_alphabetic);
        let ends = is_number || words.ends_with([':', '.', ')', ',', '—', '•']);
        let words = format!("{words}{}", if ends { "" } else { ":" });
        self.pending = self.with_pending(words.trim_start_matches(['•', '–']).trim_start());
    }

    fn point(&mut self, element: &XmlElement) {
        if self.lists.is_empty() {
            return self.container(element);
        }
        if let Some(list) = self.lists.last_mut() {
            list.mark = Some(match &mut list.next {
                // A number of the document itself counts.
                Some(next) if self.pending.is_empty() => {
                    *next += 1;
                    format!("{}.", *next - 1)
                }
                _ => "-".to_owned(),
            });
        }
        let terms: Vec<String> = element
            .elements()
            .filter(|inside| role(&inside.name) == XmlRole::Term)
            .map(|inside| one_line(&inside.said()))
            .filter(|words| !words.is_empty())
            .collect();
        if terms.is_empty() {
            self.inside(element);
        } else {
            self.pending = self.with_pending(&format!("{}:", terms.join(", ")));
            for inside in element.elements().filter(|inside| role(&inside.name) != XmlRole::Term) {
                self.inside(inside);
            }
        }
        self.say_pending();
    }

    fn close_list(&mut self) {
        self.lists.pop();
        if self.lists.is_empty() {
            self.flush();
        }
    }

    /// Writes the lines of lists so far.
    pub(super) fn flush(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        if !lines.is_empty() {
            self.to.block(&lines.join("\n"));
        }
    }

    /// The name and purpose of a manual page.
    fn named(&mut self, element: &XmlElement) {
        let mut names = Vec::new();
        element.all(&["refname"], &mut names);
        let names: Vec<String> = names.into_iter().map(XmlElement::said).collect();
        let purpose = element.any(&["refpurpose"]).map(XmlElement::said).unwrap_or_default();
        self.said(&[names.join(", "), purpose].join(" — "));
    }

    /// The head of a norm: its number and title as a heading.
    fn norm(&mut self, element: &XmlElement) {
        let words = |names: &[&str]| element.any(names).map(XmlElement::said).filter(|words| !words.is_empty());
        let parts = [words(&["gliederungsbez"]), words(&["gliederungstitel"])];
        let is_part = parts.iter().any(Option::is_some);
        let whole: Vec<String> = parts.into_iter().chain([words(&["enbez"]), words(&["titel"])]).flatten().collect();
        let level = if is_part { 2 } else { 3 };
        match whole.is_empty() {
            true => words(&["langue"]).filter(|name| self.title.as_ref() != Some(name)).iter().for_each(|name| {
                self.said(name);
            }),
            false => {
                self.flush();
                self.to.heading(level, &whole.join(" "));
            }
        }
    }
}

/// True if an element has a heading of its own.
fn has_heading(element: &XmlElement) -> bool {
    element.elements().any(|inside| {
        let heading = role(&inside.name) == XmlRole::Heading && !is_container(inside);
        heading && !inside.said().is_empty()
    })
}

/// True if an element with the name of a heading holds a part of the document: the titles of a code of laws.
fn is_container(element: &XmlElement) -> bool {
    element.has_block || element.elements().any(|inside| matches!(inside.name.as_str(), "num" | "section" | "chapter"))
}

/// True if an element is one line of fields: a name in its parts.
fn is_line(element: &XmlElement) -> bool {
    let mut names = Vec::new();
    let mut words = 0;
    for inside in element.elements() {
        if inside.elements().next().is_some() || role(&inside.name) != XmlRole::Other {
            return false;
        }
        words += inside.said().split_whitespace().count();
        if words > 2 * WORDS || names.contains(&inside.name.as_str()) {
            return false;
        }
        names.push(&inside.name);
    }
    names.len() > 1 && !element.has_words
}

/// The label of a note: `Warning:`.
fn advice(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).chain([':']).collect()
}

/// Markup that is an example for readers.
fn markup(element: &XmlElement, words: &mut String) {
    for piece in &element.inside {
        match piece {
            XmlInside::Words(text) => words.push_str(text),
            XmlInside::Blank => words.push('\n'),
            XmlInside::Element(inside) if inside.inside.is_empty() => words.push_str(&format!("{}/>", inside.tag())),
            XmlInside::Element(inside) => {
                words.push_str(&format!("{}>", inside.tag()));
                markup(inside, words);
                words.push_str(&format!("</{}>", inside.name));
            }
        }
    }
}

/// The words of an element as they stand, line by line.
fn verbatim(element: &XmlElement, words: &mut String) {
    for piece in &element.inside {
        match piece {
            XmlInside::Words(text) => words.push_str(text),
            XmlInside::Blank => words.push(' '),
            XmlInside::Element(inside) => {
                verbatim(inside, words);
                if matches!(inside.name.as_str(), "l" | "line" | "lb" | "br" | "verse-line") {
                    words.push('\n');
                }
            }
        }
    }
}
