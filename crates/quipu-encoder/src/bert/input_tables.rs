//! The first rows of a text: the embeddings of its tokens and their places.

use crate::compute::row_functions::Norm;
use crate::tokenizer::TokenIds;

/// The tables that a text begins with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct InputTables {
    /// A row a token of the vocabulary.
    pub(crate) words: Vec<f32>,
    /// A row a place in the text.
    pub(crate) places: Vec<f32>,
    /// A row for the tokens of the first text, and, where the model knows of pairs, one for those of the second.
    pub(crate) kinds: Vec<f32>,
    /// Components of a row.
    pub(crate) hidden: usize,
    /// The token of padding, where the first row of places is its own wherever it stands, and it takes no place.
    pub(crate) padding: Option<u32>,
    pub(crate) norm: Norm,
}

impl InputTables {
    /// Writes a text's rows. Ids must be below the vocabulary's size, and no more than there are places.
    pub(crate) fn write(&self, text: &TokenIds, rows: &mut [f32]) {
        let hidden = self.hidden;
        let placed = text.ids.iter().zip(places(&text.ids, self.padding)).enumerate();
        for ((at, (id, place)), row) in placed.zip(rows.chunks_exact_mut(hidden)) {
            row.copy_from_slice(&self.words[*id as usize * hidden..][..hidden]);
            self.norm.apply(row, &self.places[place * hidden..][..hidden], self.kind(at >= text.second));
        }
    }

    /// The row of the first or the second text.
    pub(super) fn kind(&self, second: bool) -> &[f32] {
        let last = self.kinds.len() / self.hidden - 1;
        &self.kinds[usize::from(second).min(last) * self.hidden..][..self.hidden]
    }
}

/// The row of each token's place.
pub(super) fn places(text: &[u32], padding: Option<u32>) -> impl Iterator<Item = usize> {
    let mut next = usize::from(padding.is_some());
    text.iter().map(move |id| {
        let is_padding = Some(*id) == padding;
        next += usize::from(!is_padding);
        if is_padding { 0 } else { next - 1 }
    })
}
