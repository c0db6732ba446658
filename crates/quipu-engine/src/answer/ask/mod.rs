//! Answering: a question becomes evidence, and evidence an answer.
//!
//! An answer is sentences of the documents, or a text that a model writes from them. Either way every sentence
//! names its passage and is checked against the stored text; an unsupported sentence is
//! left out of a quoted answer, and marked in a written one.

mod answerers;
mod checked;
mod cite;
mod context;
mod corrective;
mod follow;
mod grouped;
mod judge;
mod quote;
mod rewritten;
mod rows;
mod sentence_checks;
mod solving;
mod sources;
mod stream;
mod stretch;
mod verdicts;
mod words;
mod write;
mod written;

use quipu_kernel::view::{Evidence, Foretold, Note};

use crate::answer::sessions::Exchange;
use crate::answer::solve::{AgentModel, AgentTools};
use crate::answer::solve::{Solved, solve};
use crate::answer::{Answer, Trouble};
use crate::base::hits::{ShownHit, shown};
use crate::base::ports::Kept;
use crate::base::query::Query;
use crate::base::trace::Trace;
use crate::base::{AgentBounds, Effort};
use crate::base::{EngineError, Stop, Workspace};
use crate::find::environment::PolicyModel;
use crate::find::retrieve::{Looked, look};

pub use context::{ContextBudgets, ContextForm, context};
pub use words::{ANSWER_WORDS, AnswerWords, WordsError};
pub use write::{WriteOptions, Writer};

pub use stream::EventHeard;

use super::ask::answerers::{Answered, Asked, Needed, Retrieved, answered};
use super::ask::stream::Say;

/// The least number of hits read for an answer; as many as requested are shown.
const READ: usize = 30;

/// A question with its conversation and the options of its answer.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// The question, with search options.
    pub query: &'a Query,
    /// Earlier exchanges of the conversation, the oldest first.
    pub before: &'a [Exchange],
    /// The writer, and the shelf of entity descriptions; none: sentences of the documents answer.
    pub writer: Option<(&'a Writer, &'a dyn Kept)>,
    /// The effort.
    pub effort: Effort,
    /// Bounds of the agent; by default those of the effort.
    pub bounds: Option<AgentBounds>,
    /// Tools that a model may call where more is done than one look.
    pub tools: Option<&'a dyn AgentTools>,
    /// True if the evidence of one look is checked for relevance to the question.
    pub corrective: bool,
}

impl<'a> Asking<'a> {
    /// A question alone, answered by sentences of the documents.
    pub fn quoted(query: &'a Query) -> Self {
        Self { query, before: &[], writer: None, effort: Effort::Quick, bounds: None, tools: None, corrective: false }
    }
}

/// Answers a question.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails. A model that does not write is reported
/// as trouble: sentences of the documents answer then.
pub async fn answer(workspace: &Workspace, asking: Asking<'_>) -> Result<Answer, EngineError> {
    tell(workspace, asking, Say::silent()).await
}

/// Answers a question; `listener` receives the steps as they end, the evidence, the answer piece by piece as it comes,
/// and its checked citations. The result is the whole answer.
///
/// # Errors
/// As [`answer`].
pub async fn answer_heard(
    workspace: &Workspace,
    asking: Asking<'_>,
    listener: EventHeard,
) -> Result<Answer, EngineError> {
    tell(workspace, asking, Say::to(listener)).await
}

/// An upper estimate of the cost of a model's answer; no model is called. None if no model would be.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub async fn foretold(workspace: &Workspace, asking: Asking<'_>) -> Result<Option<Foretold>, EngineError> {
    let Some((writer, _)) = asking.writer else { return Ok(None) };
    let looked = look(workspace, asking.query, Some(writer.policies(true)), &mut Trace::silent()).await?;
    Ok(Some(looked.evidence.foretold.unwrap_or_else(|| writer.foretold())))
}

