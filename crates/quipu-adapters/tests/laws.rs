//! Every store holds the laws, over random histories, and over a store that is slow and fails.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quipu_adapters::store::{EmbeddedStore, MemoryStore, OpenOptions};
use quipu_engine::laws::{Flaky, hold, toys};
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
    let seed = AtomicU64::new(0);
    let flaky = || -> Arc<dyn Store> {
        let seed = seed.fetch_add(1, Ordering::Relaxed);
        Arc::new(Flaky::new(memory(), Duration::from_millis(5), 12, seed))
    };
    hold(&flaky, 100..102).await.unwrap_or_else(|broken| panic!("{broken}"));
}

/// Makes empty embedded stores below a folder.
fn embedded(folder: &Path, number: &AtomicU64) -> Arc<dyn Store> {
    let directory = folder.join(number.fetch_add(1, Ordering::Relaxed).to_string());
    let options = OpenOptions { write: true, model: Some(toys::card()), ..OpenOptions::default() };
    Arc::new(EmbeddedStore::open(&directory, &options).expect("an empty folder takes a workspace"))
}

#[tokio::test]
async fn the_embedded_store_holds_the_laws() {
    let (folder, number) = (tempfile::tempdir().expect("a folder for the test"), AtomicU64::new(0));
    let empty = || embedded(folder.path(), &number);
    hold(&empty, 200..206).await.unwrap_or_else(|broken| panic!("{broken}"));
}

/// Every law compares two stores; here one is in memory and the other embedded, by turns.
#[tokio::test]
async fn the_embedded_store_is_alike_the_store_in_memory() {
    let (folder, number) = (tempfile::tempdir().expect("a folder for the test"), AtomicU64::new(0));
    let turn = AtomicU64::new(0);
    let empty = || match turn.fetch_add(1, Ordering::Relaxed) % 2 {
        0 => memory(),
        _ => embedded(folder.path(), &number),
    };
    hold(&empty, 300..308).await.unwrap_or_else(|broken| panic!("{broken}"));
}
