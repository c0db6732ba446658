//! Units: the parts of an answer, read from a stretch of a document.
//!
//! A unit is the smallest thing that can be read alone (the answer sentence or passage of the literature on question
//! answering, separated by the structure of documents): a sentence, a member of a list with its lead-in, a row of a
//! table with its header, a block of code, a whole list, the steps of a procedure. A unit keeps the headings above it
//! and its lead-in. Boilerplate ([`idle`]) is no unit. The cost is linear in the text.

mod fields;
mod idle;
mod lettered;
mod lettered_list;
mod list;
mod note_marks;
mod plain;
mod prose;
mod reader;
mod table_rows;
mod visible;

use std::ops::Range;

pub use plain::plain;
pub(super) use table_rows::cells;
pub(super) use visible::BLANK;

use quipu_kernel::model::{Format, Span};

/// Kinds of units.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    /// A sentence.
    Sentence,
    /// A member of a list, with its lead-in.
    Member,
    /// A row of a table, with its header.
    Row,
    /// A block of code, whole.
    Code,
    /// A list with all its members.
    List,
    /// Instructions in order: a numbered list, or a short section of prose and code.
    Steps,
}

/// A thing that may answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    /// Place in the stretch's text.
    pub(super) span: Span,
    /// The lead-in shown with it, outermost first: the sentence before a list or code, the members of a
    /// list above it, the header of its table.
    pub(super) lead: Vec<Span>,
    /// Position of its section in [`Units::sections`].
    pub(super) section: usize,
    /// Number of its block: units of one paragraph, list or table share it.
    pub(super) block: usize,
    /// True if it answers only questions for its kind: a list of works, a line of rights.
    pub(super) aside: bool,
}

impl Unit {
    /// True if it is a whole list, whose members are units too.
    pub(super) fn is_list(&self) -> bool {
        matches!(self.kind, UnitKind::List | UnitKind::Steps)
    }
}

/// A stretch of a document, read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Units {
    /// The text as a reader sees it, byte for byte as long as the source.
    pub(super) seen: String,
    /// Its units, in the order of the text; a list stands before its members.
    pub(super) units: Vec<Unit>,
    /// Headings above the units of each section, outermost first.
    pub(super) sections: Vec<Vec<String>>,
}

impl Units {
    /// The visible text of a place, without the bytes that stand for markup.
    pub(super) fn seen(&self, span: Span) -> String {
        self.seen.get(span.range()).unwrap_or_default().chars().filter(|c| *c != BLANK).collect()
    }
}

/// The units of a text that stands below `headings`. Text before byte `from` was put before the text (the header
/// of a table that began earlier) and is no unit.
pub(super) fn units(text: &str, from: usize, headings: &[String], format: Format) -> Units {
    let seen = if format == Format::Plain { text.to_owned() } else { visible::visible(text) };
    reader::read(text, seen, from, headings, format)
}

/// A range as a span.
fn span(range: &Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

/// A range without the white space at its edges.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(range.end - (part.len() - part.trim_end().len())).max(start)
}

#[cfg(test)]
mod tests;