/// The pipeline: text -> Question -> Evidence -> Answer, by the first answerer that is sure.
async fn tell(workspace: &Workspace, asking: Asking<'_>, say: Say) -> Result<Answer, EngineError> {
    let (mut trace, before) = (say.trace(), asking.writer.map(|(writer, _)| writer.ledger.total()));
    let (asked, failed) = follow::standing(&asking.query.text, asking.before, asking.writer.map(|(who, _)| who)).await;
    asked.iter().for_each(|asked| trace.step("rewrite", asked.clone()));
    let limit = asking.query.options.limit;
    let options = asking.query.options.limited(limit.max(READ));
    let query = Query { text: asked.as_ref().unwrap_or(&asking.query.text).clone(), options, ..asking.query.clone() };
    let model = asking.writer.map(|(writer, _)| writer.policies(false));
    let solved = solved(workspace, asking, &query, &mut trace).await?;
    let of = Asked { workspace, asking, question: &query.text, solved: solved.as_ref(), found: None, say: &say };
    if let Some(Answered { answer, .. }) = answered(&of, Needed::Question, &mut trace).await? {
        return Ok(alone(asking, asked, trace, &say, answer));
    }
    let drafted = corrective::looked(workspace, asking, &query, model, solved.as_ref(), &mut trace);
    let ((looked, found, draft), doubted) = match drafted.await {
        Ok(drafted) => drafted,
        Err(error) => {
            // Evidence found before a failure is still reported.
            let answer = solved.and_then(solving::alone).ok_or(error)?;
            return Ok(alone(asking, asked, trace, &say, answer));
        }
    };
    let hits = draft.ordered(&found, limit);
    trace.hush();
    say.evidence(&hits);
    let of = Asked { found: Some(Retrieved { evidence: &looked.evidence, hits: &hits, draft: &draft }), ..of };
    let answered = answered(&of, Needed::Evidence, &mut trace).await?;
    let Answered { mut answer, by_rules } = answered.unwrap_or_default();
    answer.trouble.extend(failed.map(|error| Trouble::Unrewritten { error }));
    trace.step("answer", told_of(&draft, &answer));
    answer.beyond = solving::beyond(asking.writer.map(|(writer, _)| writer), &answer, &query.text).await;
    let spent = asking.writer.zip(before).map(|((writer, _), before)| writer.ledger.total().since(before));
    let agent = answer.agent.take().or_else(|| solved.as_ref().and_then(solving::trace));
    let Evidence { strategy, things, notes, foretold, .. } = looked.evidence;
    let answer = Answer {
        question: asking.query.text.clone(),
        asked,
        strategy,
        notes: noted(notes, by_rules, doubted || asking.corrective && answer.refused),
        hits,
        things,
        spent,
        foretold,
        agent,
        trace: trace.into_steps(),
        ..answer
    };
    say.answer(&answer, answer.written_by.is_some() && !answer.refused);
    Ok(answer)
}

/// Notes of a look: gaps of a look do not concern the results of rules.
fn noted(notes: Vec<Note>, sure: bool, doubted: bool) -> Vec<Note> {
    let notes = if sure { Vec::new() } else { notes };
    notes.into_iter().chain(doubted.then_some(Note::Doubted)).collect()
}

/// An answer without a look, as it is reported.
fn alone(asking: Asking<'_>, asked: Option<String>, trace: Trace, say: &Say, answer: Answer) -> Answer {
    let answer = Answer { question: asking.query.text.clone(), asked, trace: trace.into_steps(), ..answer };
    say.answer(&answer, false);
    answer
}

/// The evidence of one look, as it is shown, and the draft of its quotes.
type Drafted = (Looked, Vec<ShownHit>, quote::Draft);

/// The evidence of one look, together with that of tools, and the draft of its quotes.
async fn drafted(
    workspace: &Workspace,
    query: &Query,
    model: Option<PolicyModel<'_>>,
    solved: Option<&Solved>,
    trace: &mut Trace,
) -> Result<Drafted, EngineError> {
    let mut looked = look(workspace, query, model, trace).await?; // -understand-> -plan-> -view-> -retrieve-> Evidence
    if let Some(Solved::Look { found, .. }) = solved {
        solving::found_by_tools(workspace, found, &mut looked.evidence).await?;
    }
    let found = shown(&*workspace.store, &looked.evidence).await?;
    let draft = quote::Draft::of(workspace, &looked.question, &looked.evidence.counts, &found).await?;
    Ok((looked, found, draft))
}

/// The agent's result for a question of a higher effort than one look.
async fn solved(
    workspace: &Workspace,
    asking: Asking<'_>,
    query: &Query,
    trace: &mut Trace,
) -> Result<Option<Solved>, EngineError> {
    if asking.effort == Effort::Quick {
        return Ok(None);
    }
    let bounds = asking.bounds.unwrap_or_else(|| AgentBounds::of(asking.effort));
    // Tools know of no filter, so that none may be called behind one.
    let tools = asking.tools.filter(|_| query.filter.is_empty());
    let model = asking.writer.zip(tools).map(|((writer, _), tools)| AgentModel {
        llm: &writer.llm,
        tools,
        words: &writer.agent,
    });
    solve(workspace, query, asking.effort, bounds, Stop::default(), trace, model).await.map(Some)
}

/// An answer in a line of the trace.
fn told_of(drafted: &quote::Draft, answer: &Answer) -> String {
    let kind = serde_json::to_string(&drafted.kind).unwrap_or_default();
    let (cited, confidence) = (answer.citations.len(), answer.confidence.value);
    format!("asked for {}: {cited} citations, confidence {confidence:.2}", kind.trim_matches('"'))
}
