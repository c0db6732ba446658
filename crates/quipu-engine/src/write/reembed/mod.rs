//! Another embedding model for a workspace: every chunk gets a vector of the new model beside the one in
//! use; when all have one, the new ones take over in one commit.
//!
//! Questions are answered by the old vectors until then. The next run continues one that ended early:
//! present vectors stay, and new chunks get one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::base::EngineError;
use crate::base::ports::{EmbedError, Embedder, Role, Store, Waiting, WaitingChunk};
use crate::write::change;
use crate::write::index::Watch;

/// Number of chunks embedded together, at first.
const FIRST: usize = 32;
/// The most that are embedded together.
const MOST: usize = 4096;
/// The target time of a batch: the loss of an interrupted run.
const BATCH: Duration = Duration::from_secs(2);

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ReembedProgress {
    /// Chunks that this run gave a vector, or found to have none.
    pub done: u64,
    /// Chunks that still wait.
    pub left: u64,
    /// Seconds since the run began.
    pub seconds: f64,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReembedReport {
    /// The model.
    pub model: String,
    /// Chunks that this run processed.
    pub chunks: u64,
    /// Those of them that the model does not cover, and which have no vector now.
    pub uncovered: u64,
    /// True if the vectors of the model are in use now.
    pub switched: bool,
    /// True if the run was stopped before its end; the next run goes on.
    pub stopped: bool,
    /// Seconds of wall time.
    pub seconds: f64,
}

/// Takes the vectors of `embedder` into use, once every chunk has one.
///
/// # Errors
/// When a chunk still waits, or the store fails; then the vectors before stay in use.
pub async fn switch(
    store: &dyn Store,
    embedder: &Arc<dyn Embedder>,
    report: &mut ReembedReport,
) -> Result<(), EngineError> {
    store.switch(embedder.card()).await?;
    report.switched = true;
    Ok(())
}

/// Computes a vector of `embedder` for every chunk, beside the one in use; [`switch`] is the next step, unless the
/// run was stopped. Needs a tokio runtime.
///
/// # Errors
/// When the store or the model fails; the vectors in use stay, and those made so far are kept.
pub async fn fill(
    store: &dyn Store,
    embedder: &Arc<dyn Embedder>,
    watch: &Watch<ReembedProgress>,
) -> Result<ReembedReport, EngineError> {
    let began = Instant::now();
    let mut report = ReembedReport { model: embedder.card().name.clone(), ..ReembedReport::default() };
    let mut batch = FIRST;
    loop {
        let Waiting { chunks, left } = store.waiting(embedder.card(), batch).await?;
        if chunks.is_empty() {
            break;
        }
        if watch.stop.asked() {
            report.stopped = true;
            break;
        }
        let (from, count) = (Instant::now(), chunks.len() as u64);
        let vectors = vectors(embedder, &chunks).await?;
        report.chunks += count;
        report.uncovered += vectors.iter().filter(|vector| vector.is_none()).count() as u64;
        let keyed = chunks.iter().map(|waiting| waiting.chunk.key).zip(vectors).collect();
        store.put_vectors(embedder.card(), keyed).await?;
        batch = next(batch, from.elapsed());
        if let Some(progress) = &watch.progress {
            let seconds = began.elapsed().as_secs_f64();
            progress(&ReembedProgress { done: report.chunks, left: left.saturating_sub(count), seconds });
        }
    }
    report.seconds = began.elapsed().as_secs_f64();
    Ok(report)
}

/// The vectors of chunks, made on a worker.
async fn vectors(embedder: &Arc<dyn Embedder>, chunks: &[WaitingChunk]) -> Result<Vec<Option<Vec<f32>>>, EngineError> {
    let texts: Vec<String> = chunks.iter().map(|waiting| change::embedded(&waiting.title, &waiting.chunk)).collect();
    let (embedder, runtime) = (Arc::clone(embedder), tokio::runtime::Handle::current());
    let work = move || {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        runtime.block_on(embedder.embed(&texts, Role::Passage))
    };
    let done: Result<Result<_, EmbedError>, _> = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(EngineError::died("embedding"))??)
}

/// The size of the next batch: chunks for about [`BATCH`] at the speed of this one, at most twice it.
fn next(batch: usize, took: Duration) -> usize {
    let fits = batch as f64 * BATCH.as_secs_f64() / took.as_secs_f64().max(1e-3);
    (fits as usize).clamp(1, MOST.min(batch * 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_to_what_takes_two_seconds() {
        assert_eq!(next(32, Duration::ZERO), 64);
        assert_eq!(next(32, Duration::from_secs(4)), 16);
        assert_eq!(next(1, Duration::from_secs(60)), 1);
        assert_eq!(next(MOST, Duration::from_millis(1)), MOST);
    }
}
