//! Every store holds the laws, over random histories, and over a store that is slow and fails.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use quipu_adapters::store::{EmbeddedStore, MemoryStore, OpenOptions};
use quipu_engine::ports::Store;
use quipu_proof::laws::{Flaky, hold, stores_agree, toys};
use tempfile::TempDir;

fn memory() -> Arc<dyn Store> {
    Arc::new(MemoryStore::new())
}

// Half of the seeds each, so that two cores share them.
#[tokio::test]
async fn the_store_in_memory_holds_the_laws() {
    hold(&memory, 0..30).await.unwrap_or_else(|broken| panic!("{broken}"));
}

#[tokio::test]
async fn the_store_in_memory_holds_the_laws_over_other_histories() {
    hold(&memory, 30..60).await.unwrap_or_else(|broken| panic!("{broken}"));
}

/// A store on disk, in a directory that goes when `kept` does; up to `resident` chunks stay in memory.
fn on_disk(kept: &Mutex<Vec<TempDir>>, resident: u32) -> Arc<dyn Store> {
    let directory = TempDir::new().expect("the system has a directory for temporary files");
    let options =
        OpenOptions { write: true, model: Some(toys::card()), resident: Some(resident), ..OpenOptions::default() };
    let store = EmbeddedStore::open(directory.path(), &options).expect("an empty directory becomes a workspace");
    kept.lock().expect("no holder panics").push(directory);
    Arc::new(store)
}

#[tokio::test]
async fn the_embedded_store_holds_the_laws() {
    let kept = Mutex::default();
    hold(&|| on_disk(&kept, 1000), 0..6).await.unwrap_or_else(|broken| panic!("{broken}"));
}

#[tokio::test]
async fn the_embedded_store_holds_the_laws_from_its_pages_alone() {
    let kept = Mutex::default();
    hold(&|| on_disk(&kept, 0), 0..2).await.unwrap_or_else(|broken| panic!("{broken}"));
}

#[tokio::test]
async fn the_stores_are_alike_after_the_same_histories() {
    let kept = Mutex::default();
    stores_agree(&memory, &|| on_disk(&kept, 1000), 200..208).await.unwrap_or_else(|broken| panic!("{broken}"));
    stores_agree(&memory, &|| on_disk(&kept, 0), 208..214).await.unwrap_or_else(|broken| panic!("{broken}"));
}

// It waits more than it works: both histories at once, and by its name it begins before the other tests.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_slow_and_fails_holds_the_stories() {
    let seed = std::sync::atomic::AtomicU64::new(0);
    let flaky = || -> Arc<dyn Store> {
        let seed = seed.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Arc::new(Flaky::around(memory(), Duration::from_millis(1), 12, seed))
    };
    let both = tokio::try_join!(hold(&flaky, 100..101), hold(&flaky, 101..102));
    both.unwrap_or_else(|broken| panic!("{broken}"));
}
