//! Blocks of a document in XML that are more than a paragraph: lists, tables, code, references, fields.

use super::document_kind::WORDS;
use super::roles::{XmlRole, role};
use super::xml_head::{authors, date};
use super::xml_table::rows;
use super::xml_tree::{XmlElement, XmlInside};
use super::xml_writer::{XmlList, XmlWriter};
use crate::load::text_builder::one_line;

/// Elements of a head that are read as text.
const SAID: [&str; 8] = ["abstract", "p", "para", "legalnotice", "summary", "note", "trans-abstract", "simpara"];

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

impl XmlWriter<'_> {
    /// Writes what a head says to readers.
    pub(super) fn read_head(&mut self, element: &XmlElement) {
        read_head(self, element);
    }

    pub(super) fn table(&mut self, element: &XmlElement) {
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

    pub(super) fn code(&mut self, element: &XmlElement) {
        self.say_pending();
        self.flush();
        let mut words = String::new();
        match element.name.as_str() {
            "egxml" => markup(element, &mut words),
            _ => verbatim(element, &mut words),
        }
        self.to.code("", &words);
    }

    pub(super) fn verse(&mut self, element: &XmlElement) {
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

    pub(super) fn references(&mut self, element: &XmlElement) {
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
    pub(super) fn fields(&mut self, element: &XmlElement) {
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

    pub(super) fn reference(&mut self, element: &XmlElement) {
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

    pub(super) fn list(&mut self, element: &XmlElement) {
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

    pub(super) fn term(&mut self, element: &XmlElement) {
        let words = one_line(&element.said());
        let is_number = words.chars().count() <= 4 && !words.chars().all(char::is_alphabetic);
        let ends = is_number || words.ends_with([':', '.', ')', ',', '—', '•']);
        let words = format!("{words}{}", if ends { "" } else { ":" });
        self.pending = self.with_pending(words.trim_start_matches(['•', '–']).trim_start());
    }

    pub(super) fn point(&mut self, element: &XmlElement) {
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

    pub(super) fn close_list(&mut self) {
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
    pub(super) fn named(&mut self, element: &XmlElement) {
        let mut names = Vec::new();
        element.all(&["refname"], &mut names);
        let names: Vec<String> = names.into_iter().map(XmlElement::said).collect();
        let purpose = element.any(&["refpurpose"]).map(XmlElement::said).unwrap_or_default();
        self.said(&[names.join(", "), purpose].join(" — "));
    }

    /// The head of a norm: its number and title as a heading.
    pub(super) fn norm(&mut self, element: &XmlElement) {
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

/// Writes what a head says to readers: authors, date, abstract and other paragraphs.
fn read_head(writer: &mut XmlWriter<'_>, element: &XmlElement) {
    if matches!(element.name.as_str(), "journal-meta" | "prolog") {
        return;
    }
    if element.name != "front" {
        let names = authors(element);
        if !names.is_empty() {
            writer.said(&format!("Authors: {}", names.join(", ")));
        }
        date(element).iter().for_each(|day| writer.said(&format!("Date: {day}")));
    }
    paragraphs(writer, element);
}

fn paragraphs(writer: &mut XmlWriter<'_>, element: &XmlElement) {
    for inside in element.elements() {
        match (role(&inside.name), inside.name.as_str()) {
            (XmlRole::Left, _) | (_, "license" | "permissions" | "history" | "contrib-group" | "author-notes") => {}
            (_, name) if SAID.contains(&name) => writer.block(inside),
            (XmlRole::Head, _) => read_head(writer, inside),
            _ => paragraphs(writer, inside),
        }
    }
}
