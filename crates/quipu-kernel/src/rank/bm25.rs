//! BM25 (Robertson and Zaragoza, 2009, "The Probabilistic Relevance Framework", eq. 3.15), with the
//! idf that stays positive: ln(1 + (N - n + 0.5) / (n + 0.5)).
//!
//! Cost: one division a word and chunk. Tunables: `k1` (saturation of term frequency, 1.2) and `b`
//! (length normalisation, 0.75).

use crate::view::Counts;

/// The two tunables.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25 {
    /// Saturation of term frequency.
    pub k1: f64,
    /// Length normalisation, 0 to 1.
    pub b: f64,
}

/// Inverse document frequency of a word that stands in `chunks` of the workspace's chunks.
pub fn idf(counts: &Counts, chunks: u64) -> f64 {
    let (all, some) = (counts.chunks as f64, chunks as f64);
    ((all - some).max(0.0) + 0.5).mul_add(1.0 / (some + 0.5), 1.0).ln()
}

impl Bm25 {
    /// The nearest tunables that make sense: `k1` not below 0, `b` from 0 to 1; so that a word in a
    /// chunk always adds something.
    pub fn sane(self) -> Self {
        Self { k1: self.k1.max(0.0), b: self.b.clamp(0.0, 1.0) }
    }

    /// The part of one word in a chunk's score.
    ///
    /// `idf` as [`idf`] gives it, `frequency` of the word in the chunk, `length` of the chunk in
    /// terms, `average` length of all chunks.
    pub fn part(&self, idf: f64, frequency: u32, length: u32, average: f64) -> f64 {
        let tf = f64::from(frequency);
        let norm = 1.0 - self.b + self.b * f64::from(length) / average.max(1e-9);
        idf * tf * (self.k1 + 1.0) / (tf + self.k1 * norm)
    }
}

/// Average length of the workspace's chunks, in terms.
pub fn average_length(counts: &Counts) -> f64 {
    if counts.chunks == 0 { 0.0 } else { counts.length as f64 / counts.chunks as f64 }
}

/// Which words of a question fetch chunks: those that stand in at most a tenth of the chunks; when
/// there is none, all that stand anywhere. The others score what is fetched, and fetch nothing.
pub fn fetching(counts: &Counts, word_chunks: &[u64]) -> Vec<bool> {
    let rare = |chunks: u64| chunks > 0 && chunks * 10 <= counts.chunks;
    let any_rare = word_chunks.iter().any(|&chunks| rare(chunks));
    word_chunks.iter().map(|&chunks| if any_rare { rare(chunks) } else { chunks > 0 }).collect()
}

/// BM25 of one question in one workspace: everything that does not depend on the chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct Scorer {
    bm25: Bm25,
    /// Per word of the question: idf times how often the question says it.
    weights: Vec<f64>,
    average: f64,
}

impl Scorer {
    /// A scorer for a question whose words stand in `word_chunks` chunks each and are said
    /// `word_counts` times each.
    pub fn new(bm25: Bm25, counts: &Counts, word_chunks: &[u64], word_counts: impl Iterator<Item = u32>) -> Self {
        let weight =
            |(&chunks, count): (&u64, u32)| if chunks == 0 { 0.0 } else { idf(counts, chunks) * f64::from(count) };
        Self {
            bm25: bm25.sane(),
            weights: word_chunks.iter().zip(word_counts).map(weight).collect(),
            average: average_length(counts),
        }
    }

    /// The part of one word in a chunk's score.
    pub fn part(&self, word: u32, frequency: u32, length: u32) -> f64 {
        let weight = self.weights.get(word as usize).copied().unwrap_or_default();
        self.bm25.part(weight, frequency, length, self.average)
    }

    /// The most that a word can add to any chunk's score.
    pub fn bound(&self, word: u32) -> f64 {
        self.weights.get(word as usize).copied().unwrap_or_default() * (self.bm25.k1 + 1.0)
    }

    /// A chunk's score: its words' parts, summed in the order of `hits`, which stores keep in the
    /// order of the question's words, so that equal chunks get bit-equal scores everywhere.
    pub fn score(&self, hits: &[crate::view::WordHit], length: u32) -> f64 {
        hits.iter().map(|hit| self.part(hit.word, hit.frequency, length)).sum()
    }
}
