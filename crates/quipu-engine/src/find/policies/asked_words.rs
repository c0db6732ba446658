//! The sentence of a text that covers most of a question: by its words, weighted by rarity.

use quipu_kernel::model::{Key, Span};
use quipu_kernel::rank::bm25::idf;
use quipu_kernel::text::{is_stop_word, sentences, terms};
use quipu_kernel::view::{Hit, Question, View};
use rustc_hash::FxHashMap;

use crate::base::ports::StoredChunk;

/// The words of a question that are no stop words, each with its information content.
pub(crate) struct AskedWords<'a> {
    /// The word of each term.
    words: FxHashMap<&'a str, usize>,
    weights: Vec<f64>,
}

impl<'a> AskedWords<'a> {
    pub(crate) fn new(question: &'a Question, view: &View) -> Self {
        let (mut words, mut weights) = (FxHashMap::default(), Vec::new());
        for (word, chunks) in question.words.iter().zip(&view.word_chunks) {
            if is_stop_word(&word.text) || *chunks == 0 {
                continue;
            }
            word.terms.iter().for_each(|term| {
                words.insert(term.as_str(), weights.len());
            });
            weights.push(idf(&view.counts, *chunks));
        }
        Self { words, weights }
    }

    /// The share of the question that a text covers, from 0 to 1; 0 if no word of the question occurs anywhere.
    pub(crate) fn share(&self, text: &str) -> f64 {
        Some(self.part(text)).filter(|part| part.is_finite()).unwrap_or_default()
    }

    /// The share; no number if no word of the question occurs anywhere.
    fn part(&self, text: &str) -> f64 {
        let all: f64 = self.weights.iter().sum();
        let mut seen = vec![false; self.weights.len()];
        terms(text, "", |term| {
            if let Some(word) = self.words.get(term) {
                seen[*word] = true;
            }
        });
        self.weights.iter().zip(seen).filter(|(_, seen)| *seen).map(|(weight, _)| weight).sum::<f64>() / all
    }

    /// The sentence that covers most of the question, with the share; no heading, no address.
    pub(crate) fn best(&self, text: &str) -> Option<(Span, f64)> {
        let said = |span: &Span| self.part(&text[span.range()]);
        let sentences = sentences(text).into_iter().filter(|span| is_sentence(&text[span.range()]));
        let rated = sentences.map(|span| (span, said(&span))).filter(|(_, said)| said.is_finite());
        rated.max_by(|x, y| x.1.total_cmp(&y.1).then(y.0.start.cmp(&x.0.start)))
    }

    /// The sentence of each hit that covers most of the question, where it covers this share, in the order of the hits;
    /// `read` are their chunks.
    pub(crate) fn best_of<'h>(&self, hits: &'h [Hit], read: &[StoredChunk], least: f64) -> Vec<(f64, Span, &'h Hit)> {
        let texts: FxHashMap<Key, &str> =
            read.iter().map(|stored| (stored.chunk.key, stored.chunk.text.as_str())).collect();
        let best = |hit: &'h Hit| {
            let (span, said) = self.best(texts.get(&hit.chunk)?)?;
            (said >= least).then_some((said, span, hit))
        };
        hits.iter().filter_map(best).collect()
    }
}

/// True if a stretch of text is neither a heading nor an address.
fn is_sentence(text: &str) -> bool {
    let address = |word: &str| word.contains("://");
    let addresses = text.split_whitespace().filter(|word| address(word)).count();
    !text.starts_with('#') && addresses * 4 <= text.split_whitespace().count()
}
