//! The answer that the evidence gives by itself: its best sentences, checked against the store and cited; or the
//! word that nothing answers.

use quipu_kernel::answer::{self, AnswerOptions, Chosen, Extract, Passage, confidence};
use quipu_kernel::model::Span;
use quipu_kernel::view::{Question, View};

use super::answer::{Answer, Citation, refusal};
use super::cite;
use crate::Workspace;
use crate::ports::StoreError;
use crate::search::ShownHit;

/// The most text that sentences are chosen from, in bytes.
const BUDGET: usize = 24_000;

/// A sentence that an answer quotes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sentence {
    /// Position of the hit that it was taken from.
    pub(super) hit: usize,
    /// Where, in that chunk's text.
    pub(super) span: Span,
    /// The sentence as said.
    pub(super) text: String,
}

/// The sentences that would answer, still to be checked, and how much speaks against an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Draft {
    sentences: Vec<Sentence>,
    /// See [`answer::Signals::doubt`].
    pub(super) doubt: f64,
}

impl Draft {
    /// The sentences of the best hits, in the order to be read; none when the documents seem not to answer.
    pub(super) fn of<'a>(question: &Question, view: &View, hits: &'a [ShownHit]) -> Self {
        let context = fitting(hits);
        let passage =
            |hit: &'a ShownHit| Passage { title: &hit.title, prefix: &hit.prefix, text: &hit.text, score: hit.score };
        let passages: Vec<Passage<'_>> = context.iter().map(passage).collect();
        let extract: Extract = answer::answer(question, view, &passages, &AnswerOptions::default());
        let said = |chosen: &Chosen| {
            let text = context.get(chosen.passage)?.text.get(chosen.span.range())?;
            Some(Sentence { hit: chosen.passage, span: chosen.span, text: text.to_owned() })
        };
        let sentences = extract.sentences.iter().filter(|_| !extract.refused).filter_map(said).collect();
        Self { sentences, doubt: extract.signals.doubt() }
    }

    /// The answer that they give.
    pub(super) async fn quoted(
        &self,
        workspace: &Workspace,
        question: &str,
        hits: &[ShownHit],
    ) -> Result<Answer, StoreError> {
        let pairs = self.sentences.iter().filter_map(|sentence| Some((sentence, hits.get(sentence.hit)?)));
        let held = cite::held(&*workspace.store, pairs).await?;
        let numbered = held.into_iter().flatten().enumerate().map(|(at, citation)| Citation { n: at + 1, ..citation });
        let citations: Vec<Citation> = numbered.collect();
        let said = citations.iter().map(|citation| format!("{} [{}]", citation.quote, citation.n));
        let said = said.collect::<Vec<_>>().join(" ");
        let refused = citations.is_empty();
        let answer = if refused { refusal(question).to_owned() } else { said };
        let confidence = confidence(citations.iter().map(|_| 1.0), self.doubt).into();
        Ok(Answer { answer, refused, confidence, citations, ..Answer::default() })
    }
}

/// The best hits that fit the budget, at least one.
fn fitting(hits: &[ShownHit]) -> &[ShownHit] {
    let mut size = 0;
    let fits = |hit: &&ShownHit| {
        size += hit.text.len();
        size <= BUDGET
    };
    let fitting = hits.iter().take_while(fits).count();
    &hits[..fitting.max(1).min(hits.len())]
}
