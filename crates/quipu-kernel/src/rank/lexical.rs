//! BM25 over a view: the score of a chunk from the frequencies of the question's words in it and, where requested, of
//! its neighbouring words that stand together: each pair counts as a word with the mean weight of its two, once for
//! following each other as in the question and once for standing near (Metzler and Croft, 2005, with BM25 in the place
//! of language models).
//!
//! Cost: one [`Bm25::part`] a word and chunk, two a pair.

use super::bm25::{Bm25, Scorer};
use crate::view::{PairHit, Question, Reason, View, ViewChunk, Why};

/// Scores chunks of one view for one question.
#[derive(Debug, Clone)]
pub struct Lexical<'a> {
    question: &'a Question,
    view: &'a View,
    scorer: Scorer,
    /// Weight of pairs of words beside single words.
    proximity: f64,
}

impl<'a> Lexical<'a> {
    /// The scores of `question` in `view`; `stop_words` is true if words such as `the` count.
    pub fn new(question: &'a Question, view: &'a View, bm25: Bm25, stop_words: bool) -> Self {
        let scorer = Scorer::new(bm25, &view.counts, question, &view.word_chunks, stop_words);
        Self { question, view, scorer, proximity: 0.0 }
    }

    /// Adds `proximity` times a word's score for pairs of words that stand together; 0 for none.
    #[must_use]
    pub fn with_pairs(self, proximity: f64) -> Self {
        Self { proximity: if proximity.is_finite() { proximity.max(0.0) } else { 0.0 }, ..self }
    }

    /// The score of a chunk.
    pub fn score(&self, chunk: &ViewChunk) -> f64 {
        let words: f64 = self.parts(chunk).map(|(_, _, value)| value).sum();
        words + self.pairs(chunk).map(|(_, value)| value).sum::<f64>()
    }

    /// The score of a chunk, word by word and pair by pair.
    pub fn why(&self, chunk: &ViewChunk) -> Why {
        let leaf = |(word, frequency, value): (usize, u32, f64)| {
            let chunks = self.view.word_chunks.get(word).copied().unwrap_or(0);
            Why::leaf(Reason::Word { word: self.question.words[word].text.clone(), frequency, chunks }, value)
        };
        let pair = |(hit, value): (PairHit, f64)| {
            let pair = self.question.pairs[hit.pair as usize];
            let text = |at: u32| self.question.words[at as usize].text.as_str();
            let together = format!("{} {}", text(pair.first), text(pair.second));
            Why::leaf(Reason::Pair { words: together, ordered: hit.ordered, near: hit.near }, value)
        };
        let parts = self.parts(chunk).map(leaf).chain(self.pairs(chunk).map(pair));
        Why::sum("bm25", parts.collect())
    }

    /// The best score in the view.
    pub fn best(&self) -> f64 {
        super::fuse::largest(self.view.chunks.iter().map(|chunk| self.score(chunk)))
    }

    /// The pairs of words in a chunk, each with its part of the score.
    fn pairs(&self, chunk: &ViewChunk) -> impl Iterator<Item = (PairHit, f64)> {
        let length = chunk.length;
        chunk.pairs.iter().filter_map(move |hit| {
            let pair = self.question.pairs.get(hit.pair as usize)?;
            let weight = f64::midpoint(self.scorer.weight(pair.first), self.scorer.weight(pair.second));
            let part = |frequency: u32| self.scorer.part_of(weight, frequency, length);
            let value = self.proximity * (part(hit.ordered) + part(hit.near));
            (value > 0.0 && value.is_finite()).then_some((*hit, value))
        })
    }

