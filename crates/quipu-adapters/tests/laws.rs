//! Every store holds the laws, over random histories, and over a store that is slow and fails.

use std::sync::Arc;
use std::time::Duration;

use quipu_adapters::store::MemoryStore;
use quipu_engine::laws::{Flaky, hold};
use quipu_engine::ports::Store;

fn memory() -> Arc<dyn Store> {
    Arc::new(MemoryStore::new())
}

#[tokio::test]
async fn the_store_in_memory_holds_the_laws() {
    hold(&memory, 0..60).await.unwrap_or_else(|broken| panic!("{broken}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stories_hold_over_a_store_that_is_slow_and_fails() {
    let seed = std::sync::atomic::AtomicU64::new(0);
    let flaky = || -> Arc<dyn Store> {
        let seed = seed.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Arc::new(Flaky::new(memory(), Duration::from_millis(5), 12, seed))
    };
    hold(&flaky, 100..102).await.unwrap_or_else(|broken| panic!("{broken}"));
}
