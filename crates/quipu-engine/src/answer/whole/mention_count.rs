//! What a search for a word or a phrase over all documents found.

/// The result of a search over all documents.
#[derive(Default)]
pub(super) struct MentionCount {
    /// Number of documents searched.
    pub(super) of: usize,
    /// Number of documents that hold the phrase as written.
    pub(super) exact: usize,
    /// Number of documents that hold it in any form.
    pub(super) any_form: usize,
    /// Number of places of the phrase as written.
    pub(super) places: usize,
    /// Number of documents that hold it only over the end of a line.
    pub(super) broken: usize,
    /// Number of documents that hold it only before their text.
    pub(super) in_front: usize,
    /// The forms found, the commonest first.
    pub(super) forms: Vec<String>,
    /// Number of documents that were not read in time.
    pub(super) left: usize,
    /// Words that the documents have in common, where not all are meant.
    pub(super) by: Vec<String>,
}
