//! Deletion: documents are removed, with exactly the facts that they stated.

use crate::base::glob::Glob;
use std::collections::BTreeSet;

use quipu_kernel::model::Key;
use serde::{Deserialize, Serialize};

use crate::base::ports::{DocumentRow, Select, Store, StoreError};
use crate::base::{EngineError, Workspace};
use crate::write::change::{Batch, ready, see};

/// Page size of document listings and removals.
const PAGE: usize = 1024;

/// The result of a delete.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DeleteReport {
    /// Ids of the deleted documents, sorted.
    pub deleted: Vec<String>,
    /// Targets that matched nothing.
    pub unmatched: Vec<String>,
    /// Chunks removed; a text that has another copy keeps its chunks under another owner.
    pub chunks_removed: u64,
}

/// Deletes every document that one of `targets` names: by id, by source path (`notes/a.md`), or by
/// a glob over either (`*` within a folder, `**` across folders, `?` one character). Needs a tokio
/// runtime.
///
/// # Errors
/// When the store or the embedding model fails; documents deleted before stay deleted.
pub async fn delete(workspace: &Workspace, targets: &[String]) -> Result<DeleteReport, EngineError> {
    let (rows, unmatched) = find(&*workspace.store, targets).await?;
    remove(workspace, rows, unmatched).await
}

/// Deletes every document that was read from one of these sources, each named by its whole path: no
/// character of it is a wildcard. Needs a tokio runtime.
///
/// # Errors
/// As [`delete`].
pub async fn delete_read_from(workspace: &Workspace, sources: &[String]) -> Result<DeleteReport, EngineError> {
    let gone: BTreeSet<&str> = sources.iter().map(String::as_str).collect();
    let (mut rows, mut after) = (Vec::new(), None);
    loop {
        let page = workspace.store.documents(&Select::After(after, PAGE)).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.key);
        rows.extend(page.into_iter().filter(|row| gone.contains(row.source.path.as_str())));
    }
    rows.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    let found: BTreeSet<&str> = rows.iter().map(|row| row.source.path.as_str()).collect();
    let unmatched = gone.difference(&found).map(|source| (*source).to_owned()).collect();
    remove(workspace, rows, unmatched).await
}

async fn remove(
    workspace: &Workspace,
    rows: Vec<DocumentRow>,
    unmatched: Vec<String>,
) -> Result<DeleteReport, EngineError> {
    let mut report = DeleteReport { unmatched, ..DeleteReport::default() };
    for page in rows.chunks(PAGE) {
        let removed = page.iter().map(|row| row.key).collect();
        let seen = see(&*workspace.store, Batch { documents: Vec::new(), removed }).await?;
        let ready = ready(workspace, seen, 2).await?;
        let receipt = workspace.store.commit(ready.change).await?;
        report.deleted.extend(page.iter().map(|row| row.id.clone()));
        report.chunks_removed += receipt.removed.saturating_sub(receipt.added);
    }
    Ok(report)
}

/// The documents that the targets name, by id, and the targets that name none.
pub(crate) async fn find(store: &dyn Store, targets: &[String]) -> Result<(Vec<DocumentRow>, Vec<String>), StoreError> {
    let keys = targets.iter().map(|target| Key::document(target)).collect();
    let mut found = store.documents(&Select::Keys(keys)).await?;
    let by_id = |target: &&String| !found.iter().any(|row| row.id == **target);
    let rest: Vec<(&String, Option<Glob>)> =
        targets.iter().filter(by_id).map(|target| (target, Glob::parse(target))).collect();
    let mut hit = vec![false; rest.len()];
    let mut after = None;
    while !rest.is_empty() {
        let page = store.documents(&Select::After(after, PAGE)).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.key);
        for row in page {
            let mut named = false;
            for ((target, glob), hit) in rest.iter().zip(&mut hit) {
                let matches =
                    |text: &str| text == target.as_str() || glob.as_ref().is_some_and(|glob| glob.matches(text));
                if matches(&row.id) || matches(&row.source.path) {
                    (named, *hit) = (true, true);
                }
            }
            found.extend(named.then_some(row));
        }
    }
    found.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    found.dedup_by(|a, b| a.id == b.id);
    let unmatched = rest.iter().zip(&hit).filter(|(_, hit)| !**hit).map(|((target, _), _)| (*target).clone()).collect();
    Ok((found, unmatched))
}
