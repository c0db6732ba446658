//! Writes a document in XML as Markdown: its headings by their depth, its paragraphs, lists, tables and code.

use super::document_kind::WORDS;
use super::roles::{XmlRole, is_block, role};
use super::xml_line::{XmlLine, XmlTitles};
use super::xml_tree::{XmlElement, XmlInside};
use crate::load::text_builder::{TextBuilder, one_line};

/// Columns between the marks of a list and those of the one inside it.
const INDENT: &str = "    ";
/// The deepest that items are indented.
const DEEPEST: usize = 8;

/// Words of the longest heading; a longer one is a paragraph, as the long title of an act.
const LONGEST_HEADING: usize = 40;

/// A list that is open.
pub(super) struct XmlList {
    /// The number of the next item, in a list with numbers.
    pub(super) next: Option<usize>,
    /// The mark of the open item, until it has said something.
    pub(super) mark: Option<String>,
}

/// A document that is being written.
pub(super) struct XmlWriter<'t> {
    pub(super) to: &'t mut TextBuilder,
    pub(super) titles: &'t XmlTitles,
    /// The title of the document, which stands first and is not written again.
    pub(super) title: Option<String>,
    /// The number or label before the next block.
    pub(super) pending: String,
    /// Number of headings that the current element stands below.
    pub(super) level: usize,
    /// Number of elements around with a number and no heading.
    numbered: usize,
    /// By element around: whether its numbered elements are items of a list, as far as that is known.
    listing: Vec<Option<bool>>,
    pub(super) lists: Vec<XmlList>,
    /// Lines of the lists that are open.
    pub(super) lines: Vec<String>,
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
            XmlRole::Head => self.read_head(element),
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
    pub(super) fn container(&mut self, element: &XmlElement) {
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

    pub(super) fn inside(&mut self, element: &XmlElement) {
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
    pub(super) fn with_pending(&mut self, words: &str) -> String {
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
    pub(super) fn say_pending(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        self.said(pending.trim_end_matches('.'));
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
