//! Threads for work that waits for the disk: short reads run on the caller's thread, the rest off the threads that run
//! futures.

use std::sync::Arc;

use quipu_engine::ports::StoreError;
use tokio::runtime::{Handle, RuntimeFlavor};

/// Runs a read of a few milliseconds here, which saves handing it over and back; where other threads can take over
/// the work that waits for this one, they do. Among many reads in a row, some give way to others first.
pub(super) async fn in_place<T>(read: impl FnOnce() -> T) -> T {
    tokio::task::coop::consume_budget().await;
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(read),
        _ => read(),
    }
}

/// Runs `work` on a blocking thread of the current runtime; without a runtime, here.
pub(super) async fn blocking<I: Send + Sync + 'static, T: Send + 'static>(
    inner: &Arc<I>,
    work: impl FnOnce(&I) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let inner = Arc::clone(inner);
    if Handle::try_current().is_err() {
        return work(&inner);
    }
    let done = tokio::task::spawn_blocking(move || work(&inner)).await;
    done.unwrap_or_else(|lost| {
        let reason = format!("its thread ended early: {lost}; please report this");
        Err(StoreError::Io { part: "the embedded store".into(), reason })
    })
}
