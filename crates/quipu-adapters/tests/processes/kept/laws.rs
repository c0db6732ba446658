//! Every map holds the laws.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use quipu_adapters::store::{KeyValueOptions, LmdbKeyValue, MemoryKeyValue};
use quipu_engine::ports::KeyValue;
use quipu_proof::laws::key_value::hold;
use tempfile::TempDir;

#[tokio::test]
async fn the_map_in_memory_holds_the_laws() {
    let memory = || -> Arc<dyn KeyValue> { Arc::new(MemoryKeyValue::new()) };
    hold(&memory, 0..60).await.unwrap_or_else(|broken| panic!("{broken}"));
}

/// Lives through histories on disk. A short window keeps lone writes short.
async fn hold_on_disk(options: KeyValueOptions) {
    let options = KeyValueOptions { window: Duration::from_millis(1), ..options };
    let kept = Mutex::<Vec<TempDir>>::default();
    let empty = || -> Arc<dyn KeyValue> {
        let directory = TempDir::new().expect("the system has a directory for temporary files");
        let map = LmdbKeyValue::at(&directory.path().join("replies"), options);
        kept.lock().expect("no holder panics").push(directory);
        Arc::new(map)
    };
    hold(&empty, 0..6).await.unwrap_or_else(|broken| panic!("{broken}"));
}

#[tokio::test]
async fn the_map_on_disk_holds_the_laws() {
    hold_on_disk(KeyValueOptions::default()).await;
}

/// The map begins with less room than it needs.
#[tokio::test]
async fn a_map_that_grows_holds_the_laws() {
    hold_on_disk(KeyValueOptions { map: 1 << 16, ..KeyValueOptions::default() }).await;
}

#[tokio::test]
async fn the_cache_holds_the_laws() {
    hold_on_disk(KeyValueOptions { cache: Some(1 << 30), ..KeyValueOptions::default() }).await;
}
