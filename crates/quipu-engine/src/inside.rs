//! Single steps of indexing and answering, for the laws and evaluations of `quipu-proof`, which check each by itself.

use quipu_kernel::model::{Chunk, Decision, Document, Key};
use quipu_kernel::view::Evidence;

use crate::answer::chain::followed;
use crate::base::ports::{Change, StoreError};
use crate::base::query::Query;
use crate::base::trace::Trace;
use crate::base::{EngineError, Workspace};
use crate::find::retrieve::look;
use crate::write::change::{Batch, embedded, ready, row_of, see};
use crate::write::names::brought;

/// The change that adds `documents` and removes others, as one commit.
///
/// # Errors
/// When the store or the embedding model fails.
pub async fn change_of(
    workspace: &Workspace,
    documents: Vec<Document>,
    removed: Vec<Key>,
    workers: usize,
) -> Result<Change, EngineError> {
    let recipe = workspace.recipe();
    let documents = documents.into_iter().map(|document| (row_of(&document, &recipe, ""), document)).collect();
    let seen = see(&*workspace.store, Batch { documents, removed }).await?;
    Ok(ready(workspace, seen, workers).await?.change)
}

/// The text of a chunk for an embedding model.
pub fn embedded_text(title: &str, chunk: &Chunk) -> String {
    embedded(title, chunk)
}

/// The answer to a question by a chain of stated relations; none where a link is missing.
///
/// # Errors
/// When the store cannot be read.
pub async fn followed_value(workspace: &Workspace, question: &str) -> Result<Option<String>, StoreError> {
    Ok(followed(workspace, question).await?.map(|followed| followed.value))
}

/// The evidence of one look, without a model and before its texts are read.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub async fn evidence_of(workspace: &Workspace, query: &Query) -> Result<Evidence, EngineError> {
    Ok(look(workspace, query, None, &mut Trace::silent()).await?.evidence)
}

/// Makes a decision from another workspace, as in an import; returns true if it is new here.
///
/// # Errors
/// When the store fails.
pub async fn bring_decision(workspace: &Workspace, decision: Decision) -> Result<bool, EngineError> {
    brought(workspace, decision).await
}
