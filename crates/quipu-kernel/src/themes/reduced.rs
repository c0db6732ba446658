//! Vectors of documents: TF-IDF, reduced by latent semantic analysis (Deerwester et al., 1990) with a randomised
//! singular value decomposition (Halko, Martinsson and Tropp, 2011, algorithm 4.4).

use rustc_hash::FxHashMap;

use super::digest::DocumentDigest;
use super::linear_algebra::{DenseMatrix, dot, eigen, normalise};
use crate::random::SplitMix;

/// Number of dimensions.
const DIMENSIONS: usize = 64;
/// Columns more than that, for precision.
const MORE: usize = 8;
/// Passes over the matrix after the first.
const PASSES: usize = 2;
/// The most words used: those of the most documents.
const WORDS: usize = 60_000;
/// A word in more than this share of the documents says nothing.
const COMMON: f64 = 0.5;

/// Weighted words of documents: rows are documents, columns words, each row of length 1.
pub(super) struct WordMatrix {
    rows: Vec<Vec<(u32, f32)>>,
    /// The hashes of the words.
    words: Vec<u64>,
}

/// Weights of words over a corpus: inverse document frequencies.
pub(super) fn rarity(of: &[&DocumentDigest]) -> FxHashMap<u64, f32> {
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    of.iter().flat_map(|digest| &digest.terms).for_each(|(term, _)| *counts.entry(*term).or_default() += 1);
    let all = of.len() as f64;
    let least = if of.len() > 20 { 2 } else { 1 };
    let most = (all * COMMON).max(2.0);
    let mut kept: Vec<(u64, u32)> =
        counts.into_iter().filter(|(_, count)| *count >= least && f64::from(*count) <= most).collect();
    kept.sort_unstable_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(&y.0)));
    kept.truncate(WORDS);
    kept.into_iter().map(|(term, count)| (term, (1.0 + all / f64::from(count)).ln() as f32)).collect()
}

/// The weighted words of one document, of length 1.
pub(super) fn weighted(digest: &DocumentDigest, rarity: &FxHashMap<u64, f32>) -> Vec<(u64, f32)> {
    let weight = |(term, count): &(u64, f32)| Some((*term, count.ln_1p() * rarity.get(term)?));
    let mut row: Vec<(u64, f32)> = digest.terms.iter().filter_map(weight).collect();
    let length = row.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
    if length > 0.0 {
        row.iter_mut().for_each(|(_, weight)| *weight /= length);
    }
    row
}

impl WordMatrix {
    fn of(digests: &[&DocumentDigest], rarity: &FxHashMap<u64, f32>) -> Self {
        let mut words: Vec<u64> = rarity.keys().copied().collect();
        words.sort_unstable();
        let places: FxHashMap<u64, u32> = words.iter().copied().zip(0..).collect();
        let row = |digest: &&DocumentDigest| -> Vec<(u32, f32)> {
            weighted(digest, rarity).into_iter().map(|(term, weight)| (places[&term], weight)).collect()
        };
        Self { rows: digests.iter().map(row).collect(), words }
    }

    /// This matrix times another.
    fn times(&self, right: &DenseMatrix) -> DenseMatrix {
        let mut made = DenseMatrix::zeros(self.rows.len(), right.columns);
        for (at, row) in self.rows.iter().enumerate() {
            let sum = made.row_mut(at);
            for (word, weight) in row {
                sum.iter_mut().zip(right.row(*word as usize)).for_each(|(sum, value)| *sum += weight * value);
            }
        }
        made
    }

    /// This matrix, transposed, times another.
    fn transposed_times(&self, right: &DenseMatrix) -> DenseMatrix {
        let mut made = DenseMatrix::zeros(self.words.len(), right.columns);
        for (at, row) in self.rows.iter().enumerate() {
            for (word, weight) in row {
                let sum = made.row_mut(*word as usize);
                sum.iter_mut().zip(right.row(at)).for_each(|(sum, value)| *sum += weight * value);
            }
        }
        made
    }

    /// Random numbers, a row a word, that depend on the word alone.
    fn noise(&self, columns: usize) -> DenseMatrix {
        let mut noise = DenseMatrix::zeros(self.words.len(), columns);
        for (at, word) in self.words.iter().enumerate() {
            let mut random = SplitMix::new(*word);
            noise.row_mut(at).iter_mut().for_each(|value| *value = (random.unit() * 2.0 - 1.0) as f32);
        }
        noise
    }
}

/// A vector of length 1 for each document; zero for one without a telling word.
pub(super) fn reduced(digests: &[&DocumentDigest], rarity: &FxHashMap<u64, f32>) -> DenseMatrix {
    let matrix = WordMatrix::of(digests, rarity);
    let columns = (DIMENSIONS + MORE).min(digests.len()).min(matrix.words.len()).max(1);
    let mut range = matrix.times(&matrix.noise(columns));
    range.orthonormalise();
    for _ in 0..PASSES {
        let back = matrix.transposed_times(&range);
        range = matrix.times(&back);
        range.orthonormalise();
    }
    // The rows of the small matrix: their products have the squares of the singular values.
    let small = matrix.transposed_times(&range);
    let (values, mut vectors) = eigen(small.gram(), columns);
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by(|x, y| values[*y].total_cmp(&values[*x]));
    let kept: Vec<f64> = (0..columns)
        .map(|at| if order[..columns.min(DIMENSIONS)].contains(&at) { values[at].max(0.0).sqrt() } else { 0.0 })
        .collect();
    for row in vectors.chunks_exact_mut(columns) {
        row.iter_mut().zip(&kept).for_each(|(entry, scale)| *entry *= scale);
    }
    range.times(&vectors);
    range.values.chunks_exact_mut(columns).for_each(normalise);
    debug_assert!(range.rows() == digests.len() && range.values.iter().all(|value| value.is_finite()));
    debug_assert!(range.values.chunks_exact(columns).all(|row| dot(row, row) < 1.001));
    range
}
