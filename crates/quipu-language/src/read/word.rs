//! A word of a sentence, as it is read.

/// A word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadWord<'a> {
    /// Text for the parser.
    pub read: &'a str,
    /// The first byte of its text.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Its meaning.
    pub kind: WordKind,
}

/// The meaning of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    /// Itself.
    Plain,
    /// The topic of the document.
    Topic,
    /// A title in quotes, or a longer name that begins with the document's title.
    Title,
    /// A code span.
    Code,
    /// A date.
    Date,
}
