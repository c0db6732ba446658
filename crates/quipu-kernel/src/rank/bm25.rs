//! BM25 (Robertson and Zaragoza, 2009, "The Probabilistic Relevance Framework", eq. 3.15), with the
//! idf that stays positive: ln(1 + (N - n + 0.5) / (n + 0.5)).
//!
//! Cost: one division a word and chunk. Tunables: `k1` (saturation of term frequency, 1.2) and `b`
//! (length normalisation, 0.75).

use crate::text::is_stop_word;
use crate::view::{Counts, Question, QuestionWord, WordHit};

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
    /// The nearest tunables that make sense: `k1` from 0 to a billion, `b` from 0 to 1, 0 for a value that is no
    /// number; so that a word in a chunk always adds something, and never without end.
    pub fn sane(self) -> Self {
        let within = |value: f64, most: f64| if value.is_nan() { 0.0 } else { value.clamp(0.0, most) };
        Self { k1: within(self.k1, 1e9), b: within(self.b, 1.0) }
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

/// True for each word of a question that counts: a stop word only when it is asked for or when the question has
/// nothing else.
fn counting(question: &Question, stop_words: bool) -> Vec<bool> {
    let topical: Vec<bool> = question.words.iter().map(|word| stop_words || !is_stop_word(&word.text)).collect();
    if topical.contains(&true) { topical } else { vec![true; question.words.len()] }
}

/// BM25 of one question in one workspace: everything that does not depend on the chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct Scorer {
    bm25: Bm25,
    /// Per word of the question: idf times its frequency in the question; 0 where it does not count.
    weights: Vec<f64>,
    /// Per word of the question: true if it fetches.
    fetches: Vec<bool>,
    average: f64,
}

impl Scorer {
    /// A scorer for a question whose words stand in `word_chunks` of the workspace's chunks each;
    /// `stop_words` is true if words such as `the` count beside others.
    pub fn new(bm25: Bm25, counts: &Counts, question: &Question, word_chunks: &[u64], stop_words: bool) -> Self {
        let words = question.words.iter().zip(counting(question, stop_words)).zip(word_chunks);
        let weight = |((word, counted), chunks): ((&QuestionWord, bool), &u64)| {
            if counted && *chunks > 0 { idf(counts, *chunks) * f64::from(word.count) } else { 0.0 }
        };
        let weights: Vec<f64> = words.map(weight).collect();
        let rare = |(weight, chunks): (&f64, &u64)| *weight > 0.0 && *chunks * 10 <= counts.chunks;
        let fetches: Vec<bool> = weights.iter().zip(word_chunks).map(rare).collect();
        let fetches = if fetches.contains(&true) { fetches } else { weights.iter().map(|w| *w > 0.0).collect() };
        Self { bm25: bm25.sane(), weights, fetches, average: average_length(counts) }
    }

    /// Weight of a word of the question, by position.
    pub fn weight(&self, word: u32) -> f64 {
        self.weights.get(word as usize).copied().unwrap_or_default()
    }

    /// The words of the question that count, each with its position, in the question's order.
    pub fn counted<'q>(&self, question: &'q Question) -> impl Iterator<Item = (u32, &'q QuestionWord)> {
        (0..).zip(&question.words).filter(|(at, _)| self.weight(*at) > 0.0)
    }

    /// True if a word fetches chunks: it stands in at most a tenth of them, or no word that counts is
    /// so rare. Other words that count score the fetched chunks, and fetch none.
    pub fn fetches(&self, word: u32) -> bool {
        self.fetches.get(word as usize).copied().unwrap_or_default()
    }

    /// The part of one word in a chunk's score.
    pub fn part(&self, word: u32, frequency: u32, length: u32) -> f64 {
        self.part_of(self.weight(word), frequency, length)
    }

    /// The part of anything that weighs `weight` and stands `frequency` times in a chunk.
    pub fn part_of(&self, weight: f64, frequency: u32, length: u32) -> f64 {
        self.bm25.part(weight, frequency, length, self.average)
    }

    /// The most that a word can add to any chunk's score, apart from rounding.
    pub fn bound(&self, word: u32) -> f64 {
        self.weight(word) * (self.bm25.k1 + 1.0)
    }

    /// A chunk's score: its words' parts, summed in the order of `hits`, which stores keep in the
    /// order of the question's words, so that equal chunks get bit-equal scores everywhere.
    pub fn score(&self, hits: &[WordHit], length: u32) -> f64 {
        hits.iter().map(|hit| self.part(hit.word, hit.frequency, length)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scorer(text: &str, word_chunks: &[u64], stop_words: bool) -> Scorer {
        let counts = Counts { documents: 1, chunks: 100, length: 1000 };
        Scorer::new(Bm25 { k1: 1.2, b: 0.75 }, &counts, &Question::new(text), word_chunks, stop_words)
    }

    /// True for each of two words that counts, and for each that fetches.
    fn of(text: &str, word_chunks: &[u64], stop_words: bool) -> ([bool; 2], [bool; 2]) {
        let scorer = scorer(text, word_chunks, stop_words);
        ([0, 1].map(|at| scorer.weight(at) > 0.0), [0, 1].map(|at| scorer.fetches(at)))
    }

    #[test]
    fn stop_words_count_when_asked_for_or_when_there_is_nothing_else() {
        assert_eq!(of("the curie", &[5, 5], false), ([false, true], [false, true]));
        assert_eq!(of("the curie", &[5, 5], true), ([true, true], [true, true]));
        assert_eq!(of("the who", &[5, 5], false), ([true, true], [true, true]));
    }

    #[test]
    fn common_words_fetch_only_when_nothing_rarer_counts() {
        assert_eq!(of("radium curie", &[11, 10], false), ([true, true], [false, true]));
        assert_eq!(of("radium curie", &[11, 90], false), ([true, true], [true, true]));
        assert_eq!(of("radium curie", &[11, 0], false), ([true, false], [true, false]));
        assert_eq!(of("the curie", &[5, 90], false), ([false, true], [false, true]));
    }

    #[test]
    fn a_score_is_the_sum_of_its_words_parts() {
        let scorer = scorer("radium curie", &[3, 30], false);
        let hits = [WordHit { word: 0, frequency: 2 }, WordHit { word: 1, frequency: 1 }];
        assert_eq!(scorer.score(&hits, 9), scorer.part(0, 2, 9) + scorer.part(1, 1, 9));
        assert!(scorer.part(0, 2, 9) > scorer.part(1, 1, 9) && scorer.part(1, 1, 9) > 0.0);
    }

    #[test]
    fn a_word_said_twice_weighs_twice_and_no_part_reaches_its_bound() {
        let scorer = scorer("radium radium curie", &[10, 10], false);
        assert!((scorer.weight(0) - 2.0 * scorer.weight(1)).abs() < 1e-12);
        assert!(scorer.part(0, 1_000_000, 1) < scorer.bound(0));
        assert_eq!((scorer.weight(7), scorer.fetches(7), scorer.part(7, 3, 5)), (0.0, false, 0.0));
    }
}
