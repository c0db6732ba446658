//! The answer that the evidence gives by itself, as sentences that are still to be checked.

use quipu_kernel::answer::{AnswerOptions, Chosen, Extract, Passage, answer};
use quipu_kernel::model::Span;
use quipu_kernel::view::{Question, View};

use crate::search::ShownHit;

/// A sentence that an answer wants to say.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sentence {
    /// Position of the hit that it was taken from.
    pub(super) hit: usize,
    /// Where, in that chunk's text.
    pub(super) span: Span,
    /// The sentence as said.
    pub(super) text: String,
}

/// The sentences of the context that answer, in the order to be read, and how much speaks against an answer;
/// no sentence when the documents seem not to answer.
pub(super) fn draft(question: &Question, view: &View, context: &[ShownHit]) -> (Vec<Sentence>, f64) {
    let passages =
        context.iter().map(|hit| Passage { title: &hit.title, prefix: &hit.prefix, text: &hit.text, score: hit.score });
    let extract: Extract = answer(question, view, &passages.collect::<Vec<_>>(), &AnswerOptions::default());
    let said = |chosen: &Chosen| {
        let text = context.get(chosen.passage)?.text.get(chosen.span.range())?;
        Some(Sentence { hit: chosen.passage, span: chosen.span, text: text.to_owned() })
    };
    let sentences: Vec<Sentence> = extract.sentences.iter().filter(|_| !extract.refused).filter_map(said).collect();
    (sentences, extract.signals.doubt())
}
