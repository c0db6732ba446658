//! Indexing: files become a graph.
//!
//! Documents are made durable in groups (checkpoints): a commit costs the same for one document as for a
//! thousand. While one group is committed the next is read and worked on; only a group that
//! touches a document or text of the uncommitted one waits for it.

mod group;
mod index_options;
mod index_report;
mod index_run;
mod stale;
mod vanished;

pub use index_options::{IndexOptions, Listener, Source, SourceDocuments, Sources, Watch, given};
pub use index_report::{IndexReport, LanguageCount, LeftOut, Moved, Progress, SkipCause, Skipped};
pub use vanished::lies_in;

pub use crate::base::Stop;

use crate::base::{EngineError, Workspace};
use crate::write::change;

/// Indexes: reads every source, processes new and changed documents, makes them durable in groups.
/// Needs a tokio runtime.
///
/// # Errors
/// When the store or the embedding model fails; data that was durable before stays.
pub async fn index(
    workspace: &Workspace,
    sources: Sources,
    options: &IndexOptions,
    watch: &Watch<Progress>,
) -> Result<IndexReport, EngineError> {
    let mut run = index_run::IndexRun::start(workspace, options, watch);
    let mut documents = group::read(sources, options.workers); // bytes -parse-> Document
    while let Some(batch) = run.gather(&mut documents).await? {
        let seen = run.see(batch).await?; // (skip what is known by hash)
        let ready = change::ready(workspace, seen, options.workers).await?; // -split-> -extract-> -embed-> -between-> Change
        run.commit(ready).await?; // -commit-> Store
    }
    run.wait().await?;
    run.settle_vanished().await?;
    Ok(run.finish())
}
