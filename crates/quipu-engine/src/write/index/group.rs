//! Reading sources on workers, in their order, a few ahead of the run.

use futures::stream::BoxStream;
use futures::{StreamExt, stream};
use quipu_kernel::model::Document;

use super::{Given, Skipped, Source, Sources};
use crate::base::EngineError;

/// Maximum number of results that are looked up in the store together.
const TOGETHER: usize = 256;

/// The result of reading: documents and lines of the report, and true if their source ends there.
pub(super) type Read = Result<(Vec<Result<Document, Skipped>>, bool), EngineError>;

/// The sources' documents in order, in packs of those that are ready. The rest of a large source
/// is read when its turn comes.
pub(super) fn read(sources: Sources, workers: usize) -> BoxStream<'static, Vec<Read>> {
    stream::iter(sources)
        .map(on_worker)
        .buffered(2 * workers.max(1))
        .flat_map(|first| stream::unfold(Some(first), follow))
        .ready_chunks(TOGETHER)
        .boxed()
}

async fn on_worker(source: Source) -> Result<Given, EngineError> {
    tokio::task::spawn_blocking(source).await.map_err(EngineError::died("reading"))
}

/// The present result, with the next one.
async fn follow(given: Option<Result<Given, EngineError>>) -> Option<(Read, Option<Result<Given, EngineError>>)> {
    match given? {
        Err(error) => Some((Err(error), None)),
        Ok(Given { read, rest: None }) => Some((Ok((read, true)), None)),
        Ok(Given { read, rest: Some(rest) }) => Some((Ok((read, false)), Some(on_worker(rest).await))),
    }
}
