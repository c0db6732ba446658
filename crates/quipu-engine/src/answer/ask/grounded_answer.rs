//! The answer that a model writes: from sources that fit its context, checked against them, cited by their numbers.

use quipu_kernel::view::Evidence;
use quipu_language::answer::confidence;

use super::answer_writer::{AnswerWriter, POINTS, WriterReply};
use super::cite;
use super::cited_sources::CitableSource;
use super::context::{self, ContextBudgets};
use super::events::AnswerSink;
use super::grounding::{self, CheckedAnswer};
use super::quote::QuoteDraft;
use crate::answer::{Answer, Trouble, refusal};
use crate::answer::{By, CheckedSentence};
use crate::base::citation::Citation;
use crate::base::hits::ShownHit;
use crate::base::ports::{KeyValue, LlmError, StoreError};
use crate::base::{EngineError, Workspace};

/// The result of an attempt to write an answer.
pub(super) enum Wrote {
    /// A written answer.
    Answer(Box<Answer>),
    /// There was nothing to read, or the model replied nothing.
    Nothing(Option<LlmError>),
}

/// What an answer is written from.
#[derive(Clone, Copy)]
pub(super) struct FoundToWrite<'a> {
    /// The evidence.
    pub(super) evidence: &'a Evidence,
    /// Its hits as they are shown.
    pub(super) hits: &'a [ShownHit],
}

/// The answer of a model, if there is anything to read.
pub(super) async fn write(
    workspace: &Workspace,
    writer: &AnswerWriter,
    kept: &dyn KeyValue,
    question: &str,
    found: FoundToWrite<'_>,
    draft: &QuoteDraft,
    say: &AnswerSink,
) -> Result<Wrote, EngineError> {
    let FoundToWrite { evidence, hits } = found;
    if hits.is_empty() {
        return Ok(Wrote::Nothing(None));
    }
    let fits = writer.fits(question);
    if !evidence.points.is_empty() {
        return points(workspace, writer, question, evidence, draft.doubt, say).await;
    }
    let things = &evidence.things;
    let (form, asked) = (writer.options.form, writer.options.budgets);
    let held = |most: u64| most.min(fits / 4);
    let budgets =
        ContextBudgets { entities: held(asked.entities), relations: held(asked.relations), passages: asked.passages };
    let beside = context::beside(&*workspace.store, Some(kept), things.as_slice(), hits, form, budgets).await?;
    let taken: u64 = beside.iter().map(CitableSource::tokens).sum();
    let mut most = asked.passages.min(fits.saturating_sub(taken));
    loop {
        let read = context::passages(hits, most);
        let passages = read.len();
        let sources = context::ordered(read, &beside, form);
        match writer.write(question, &sources, say).await {
            Ok(said) => {
                let answer = answered(workspace, writer, question, &sources, said, draft.doubt).await?;
                return Ok(Wrote::Answer(Box::new(answer)));
            }
            // The server's token count exceeds the estimate, or its context is smaller than the settings state.
            Err(LlmError::TooLong { .. }) if passages > 1 => most /= 2,
            Err(error) => return Ok(Wrote::Nothing(Some(error))),
        }
    }
}

/// The answer from points extracted from the evidence, as many as fit.
async fn points(
    workspace: &Workspace,
    writer: &AnswerWriter,
    question: &str,
    evidence: &Evidence,
    doubt: f64,
    say: &AnswerSink,
) -> Result<Wrote, EngineError> {
    let mut most = POINTS.min(writer.fits(question));
    loop {
        let sources = context::points(&*workspace.store, &evidence.points, most).await?;
        match writer.write(question, &sources, say).await {
            Ok(said) => {
                let answer = answered(workspace, writer, question, &sources, said, doubt).await?;
                return Ok(Wrote::Answer(Box::new(answer)));
            }
            Err(LlmError::TooLong { .. }) if sources.len() > 1 => most /= 2,
            Err(error) => return Ok(Wrote::Nothing(Some(error))),
        }
    }
}

/// The answer of a model's reply, checked.
async fn answered(
    workspace: &Workspace,
    writer: &AnswerWriter,
    question: &str,
    sources: &[CitableSource],
    said: WriterReply,
    doubt: f64,
) -> Result<Answer, StoreError> {
    let written_by = Some(writer.llm.model().to_owned());
    let refused =
        |written_by| Answer { answer: refusal(question).to_owned(), refused: true, written_by, ..Answer::default() };
    let WriterReply::Text(text, ended) = said else { return Ok(refused(written_by)) };
    let CheckedAnswer { text, sentences, quotes, unknown, declined } =
        grounding::check(writer, question, &text, sources).await;
    if declined {
        return Ok(refused(written_by));
    }
    let pairs = quotes.iter().map(|(n, at, sentence)| (sentence, &sources[n - 1].hits[*at]));
    let held = cite::held(&*workspace.store, pairs).await?;
    let numbered = held.into_iter().zip(&quotes).filter_map(|(held, (n, ..))| Some(held?.numbered(*n)));
    let citations: Vec<Citation> = numbered.collect();
    let supports = sentences.iter().filter(|one| one.by != By::Nothing).map(share);
    let confidence = confidence(supports, doubt).into();
    let broken = ended.map(|error| Trouble::Broken { error });
    let unknown = (!unknown.is_empty()).then_some(Trouble::Unknown { numbers: unknown });
    let trouble = broken.into_iter().chain(unknown).collect();
    Ok(Answer { answer: text, written_by, confidence, sentences, citations, trouble, ..Answer::default() })
}

/// The degree of support of a sentence: 1 if a judge accepts it, 0 if unsupported.
pub(super) fn share(one: &CheckedSentence) -> f64 {
    match one {
        CheckedSentence { supported: false, .. } => 0.0,
        CheckedSentence { by: By::Judge, .. } => 1.0,
        CheckedSentence { share, .. } => *share,
    }
}
