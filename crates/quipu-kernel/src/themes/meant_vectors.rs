//! Vectors by which documents are grouped: their words and the meanings of their words, side by side.

use rustc_hash::FxHashMap;

use super::digest::DocumentDigest;
use super::linear_algebra::{DenseMatrix, normalise};
use super::reduced::reduced;

/// The part of meanings in the similarity of two documents; the rest is that of their words.
const MEANT: f32 = 0.6;

/// A vector of length 1 for each document; words alone where a document has no vector by meanings.
pub(super) fn document_vectors(digests: &[&DocumentDigest], rarity: &FxHashMap<u64, f32>) -> DenseMatrix {
    let words = reduced(digests, rarity);
    let Some(meant) = meanings(digests) else { return words };
    let columns = words.columns + meant.columns;
    let mut joined = DenseMatrix::zeros(digests.len(), columns);
    for at in 0..digests.len() {
        let (left, right) = joined.row_mut(at).split_at_mut(words.columns);
        left.iter_mut().zip(words.row(at)).for_each(|(to, from)| *to = from * (1.0 - MEANT).sqrt());
        right.iter_mut().zip(meant.row(at)).for_each(|(to, from)| *to = from * MEANT.sqrt());
        normalise(joined.row_mut(at));
    }
    joined
}

/// The vectors by meanings without what all documents share; none where a document has none.
fn meanings(digests: &[&DocumentDigest]) -> Option<DenseMatrix> {
    let columns = digests.first()?.vector.as_ref()?.len();
    let mut values = Vec::with_capacity(digests.len() * columns);
    for digest in digests {
        values.extend_from_slice(digest.vector.as_ref().filter(|vector| vector.len() == columns)?);
    }
    let mut mean = vec![0.0f32; columns];
    for row in values.chunks_exact(columns) {
        mean.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    mean.iter_mut().for_each(|value| *value /= digests.len() as f32);
    for row in values.chunks_exact_mut(columns) {
        row.iter_mut().zip(&mean).for_each(|(value, mean)| *value -= mean);
        normalise(row);
    }
    Some(DenseMatrix { columns, values })
}
