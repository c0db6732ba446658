//! Answering: a question becomes evidence, and evidence an answer.
//!
//! An answer is sentences of the documents, or a text that a model writes from them. Either way every sentence
//! names its passage and is checked against the stored text; an unsupported sentence is
//! left out of a quoted answer, and marked in a written one.

mod agent_findings;
mod answer_prompts;
mod answer_writer;
mod answerers;
mod cite;
mod cited_sources;
mod condense;
mod context;
mod context_window;
mod corrective;
mod events;
mod grounded_answer;
mod grounding;
mod grouped;
mod judge;
mod other_language;
mod quote;
mod reader_outcome;
mod rewritten;
mod sentence_checks;
mod source_rows;
mod stale_sources;
mod strict_grounding;
mod verdicts;
mod weighed;
mod written_overview;

use quipu_kernel::view::{CallEstimate, Evidence, Note};
use quipu_language::questions::{ReadQuestion as _, SmallTalkOfText};

use crate::answer::sessions::Exchange;
use crate::answer::solve::{AgentModel, AgentTools};
use crate::answer::solve::{Solved, solve};
use crate::answer::{Answer, Trouble};
use crate::base::gateway::Bounds;
use crate::base::hits::{ShownHit, shown};
use crate::base::ports::KeyValue;
use crate::base::query::Query;
use crate::base::trace::Trace;
use crate::base::{AgentBounds, Effort};
use crate::base::{EngineError, Stop, Workspace};
use crate::find::environment::PolicyModel;
use crate::find::retrieve::{Retrieval, retrieve};

pub use answer_prompts::{ANSWER_WORDS, AnswerWords, WordsError};
pub use answer_writer::{AnswerWriter, WriteOptions};
pub use context::{ContextBudgets, ContextForm, context};

pub use events::EventHeard;

use super::ask::answerers::{AnswerContext, ChosenAnswer, Needed, Retrieved, answered, overview_cost};
use super::ask::events::AnswerSink;

/// The least number of hits read for an answer; as many as requested are shown.
const READ: usize = 30;

/// A question with its conversation and the options of its answer.
#[derive(Clone, Copy)]
pub struct AnswerRequest<'a> {
    /// The question, with search options.
    pub query: &'a Query,
    /// Earlier exchanges of the conversation, the oldest first.
    pub before: &'a [Exchange],
    /// The writer, and the shelf of entity descriptions; none: sentences of the documents answer.
    pub writer: Option<(&'a AnswerWriter, &'a dyn KeyValue)>,
    /// The effort.
    pub effort: Effort,
    /// Bounds of the agent; by default those of the effort.
    pub bounds: Option<AgentBounds>,
    /// Bounds of the calls for an answer over all documents that a model writes.
    pub budget: Bounds,
    /// Tools that a model may call where more is done than one look.
    pub tools: Option<&'a dyn AgentTools>,
    /// True if the evidence of one look is checked for relevance to the question.
    pub corrective: bool,
}

impl<'a> AnswerRequest<'a> {
    /// A question alone, answered by sentences of the documents.
    pub fn quoted(query: &'a Query) -> Self {
        Self {
            query,
            before: &[],
            writer: None,
            effort: Effort::Quick,
            bounds: None,
            budget: Bounds::default(),
            tools: None,
            corrective: false,
        }
    }
}

/// Answers a question.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails. A model that does not write is reported
/// as trouble: sentences of the documents answer then.
pub async fn answer(workspace: &Workspace, asking: AnswerRequest<'_>) -> Result<Answer, EngineError> {
    compose_answer(workspace, asking, AnswerSink::silent()).await
}

/// Answers a question; `listener` receives the steps as they end, the evidence, the answer piece by piece as it comes,
/// and its checked citations. The result is the whole answer.
///
/// # Errors
/// As [`answer`].
pub async fn answer_heard(
    workspace: &Workspace,
    asking: AnswerRequest<'_>,
    listener: EventHeard,
) -> Result<Answer, EngineError> {
    compose_answer(workspace, asking, AnswerSink::to(listener)).await
}