    fn parts(&self, chunk: &ViewChunk) -> impl Iterator<Item = (usize, u32, f64)> {
        let length = chunk.length;
        chunk.hits.iter().filter_map(move |hit| {
            let value = self.scorer.part(hit.word, hit.frequency, length);
            (value > 0.0 && value.is_finite()).then_some((hit.word as usize, hit.frequency, value))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::view::{Counts, WordHit};

    const BM25: Bm25 = Bm25 { k1: 1.2, b: 0.75 };

    /// Robertson and Zaragoza's sum, from texts of plain words.
    fn naive(texts: &[Vec<u8>], question: &[u8], text: &[u8]) -> f64 {
        let average = texts.iter().map(Vec::len).sum::<usize>() as f64 / texts.len() as f64;
        let with = |word: u8| texts.iter().filter(|text| text.contains(&word)).count() as f64;
        let part = |word: u8| {
            let n = with(word);
            let tf = text.iter().filter(|w| **w == word).count() as f64;
            let idf = (1.0 + (texts.len() as f64 - n + 0.5) / (n + 0.5)).ln();
            idf * tf * (BM25.k1 + 1.0) / (tf + BM25.k1 * (1.0 - BM25.b + BM25.b * text.len() as f64 / average))
        };
        question.iter().map(|word| part(*word)).sum()
    }

    fn view_of(texts: &[Vec<u8>], words: &[u8]) -> View {
        let frequency = |text: &[u8], word: u8| text.iter().filter(|w| **w == word).count() as u32;
        let chunk = |text: &Vec<u8>| ViewChunk {
            length: text.len() as u32,
            hits: (words.iter().enumerate())
                .map(|(at, word)| WordHit { word: at as u32, frequency: frequency(text, *word) })
                .filter(|hit| hit.frequency > 0)
                .collect(),
            ..ViewChunk::default()
        };
        View {
            counts: Counts {
                documents: 1,
                chunks: texts.len() as u64,
                length: texts.iter().map(|t| t.len() as u64).sum(),
            },
            word_chunks: words.iter().map(|w| texts.iter().filter(|t| t.contains(w)).count() as u64).collect(),
            chunks: texts.iter().map(chunk).collect(),
            ..View::default()
        }
    }

    #[test]
    fn words_that_stand_together_add_to_a_score_and_say_why() {
        let question = Question::new("clock tower");
        let hits = [0, 1].map(|word| WordHit { word, frequency: 1 }).to_vec();
        let together = ViewChunk { length: 9, hits, ..ViewChunk::default() };
        let pairs = vec![PairHit { pair: 0, ordered: 1, near: 2 }, PairHit { pair: 7, ordered: 1, near: 1 }];
        let together = ViewChunk { pairs, ..together };
        let counts = Counts { documents: 1, chunks: 100, length: 900 };
        let view = View { counts, word_chunks: vec![3, 30], ..View::default() };
        let plain = Lexical::new(&question, &view, BM25, false);
        let near = plain.clone().with_pairs(0.5);
        let weight = f64::midpoint(plain.scorer.weight(0), plain.scorer.weight(1));
        let part = |frequency| plain.scorer.part_of(weight, frequency, 9);
        let added = near.score(&together) - plain.score(&together);
        assert!((added - 0.5 * (part(1) + part(2))).abs() < 1e-9);
        let why = near.why(&together);
        let said = Reason::Pair { words: "clock tower".to_owned(), ordered: 1, near: 2 };
        assert!(
            why.parts.len() == 3 && why.parts[2].reason == said && (why.value - near.score(&together)).abs() < 1e-9
        );
        for nothing in [0.0, -1.0, f64::NAN] {
            assert_eq!(plain.clone().with_pairs(nothing).score(&together), plain.score(&together));
        }
    }

    proptest! {
        #[test]
        fn scores_as_the_formula_says(texts in prop::collection::vec(prop::collection::vec(0u8..6, 1..12), 1..12), asked in prop::collection::vec(0u8..6, 0..5)) {
            let text: Vec<String> = asked.iter().map(|word| format!("w{word}")).collect();
            let question = Question::new(&text.join(" "));
            let distinct: Vec<u8> = question.words.iter().filter_map(|word| word.text[1..].parse().ok()).collect();
            let view = view_of(&texts, &distinct);
            let lexical = Lexical::new(&question, &view, BM25, false);
            let best = view.chunks.iter().map(|chunk| lexical.score(chunk)).fold(0.0, f64::max);
            prop_assert_eq!(lexical.best(), best);
            for (text, chunk) in texts.iter().zip(&view.chunks) {
                let score = lexical.score(chunk);
                prop_assert!((score - naive(&texts, &asked, text)).abs() < 1e-9);
                prop_assert!((lexical.why(chunk).value - score).abs() < 1e-9);
            }
        }
    }
}
