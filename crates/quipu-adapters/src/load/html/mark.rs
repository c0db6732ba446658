//! Inline marks of Markdown.

/// The meaning of a mark for the words in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mark {
    /// They lead somewhere; to a place on the same page without a target.
    Link(Option<String>),
    /// They are raised.
    Raised,
    /// They are raised, and lead to a note.
    Note,
    /// They are lowered.
    Lowered,
    /// They do not hold any more.
    Struck,
}
