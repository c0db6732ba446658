//! Reading sources on workers, in their order, a few ahead of the story.

use futures::stream::BoxStream;
use futures::{StreamExt, stream};
use quipu_kernel::model::Document;

use super::{Skipped, Sources};
use crate::EngineError;

/// How many results are looked up in the store together, at most.
const TOGETHER: usize = 256;

/// What reading gave: a document, or a line of the report.
pub(super) type Read = Result<Result<Document, Skipped>, EngineError>;

/// The sources' documents in order, in packs of what is ready.
pub(super) fn read(sources: Sources, workers: usize) -> BoxStream<'static, Vec<Read>> {
    let on_worker = |source: super::Source| async move {
        let died =
            |error: tokio::task::JoinError| EngineError::Worker { at: "reading".into(), reason: error.to_string() };
        tokio::task::spawn_blocking(source).await.map_err(died)
    };
    stream::iter(sources).map(on_worker).buffered(2 * workers.max(1)).ready_chunks(TOGETHER).boxed()
}