/// An upper estimate of the cost of a model's answer; no model is called. None if no model would be.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub async fn estimate_cost(
    workspace: &Workspace,
    asking: AnswerRequest<'_>,
) -> Result<Option<CallEstimate>, EngineError> {
    let Some((writer, _)) = asking.writer else { return Ok(None) };
    if let Some(cost) = overview_cost(workspace, asking).await? {
        return Ok(Some(cost));
    }
    let looked = retrieve(workspace, asking.query, Some(writer.policies(true)), &mut Trace::silent()).await?;
    Ok(Some(looked.evidence.foretold.unwrap_or_else(|| writer.cost_estimate())))
}

/// The answer to a text: a short word to small talk, else that of the pipeline. Earlier small talk is no context.
async fn compose_answer(
    workspace: &Workspace,
    asking: AnswerRequest<'_>,
    say: AnswerSink,
) -> Result<Answer, EngineError> {
    let of = AnswerContext { workspace, asking, question: &asking.query.text, solved: None, found: None, say: &say };
    let mut trace = say.trace();
    if let Some(ChosenAnswer { answer, .. }) = answered(&of, Needed::Text, &mut trace).await? {
        return Ok(alone(asking, None, trace, &say, answer));
    }
    let before = asking.before.iter().filter(|said| SmallTalkOfText.read(&said.question).is_none());
    let before: Vec<Exchange> = before.cloned().collect();
    compose_sourced(workspace, AnswerRequest { before: &before, ..asking }, say, trace).await
}

/// The pipeline: text -> Question -> Evidence -> Answer, by the first answerer that is sure.
async fn compose_sourced(
    workspace: &Workspace,
    asking: AnswerRequest<'_>,
    say: AnswerSink,
    mut trace: Trace,
) -> Result<Answer, EngineError> {
    let before = asking.writer.map(|(writer, _)| writer.ledger.total());
    let (asked, failed) =
        condense::standing(&asking.query.text, asking.before, asking.writer.map(|(who, _)| who)).await;
    asked.iter().for_each(|asked| trace.step("rewrite", asked.clone()));
    let options = asking.query.options.limited(asking.query.options.limit.max(READ));
    let query = Query { text: asked.as_ref().unwrap_or(&asking.query.text).clone(), options, ..asking.query.clone() };
    let of = AnswerContext { workspace, asking, question: &query.text, solved: None, found: None, say: &say };
    if let Some(answer) = unsought(&of, Needed::Texts, &mut trace).await? {
        return Ok(alone(asking, asked, trace, &say, answer));
    }
    let model = asking.writer.map(|(writer, _)| writer.policies(false));
    let solved = solved(workspace, asking, &query, &mut trace).await?;
    let of = AnswerContext { solved: solved.as_ref(), ..of };
    if let Some(answer) = unsought(&of, Needed::Question, &mut trace).await? {
        return Ok(alone(asking, asked, trace, &say, answer));
    }
    let drafted = corrective::retrieve_corrected(workspace, asking, &query, model, solved.as_ref(), &mut trace);
    let ((looked, found, draft), doubted) = match drafted.await {
        Ok(drafted) => drafted,
        Err(error) => {
            // Evidence found before a failure is still reported.
            let answer = solved.and_then(agent_findings::alone).ok_or(error)?;
            return Ok(alone(asking, asked, trace, &say, answer));
        }
    };
    let hits = draft.ordered(&found, asking.query.options.limit);
    trace.hush();
    say.evidence(&hits);
    let of = AnswerContext { found: Some(Retrieved { evidence: &looked.evidence, hits: &hits, draft: &draft }), ..of };
    let answered = answered(&of, Needed::Evidence, &mut trace).await?;
    let ChosenAnswer { mut answer, by_rules } = answered.unwrap_or_default();
    answer.trouble.extend(failed.map(|error| Trouble::Unrewritten { error }));
    draft.signs().iter().for_each(|signs| trace.step("signs", signs.clone()));
    trace.step("answer", told_of(&draft, &answer));
    answer.beyond = agent_findings::beyond(asking.writer.map(|(writer, _)| writer), &answer, &query.text).await;
    let spent = asking.writer.zip(before).map(|((writer, _), before)| writer.ledger.total().since(before));
    let agent = answer.agent.take().or_else(|| solved.as_ref().and_then(agent_findings::trace));
    let Evidence { strategy, things, notes, foretold, .. } = looked.evidence;
    // A note on how evidence was sought tells a reader of the answer nothing.
    let (inner, notes): (Vec<Note>, Vec<Note>) = notes.into_iter().partition(|note| *note == Note::NoNames);
    inner.iter().for_each(|note| trace.step("note", note.to_string()));
    let language = other_language::note(&query.text, &answer, &hits).into_iter();
    let answer = Answer {
        question: asking.query.text.clone(),
        asked,
        strategy,
        notes: [noted(notes, by_rules, doubted || asking.corrective && answer.refused), language.collect()].concat(),
        hits,
        things,
        spent,
        foretold,
        agent,
        trace: trace.into_steps(),
        ..answer
    };
    let answer = stale_sources::marked(workspace, answer).await;
    say.answer(&answer, answer.written_by.is_some() && !answer.refused);
    Ok(answer)
}

