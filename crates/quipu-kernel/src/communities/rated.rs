//! Ranking of communities for a question, by the words of their reports and by the cosines of these, both over the
//! best; and a choice of different ones for an answer (maximal marginal relevance).

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::jaccard;
use crate::rank::bm25::{Bm25, idf};
use crate::rank::mmr::Mmr;
use crate::text::{is_stop_word, terms};
use crate::view::{Counts, Question};

/// Weight of a community's relevance against its difference from those taken before.
const LAMBDA: f64 = 0.7;

/// Relevance of some texts to a question.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fits {
    /// Relevance of each text, from 0 to 1: the mean of both scores, each over the best.
    pub fits: Vec<f64>,
    /// True if a word of the question that is no stop word stands in one of the texts.
    pub known: bool,
    /// The best cosine above the model's background.
    pub cosine: f64,
}

/// Relevance of each text; `cosines` count from the model's background, and are empty without vectors.
pub fn fits(question: &Question, texts: &[&str], cosines: &[f64]) -> Fits {
    let words = said(question, texts);
    let best = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
    let (most, nearest) = (best(&words), best(cosines));
    let share = |value: f64, best: f64| if best > 0.0 { value.max(0.0) / best } else { 0.0 };
    let fit = |at: usize| match cosines.get(at) {
        Some(cosine) => (share(words[at], most) + share(*cosine, nearest)) / 2.0,
        None => share(words[at], most),
    };
    Fits { fits: (0..texts.len()).map(fit).collect(), known: most > 0.0, cosine: nearest }
}

/// BM25 of the question's words that are no stop words, of texts that are all the texts there are.
fn said(question: &Question, texts: &[&str]) -> Vec<f64> {
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let asked: Vec<_> = question.words.iter().filter(|word| !is_stop_word(&word.text)).collect();
    for (at, word) in asked.iter().enumerate() {
        word.terms.iter().for_each(|term| {
            places.entry(term).or_insert(at);
        });
    }
    let mut lengths = vec![0u32; texts.len()];
    let mut found = vec![vec![0u32; asked.len()]; texts.len()];
    for (at, text) in texts.iter().enumerate() {
        terms(text, "", |term| {
            lengths[at] += 1;
            if let Some(word) = places.get(term) {
                found[at][*word] += 1;
            }
        });
    }
    let total: u64 = lengths.iter().map(|length| u64::from(*length)).sum();
    let counts = Counts { chunks: texts.len() as u64, length: total, ..Counts::default() };
    let average = total as f64 / texts.len().max(1) as f64;
    let weight = |word: usize| {
        let inside = found.iter().filter(|found| found[word] > 0).count() as u64;
        idf(&counts, inside)
    };
    let weights: Vec<f64> = (0..asked.len()).map(weight).collect();
    let bm25 = Bm25 { k1: 1.2, b: 0.75 };
    let score = |at: usize| {
        let part = |(frequency, weight): (&u32, &f64)| match frequency {
            0 => 0.0,
            frequency => bm25.part(*weight, *frequency, lengths[at], average),
        };
        found[at].iter().zip(&weights).map(part).sum()
    };
    (0..texts.len()).map(score).collect()
}

/// A community that may be taken.
#[derive(Debug, Clone)]
pub struct Rated<'a> {
    /// Relevance to the question.
    pub score: f64,
    /// The words that it is known by.
    pub words: BTreeSet<&'a str>,
    /// The communities that hold it, itself among them, by position.
    pub within: BTreeSet<u32>,
    /// Its own position.
    pub at: u32,
}

/// The best of some communities, at most `most`, best first: none that is a part of another, and each of other words.
/// Returns places in the list.
pub fn picked(rated: &[Rated<'_>], most: usize) -> Vec<usize> {
    let mut mmr = Mmr::new(LAMBDA);
    rated.iter().enumerate().for_each(|(at, one)| mmr.add(at, one.score, 0.0));
    let alike = |a: &usize, b: &usize| jaccard(&rated[*a].words, &rated[*b].words);
    let mut taken: Vec<usize> = Vec::new();
    while let Some(pick) = mmr.pick(f64::NEG_INFINITY, alike).filter(|_| taken.len() < most) {
        let one = &rated[pick.value];
        let nested = |other: &usize| {
            let other = &rated[*other];
            other.within.contains(&one.at) || one.within.contains(&other.at)
        };
        if !taken.iter().any(nested) {
            taken.push(pick.value);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_cosines_count_alike() {
        let question = Question::new("Where is the lens of the tower?");
        let texts = ["The lens of the old tower", "A roof", "The tower"];
        let found = fits(&question, &texts, &[0.0, 0.5, 0.25]);
        assert!(found.known && found.cosine == 0.5);
        assert!(found.fits[0] == 0.5 && found.fits[1] == 0.5 && found.fits[2] > 0.25, "{found:?}");
        assert!(!fits(&Question::new("Who is it?"), &texts, &[]).known);
    }

    #[test]
    fn a_part_is_not_taken_beside_what_holds_it() {
        let of = |at: u32, score: f64, within: &[u32], words: &[&'static str]| Rated {
            score,
            words: words.iter().copied().collect(),
            within: within.iter().copied().collect(),
            at,
        };
        let rated = [
            of(0, 0.9, &[0], &["a", "b"]),
            of(1, 0.8, &[0, 1], &["c"]),
            of(2, 0.8, &[2], &["a", "b"]),
            of(3, 0.7, &[3], &["d"]),
        ];
        assert_eq!(picked(&rated, 3), [0, 3, 2]);
    }
}
