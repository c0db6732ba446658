//! Similarity of texts to a question by the meaning of words: cosines of whole texts, and the question's words aligned
//! with the nearest word of a text (greedy alignment, as BERTScore does it with static vectors in place of BERT's).

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::weigh::{Said, Weighed};
use quipu_kernel::text::{is_stop_word, words};
use quipu_kernel::view::Question;

/// Gives a text's unit vector; none for a text that it does not cover. The same text always has the same vector.
pub type Meanings<'a> = &'a dyn Fn(&str) -> Option<Vec<f32>>;

/// The cosine up to which two words have nothing to do with each other.
const NOTHING: f64 = 0.2;

/// A question and the texts that it was compared with, as vectors.
pub(super) struct Meaning<'a> {
    lexicon: Meanings<'a>,
    question: Option<Vec<f32>>,
    /// The question's words.
    asked: Vec<Option<Vec<f32>>>,
    texts: Vec<String>,
    /// For each word that was met, its similarity to each of the question's.
    near: RefCell<FxHashMap<String, Option<Vec<f32>>>>,
    /// Vectors of texts that come again: headings, parts of the question.
    known: RefCell<FxHashMap<String, Option<Vec<f32>>>>,
}

impl<'a> Meaning<'a> {
    pub(super) fn new(question: &Question, lexicon: Meanings<'a>) -> Self {
        let texts: Vec<String> = question.words.iter().map(|word| word.text.clone()).collect();
        Self {
            lexicon,
            question: lexicon(&question.text),
            asked: texts.iter().map(|word| lexicon(word)).collect(),
            texts,
            near: RefCell::default(),
            known: RefCell::default(),
        }
    }

    /// The cosine of a text to the question; 0 where either has no vector.
    pub(super) fn cosine(&self, text: &str) -> f64 {
        let Some(question) = &self.question else { return 0.0 };
        (self.lexicon)(text).map_or(0.0, |vector| dot(question, &vector))
    }

    /// The cosine of a text that comes again; its vector is cached.
    pub(super) fn cosine_again(&self, text: &str) -> f64 {
        let Some(question) = &self.question else { return 0.0 };
        self.again(text).map_or(0.0, |vector| dot(question, &vector))
    }

    /// The cosine of a text to those of the question's words that `left` names.
    pub(super) fn cosine_to(&self, left: Said, text: &str) -> f64 {
        let asked = self.texts.iter().enumerate().filter(|(at, _)| left.has(*at));
        let asked = asked.map(|(_, word)| word.as_str()).collect::<Vec<_>>().join(" ");
        let (Some(asked), Some(vector)) = (self.again(&asked), (self.lexicon)(text)) else { return 0.0 };
        dot(&asked, &vector)
    }

    fn again(&self, text: &str) -> Option<Vec<f32>> {
        if let Some(known) = self.known.borrow().get(text) {
            return known.clone();
        }
        let vector = (self.lexicon)(text);
        self.known.borrow_mut().insert(text.to_owned(), vector.clone());
        vector
    }

    /// Share of `weights` that a text says or nearly says.
    pub(super) fn aligned(&self, weighed: &Weighed, text: &str, weights: &[f64]) -> f64 {
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return 0.0;
        }
        let (said, best) = self.nearest(weighed, text);
        let of = |(at, weight): (usize, &f64)| {
            if said.has(at) { *weight } else { weight * (f64::from(best[at]) - NOTHING).max(0.0) }
        };
        weights.iter().enumerate().map(of).sum::<f64>() / total
    }

    /// The question's words with weight that a text neither says nor comes near.
    pub(super) fn far(&self, weighed: &Weighed, text: &str, nearness: f32) -> Said {
        let (said, best) = self.nearest(weighed, text);
        let far = best.iter().enumerate().filter(|(_, near)| **near < nearness);
        far.fold(Said::default(), |far, (at, _)| far.and(Said::one(at))).both(weighed.weighty).without(said)
    }

    /// The words of the question in a text, and the similarity of the nearest word of the text to each.
    fn nearest(&self, weighed: &Weighed, text: &str) -> (Said, Vec<f32>) {
        let mut best = vec![0.0_f32; self.asked.len()];
        let mut said = Said::default();
        let mut near = self.near.borrow_mut();
        for word in words(text) {
            if let Some(at) = weighed.find(&word.text) {
                said = said.and(Said::one(at));
            }
            let known = near.entry(word.text).or_insert_with_key(|word| self.nearness(word));
            for (best, near) in best.iter_mut().zip(known.iter().flatten()) {
                *best = best.max(*near);
            }
        }
        (said, best)
    }

    fn nearness(&self, word: &str) -> Option<Vec<f32>> {
        let vector = (self.lexicon)(word).filter(|_| !is_stop_word(word))?;
        Some(self.asked.iter().map(|asked| asked.as_ref().map_or(0.0, |asked| dot(asked, &vector) as f32)).collect())
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    f64::from(a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>())
}