/// The answer of an answerer that needs no evidence.
async fn unsought(of: &AnswerContext<'_>, needs: Needed, trace: &mut Trace) -> Result<Option<Answer>, EngineError> {
    let Some(ChosenAnswer { answer, .. }) = answered(of, needs, trace).await? else { return Ok(None) };
    Ok(Some(stale_sources::marked(of.workspace, answer).await))
}

/// Notes of a look: gaps of a look do not concern the results of rules.
fn noted(notes: Vec<Note>, sure: bool, doubted: bool) -> Vec<Note> {
    let notes = if sure { Vec::new() } else { notes };
    notes.into_iter().chain(doubted.then_some(Note::Doubted)).collect()
}

/// An answer without a look, as it is reported.
fn alone(asking: AnswerRequest<'_>, asked: Option<String>, trace: Trace, say: &AnswerSink, answer: Answer) -> Answer {
    let answer = Answer { question: asking.query.text.clone(), asked, trace: trace.into_steps(), ..answer };
    say.answer(&answer, false);
    answer
}

/// The evidence of one look, as it is shown, and the draft of its quotes.
type Drafted = (Retrieval, Vec<ShownHit>, quote::QuoteDraft);

/// The evidence of one look, together with that of tools, and the draft of its quotes.
async fn draft(
    workspace: &Workspace,
    query: &Query,
    model: Option<PolicyModel<'_>>,
    solved: Option<&Solved>,
    trace: &mut Trace,
) -> Result<Drafted, EngineError> {
    let mut looked = retrieve(workspace, query, model, trace).await?; // -understand-> -plan-> -view-> -retrieve-> Evidence
    if let Some(Solved::Look { found, .. }) = solved {
        agent_findings::found_by_tools(workspace, found, &mut looked.evidence).await?;
    }
    let found = shown(&*workspace.store, &looked.evidence).await?;
    let draft = quote::QuoteDraft::of(workspace, &looked.question, &looked.evidence.counts, &found).await?;
    Ok((looked, found, draft))
}

/// The agent's result for a question of a higher effort than one look.
async fn solved(
    workspace: &Workspace,
    asking: AnswerRequest<'_>,
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
fn told_of(drafted: &quote::QuoteDraft, answer: &Answer) -> String {
    let kind = serde_json::to_string(&drafted.kind).unwrap_or_default();
    let (cited, confidence) = (answer.citations.len(), answer.confidence.value);
    format!("asked for {}: {cited} citations, confidence {confidence:.2}", kind.trim_matches('"'))
}
