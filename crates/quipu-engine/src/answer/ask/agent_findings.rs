//! The use of the agent's results, beside those of one look.

use quipu_kernel::model::Key;
use quipu_kernel::view::{Evidence, Hit, Reason, Why};
use rustc_hash::FxHashMap;

use super::answer_writer::AnswerWriter;
use crate::answer::Answer;
use crate::answer::solve::Solved;
use crate::base::Workspace;
use crate::base::agent_events::AgentTrace;
use crate::base::ports::{SelectChunks, StoreError};

/// The trace of the agent.
pub(super) fn trace(solved: &Solved) -> Option<Box<AgentTrace>> {
    match solved {
        Solved::Answer(answer) => answer.agent.clone(),
        Solved::Look { trace, .. } => Some(trace.clone()),
    }
}

/// The answer by rules, where nothing more can be looked up.
pub(super) fn alone(solved: Solved) -> Option<Answer> {
    match solved {
        Solved::Answer(answer) => Some(*answer),
        Solved::Look { trace, draft, .. } => draft.map(|draft| Answer { agent: Some(trace), ..draft.answer }),
    }
}

/// Puts evidence that a model found by tools before that of one look.
pub(super) async fn found_by_tools(
    workspace: &Workspace,
    found: &[Key],
    evidence: &mut Evidence,
) -> Result<(), StoreError> {
    if found.is_empty() {
        return Ok(());
    }
    let best = evidence.hits.first().map_or(1.0, |hit| hit.score);
    let stored = workspace.store.chunks(&SelectChunks::Bare(found.to_vec())).await?;
    let documents: FxHashMap<Key, Key> =
        stored.iter().map(|stored| (stored.chunk.key, stored.chunk.document)).collect();
    let hit = |key: &Key| {
        let why = Why::leaf(Reason::Sum { of: "found by a tool".to_owned() }, best);
        Some(Hit { chunk: *key, document: *documents.get(key)?, score: best, why })
    };
    let known: Vec<Hit> = std::mem::take(&mut evidence.hits);
    evidence.hits = found.iter().filter_map(hit).collect();
    let new = |one: &Hit| !found.contains(&one.chunk);
    evidence.hits.extend(known.into_iter().filter(new));
    Ok(())
}

/// A model's answer from its own knowledge, where the documents do not answer.
pub(super) async fn beyond(writer: Option<&AnswerWriter>, answer: &Answer, question: &str) -> Option<String> {
    match writer {
        Some(writer) if answer.refused => writer.beyond(question).await,
        _ => None,
    }
}
