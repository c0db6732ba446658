//! Inline marks of Markdown.

/// The meaning of a mark for the words in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A link; to a place on the same page without a target.
    Link(Option<String>),
    /// Raised words.
    Raised,
    /// Raised words that lead to a note.
    Note,
    /// Lowered words.
    Lowered,
    /// Struck-out words.
    Struck,
}
