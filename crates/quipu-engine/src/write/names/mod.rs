//! Equivalence of names, as decided by a person (entity resolution by hand, with undo): decisions, and the reasons of
//! joined names.
//!
//! A decision is a row of its own beside the documents. Merging and taking back joins and parts classes
//! of names; only a split changes the facts of chunks, and no chunk is cut, embedded or indexed again for it.

mod decide;
mod reasons;
mod restate;

use quipu_kernel::model::{Decision, Verdict};

use crate::base::ports::{Change, DecisionChange, Store, StoreError};
use crate::base::{EngineError, Workspace};

pub use decide::{Deed, call, merge, rename, split};
pub use reasons::{JoinReason, reasons};

/// A person's decisions, by number.
///
/// # Errors
/// When the store cannot be read.
pub async fn log(store: &dyn Store) -> Result<Vec<Decision>, StoreError> {
    store.decisions().await
}

/// Takes a decision back: the one of this number, else the last. Returns it.
///
/// # Errors
/// When there is no such decision, or the store fails.
pub async fn undo(workspace: &Workspace, number: Option<u64>) -> Result<Decision, EngineError> {
    let standing = workspace.store.decisions().await?;
    let asked = |decision: &&Decision| number.is_none_or(|number| decision.number == number);
    let found = || number.map_or_else(|| "to take back".to_owned(), |number| number.to_string());
    let gone = standing.iter().rev().find(asked).ok_or_else(|| EngineError::NoDecision { found: found() })?.clone();
    let left = standing.iter().filter(|decision| decision.number != gone.number);
    let bodies = restate::bodies(workspace, &gone.verdict, left.map(|decision| decision.verdict.clone())).await?;
    let decisions = vec![DecisionChange::Remove(gone.number)];
    workspace.store.commit(Change { bodies, decisions, ..Change::default() }).await?;
    Ok(gone)
}

/// Makes a decision from elsewhere, under its number if that is free; returns true if it is new
/// here.
pub(crate) async fn brought(workspace: &Workspace, decision: Decision) -> Result<bool, EngineError> {
    let standing = workspace.store.decisions().await?;
    if standing.iter().any(|known| known.verdict == decision.verdict) {
        return Ok(false);
    }
    let taken = standing.iter().any(|known| known.number == decision.number);
    let number = if taken { next(&standing) } else { decision.number };
    put(workspace, &standing, Decision { number, ..decision }).await?;
    Ok(true)
}

/// The number of the next decision.
fn next(standing: &[Decision]) -> u64 {
    standing.last().map_or(0, |last| last.number).saturating_add(1)
}

/// Makes a decision durable, with its changes of chunks' facts.
async fn put(workspace: &Workspace, standing: &[Decision], decision: Decision) -> Result<(), EngineError> {
    let verdicts: Vec<Verdict> = standing.iter().chain([&decision]).map(|decision| decision.verdict.clone()).collect();
    let bodies = restate::bodies(workspace, &decision.verdict, verdicts).await?;
    let decisions = vec![DecisionChange::Put(decision)];
    workspace.store.commit(Change { bodies, decisions, ..Change::default() }).await?;
    Ok(())
}
