//! An answer from the evidence's own sentences: those that hold most of what the question asks
//! for, weighed by how rare its words are. Cost: one pass over the words of the context.

use std::collections::BTreeSet;

use quipu_kernel::model::Span;
use quipu_kernel::rank::bm25::idf;
use quipu_kernel::text::{is_stop_word, sentences, variants, words};
use quipu_kernel::view::{Question, View};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::ShownHit;

/// The most sentences of an answer.
const SENTENCES: usize = 3;
/// The least share of the question's weight that the evidence must hold, or nothing answers it.
const LEAST: f64 = 0.4;

/// A sentence that an answer wants to say.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sentence {
    /// Position of the hit that it was taken from.
    pub(super) hit: usize,
    /// Where, in that chunk's text.
    pub(super) span: Span,
    /// The sentence as said.
    pub(super) text: String,
    score: f64,
}

/// The sentences that answer, in the order of the hits and their texts; none when the documents
/// seem not to answer.
pub(super) fn draft(question: &Question, view: &View, context: &[ShownHit]) -> Vec<Sentence> {
    let weights = Weights::new(question, view);
    let mut seen = FxHashSet::default();
    let mut held = BTreeSet::new();
    let mut out: Vec<Sentence> = Vec::new();
    for (hit, shown) in context.iter().enumerate() {
        for span in sentences(&shown.text) {
            let text = &shown.text[span.range()];
            let (found, score) = weights.of(text);
            held.extend(found);
            if score > 0.0 && !is_heading(text) && seen.insert(text) {
                out.push(Sentence { hit, span, text: text.to_owned(), score: score / (1.0 + 0.1 * hit as f64) });
            }
        }
    }
    if weights.total(&held) < LEAST * weights.all() {
        return Vec::new();
    }
    out.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.hit.cmp(&b.hit)).then(a.span.cmp(&b.span)));
    out.truncate(SENTENCES);
    out.sort_by_key(|sentence| (sentence.hit, sentence.span));
    out
}

/// A heading names what is said below it, and says nothing itself.
fn is_heading(text: &str) -> bool {
    text.starts_with('#') && text.trim_start_matches('#').starts_with(' ')
}

/// What each word of the question weighs, and under which terms it stands in texts.
struct Weights {
    weights: Vec<f64>,
    words: FxHashMap<String, usize>,
}

impl Weights {
    fn new(question: &Question, view: &View) -> Self {
        let mut words = FxHashMap::default();
        let mut weights = Vec::new();
        for (at, word) in question.words.iter().enumerate() {
            let chunks = view.word_chunks.get(at).copied().unwrap_or(0);
            weights.push(if is_stop_word(&word.text) { 0.0 } else { idf(&view.counts, chunks) });
            words.extend(word.terms.iter().map(|term| (term.clone(), at)));
        }
        Self { weights, words }
    }

    /// The words of the question that stand in `text`, and their weight together.
    fn of(&self, text: &str) -> (BTreeSet<usize>, f64) {
        let terms = words(text).into_iter().flat_map(|word| variants(&word.text));
        let found: BTreeSet<usize> = terms.filter_map(|term| self.words.get(&term).copied()).collect();
        let total = self.total(&found);
        (found, total)
    }

    fn total(&self, words: &BTreeSet<usize>) -> f64 {
        words.iter().map(|at| self.weights[*at]).sum()
    }

    fn all(&self) -> f64 {
        self.weights.iter().sum()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use quipu_kernel::model::{Key, Metadata};
    use quipu_kernel::view::{Counts, Reason, Why};

    use super::*;

    pub(in crate::ask) fn shown(text: &str) -> ShownHit {
        ShownHit {
            chunk: Key::text(text),
            document: "d".into(),
            title: String::new(),
            copies: Vec::new(),
            source: "d.md".into(),
            heading: Vec::new(),
            page: None,
            start: 0,
            end: text.len() as u32,
            text: text.to_owned(),
            score: 1.0,
            why: Why::leaf(Reason::Sum { of: "test".into() }, 1.0),
            metadata: Metadata::new(),
        }
    }

    pub(in crate::ask) fn sentence(start: usize, end: usize, text: &str) -> Sentence {
        Sentence { hit: 0, span: Span::new(start, end), text: text.to_owned(), score: 1.0 }
    }

    #[test]
    fn the_sentence_that_answers_is_said_once_and_nothing_else_is_made_up() {
        let hits = [shown("Knots are old. A cord holds ten knots."), shown("A cord holds ten knots.")];
        let view = |question: &Question| View {
            counts: Counts { documents: 2, chunks: 40, length: 400 },
            word_chunks: vec![2; question.words.len()],
            ..View::default()
        };
        let question = Question::new("How many knots does a cord hold?");
        let said = draft(&question, &view(&question), &hits);
        assert_eq!(said.iter().filter(|sentence| sentence.text == "A cord holds ten knots.").count(), 1);
        assert!(said.iter().all(|sentence| hits[sentence.hit].text[sentence.span.range()] == sentence.text));
        let other = Question::new("Which volcano erupted near Pompeii?");
        assert_eq!(draft(&other, &view(&other), &hits), []);
    }
}
