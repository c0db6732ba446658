//! Documents indexed together, and forgotten.

use crate::laws::Broken;
use crate::laws::dump;
use crate::laws::patiently;
use crate::laws::world::DocumentMap;
use quipu_engine::Workspace;
use quipu_engine::delete::delete;
use quipu_engine::index::IndexOptions;
use quipu_engine::index::IndexReport;
use quipu_engine::index::Sources;
use quipu_engine::index::Watch;
use quipu_engine::index::given;
use quipu_engine::index::index;
use quipu_engine::ports::DumpRow;
use quipu_kernel::model::Document;
use std::time::Duration;
/// Indexes documents, again from the start when the store fails.
pub(crate) async fn index_all(workspace: &Workspace, documents: &DocumentMap) -> Result<IndexReport, Broken> {
    patiently(async || index(workspace, sources(documents.values()), &small_groups(), &Watch::default()).await).await
}

/// Deletes the documents that `gone` names.
pub(crate) async fn forget(workspace: &Workspace, gone: impl Fn(&String) -> bool) -> Result<(), Broken> {
    let rows = patiently(async || Ok(dump(&*workspace.store).await?)).await?;
    let ids = rows.into_iter().filter_map(|row| match row {
        DumpRow::Document(row) => Some(row.id),
        _ => None,
    });
    let ids: Vec<String> = ids.filter(|id| gone(id)).collect();
    patiently(async || delete(workspace, &ids).await.map(drop)).await
}

/// A run that makes groups of two or three documents and lets commits overlap with the next group.
pub(crate) fn small_groups() -> IndexOptions {
    IndexOptions { group_bytes: 200, sync_every: Duration::from_secs(3600), ..IndexOptions::default() }
}

pub(crate) fn sources<'a>(documents: impl Iterator<Item = &'a Document>) -> Sources {
    let documents: Vec<Document> = documents.cloned().collect();
    given(documents)
}
