//! The agent: a question is understood, routed and planned; each part is acted on, judged and, where its evidence is
//! weak, corrected; the results of the parts are composed and checked. Without a model all steps use rules.
//!
//! The loop is [`solve`], over a state that is data. Every step is an event. The first bound reached ends it with
//! the results so far, and is reported.

mod agent_run;
mod answer_language;
mod choose;
mod compose;
mod consult;
mod contradictions;
mod converse;
mod depend;
mod draft_signs;
mod end;
mod evidence;
mod part_steps;
mod prompts;
mod run_state;
#[cfg(test)]
mod tests;

use crate::base::AgentBounds;
use crate::base::Effort;
use crate::base::agent_events::AgentTrace;
use quipu_kernel::model::Key;
use quipu_language::plan::Composing;

use crate::answer::Answer;
use crate::base::gateway::Cached;
use crate::base::query::Query;
use crate::base::trace::Trace;
use crate::base::{EngineError, Stop, Workspace};

pub use converse::AgentTools;

use agent_run::AgentRun;
pub(crate) use draft_signs::{DraftSigns, SURE_DRAFT};
pub use prompts::{AGENT_WORDS, AgentWords};

/// The result of solving a question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Solved {
    /// An answer that needs no look beside it, or the refusal of one that rules are sure of.
    Answer(Box<Answer>),
    /// One look is judged beside the draft, if there is one.
    Look {
        /// The trace so far.
        trace: Box<AgentTrace>,
        /// Chunks that a model found by tools, in their order.
        found: Vec<Key>,
        /// The answer composed from the parts.
        draft: Option<Box<AgentDraft>>,
    },
}

/// The answer composed from the parts of a plan, with its signs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AgentDraft {
    /// The answer; refused where a part found nothing.
    pub(crate) answer: Answer,
    /// The value; none where a part found nothing.
    pub(crate) value: Option<String>,
    /// Signs that it is right.
    pub(crate) signs: DraftSigns,
}

/// A model that the agent may ask, and the tools that it may call. Its requests count in its ledger.
#[derive(Clone, Copy)]
pub struct AgentModel<'a> {
    /// The model.
    pub llm: &'a Cached,
    /// The tools.
    pub tools: &'a dyn AgentTools,
    /// The prompt texts.
    pub words: &'a AgentWords,
}

/// Solves a question within bounds: by rules; where they are unsure of the route or find no answer, a model is asked,
/// if there is one.
///
/// # Errors
/// When the store or the embedding model fails.
pub(crate) async fn solve(
    workspace: &Workspace,
    query: &Query,
    effort: Effort,
    bounds: AgentBounds,
    stop: Stop,
    trace: &mut Trace,
    model: Option<AgentModel<'_>>,
) -> Result<Solved, EngineError> {
    let mut run = AgentRun::new(workspace, query, effort, bounds, stop, trace, model);
    // A greeting needs no look.
    run.route();
    if !run.is_direct() {
        run.understand().await?;
        run.route();
        run.route_by_model().await;
    }
    run.plan();
    run.plan_by_model().await;
    if let Some(asked) = run.dependencies_asked() {
        return run.depend(&asked).await;
    }
    while let Some(part) = run.next() {
        if let Err(error) = run.work_at(part).await {
            run.broke(part, error)?;
            break;
        }
    }
    run.grade_by_model().await;
    let solved = match run.composing() {
        Composing::Direct => Some(run.direct()),
        Composing::Arithmetic => run.reckon(),
        Composing::Look => None,
        _ => {
            let draft = run.compose();
            run.end(draft, model.is_some())
        }
    };
    if let Some(solved) = solved {
        return Ok(solved);
    }
    let found = match model {
        Some(model) => run.converse(model).await,
        None => Vec::new(),
    };
    Ok(run.looks(found))
}
