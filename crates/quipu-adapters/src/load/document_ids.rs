//! The names of documents within a source.

use std::collections::HashSet;

/// The names that documents have already: their ids, or else their numbers, which stand beside an id too that
/// another has, as where all parts of a text have its id.
#[derive(Debug, Default)]
pub(super) struct DocumentIds(HashSet<String>);

impl DocumentIds {
    /// The name of a document with an id, or none, and a number.
    pub(super) fn name(&mut self, id: Option<String>, number: usize) -> String {
        let Some(id) = id else { return number.to_string() };
        if self.0.insert(id.clone()) { id } else { format!("{id}:{number}") }
    }
}
