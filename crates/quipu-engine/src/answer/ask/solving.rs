//! The agent's answer beside that of one look: what rules put together stands; else the look answers, which quotes best what
//! one place says; and where it refuses, what rules found on the way is told.

use quipu_kernel::model::Key;
use quipu_kernel::view::{Evidence, Hit, Reason, Why};
use rustc_hash::FxHashMap;

use super::write::Writer;
use crate::answer::Answer;
use crate::answer::solve::Solved;
use crate::base::Workspace;
use crate::base::ports::{SelectChunks, StoreError};

/// An answer that needs no look: a greeting, a sum.
pub(super) fn unlooked(solved: &mut Solved) -> Option<Answer> {
    match solved {
        Solved::Answer(answer) if answer.citations.is_empty() && !answer.refused => Some(std::mem::take(&mut **answer)),
        _ => None,
    }
}

/// What rules found, where nothing more can be looked up.
pub(super) fn alone(solved: Solved) -> Option<Answer> {
    match solved {
        Solved::Answer(answer) => Some(*answer),
        Solved::Look { trace, instead, .. } => instead.map(|instead| Answer { agent: Some(trace), ..*instead }),
    }
}

/// The answer to a question that the agent was asked.
pub(super) fn answer(solved: Solved, looked: Answer) -> Answer {
    let (trace, instead) = match solved {
        Solved::Answer(answer) => return *answer,
        Solved::Look { trace, instead, .. } => (trace, instead),
    };
    if let Some(instead) = instead {
        let answer = if looked.refused { *instead } else { looked };
        return Answer { agent: Some(trace), ..answer };
    }
    Answer { agent: Some(trace), ..looked }
}

/// Puts what a model found by tools before what one look found.
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

/// What a model says that is not from the documents, where these do not answer.
pub(super) async fn beyond(writer: Option<&Writer>, answer: &Answer, question: &str) -> Option<String> {
    match writer {
        Some(writer) if answer.refused => writer.beyond(question).await,
        _ => None,
    }
}
