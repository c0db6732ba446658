//! The first rows of a text: the embeddings of its tokens and their places.

use crate::compute::rows::Norm;

/// The tables that a text begins with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table {
    /// A row a token of the vocabulary.
    pub(crate) words: Vec<f32>,
    /// A row a place in the text.
    pub(crate) places: Vec<f32>,
    /// The row of the first of two texts: there is no second.
    pub(crate) kind: Vec<f32>,
    /// The token of padding, where the first row of places is its own wherever it stands, and it takes no place.
    pub(crate) padding: Option<u32>,
    pub(crate) norm: Norm,
}

impl Table {
    /// Writes a text's rows. Ids must be below the vocabulary's size, and no more than there are places.
    pub(crate) fn write(&self, text: &[u32], rows: &mut [f32]) {
        let hidden = self.kind.len();
        for ((id, place), row) in text.iter().zip(places(text, self.padding)).zip(rows.chunks_exact_mut(hidden)) {
            row.copy_from_slice(&self.words[*id as usize * hidden..][..hidden]);
            self.norm.apply(row, &self.places[place * hidden..][..hidden], &self.kind);
        }
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
