//! A word of a sentence, as it is read.

/// A word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadWord<'a> {
    /// What the parser reads.
    pub read: &'a str,
    /// The first byte of what it stands for.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What it stands for.
    pub kind: WordKind,
}

/// What a word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    /// Itself.
    Plain,
    /// What the document is about.
    Topic,
    /// A title in quotes, or a longer name that begins with the document's title.
    Title,
    /// A code span.
    Code,
    /// A date.
    Date,
}
