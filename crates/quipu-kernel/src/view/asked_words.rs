//! The words of a question, and those of them that follow each other.

use crate::text;

/// A word of the question and every term under which an index may hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionWord {
    /// The folded word.
    pub text: String,
    /// The word and its stems, without repeats.
    pub terms: Vec<String>,
    /// Number of its occurrences in the question.
    pub count: u32,
}

/// Two words stand near each other when at most this many words apart.
pub(super) const NEAR: u32 = 8;

/// Two words of a question that follow each other, apart from stop words between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordPair {
    /// Position of the first in [`super::Question::words`].
    pub first: u32,
    /// Position of the second.
    pub second: u32,
    /// Distance in words: 1 for the next.
    pub gap: u32,
}

/// The pairs of a question whose words were said in this order, near each other; each once.
pub(super) fn neighbours(words: &[QuestionWord], said: &[u32]) -> Vec<WordPair> {
    let topical = |(_, at): &(u32, &u32)| words.get(**at as usize).is_some_and(|word| !text::is_stop_word(&word.text));
    let topical: Vec<(u32, u32)> = (0..).zip(said).filter(topical).map(|(place, at)| (place, *at)).collect();
    let mut out: Vec<WordPair> = Vec::new();
    for two in topical.windows(2) {
        let pair = WordPair { first: two[0].1, second: two[1].1, gap: two[1].0 - two[0].0 };
        if pair.first != pair.second && pair.gap <= NEAR && !out.contains(&pair) {
            out.push(pair);
        }
    }
    out
}
