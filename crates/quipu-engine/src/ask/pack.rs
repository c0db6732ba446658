//! Packing: which passages an answer is made from, and the answer made from them.

use quipu_kernel::model::Span;
use quipu_kernel::view::{Question, View};

use crate::search::ShownHit;

/// The most text that an answer is made from, in bytes.
const BUDGET: usize = 24_000;

/// Passages that an answer may use, best first.
pub(super) struct Context<'a> {
    /// The passages: positions in the hits, and their texts.
    pub(super) passages: Vec<(usize, &'a str)>,
}

/// A sentence that an answer wants to say.
pub(super) struct Sentence {
    /// Position of the hit that it was taken from.
    pub(super) hit: usize,
    /// Where, in that chunk's text.
    pub(super) span: Span,
    /// The sentence as said.
    pub(super) text: String,
}

/// An answer before its citations were checked.
pub(super) struct Draft {
    /// Whether the documents seem not to answer.
    pub(super) refused: bool,
    /// The sentences.
    pub(super) sentences: Vec<Sentence>,
}

impl Draft {
    /// The sentences with their numbers, or the refusal.
    pub(super) fn text(&self) -> String {
        if self.refused {
            return "Nothing in these documents answers this.".to_owned();
        }
        let numbered = self.sentences.iter().enumerate().map(|(i, sentence)| format!("{} [{}]", sentence.text, i + 1));
        numbered.collect::<Vec<_>>().join(" ")
    }
}

/// The best hits that fit the budget, at least one.
pub(super) fn pack(hits: &[ShownHit]) -> Context<'_> {
    let mut left = BUDGET;
    let fits = |hit: &&ShownHit| {
        let fits = hit.text.len() <= left || left == BUDGET;
        left = left.saturating_sub(hit.text.len());
        fits
    };
    let passages = hits.iter().take_while(fits).map(|hit| hit.text.as_str()).enumerate().collect();
    Context { passages }
}

/// The answer that the context's own sentences give.
pub(super) fn draft(_question: &Question, _view: &View, _context: &Context<'_>) -> Draft {
    Draft { refused: true, sentences: Vec::new() }
}
