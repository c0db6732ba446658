//! The door of imports: whatever lines come, the store that they leave is sound, and its dump reads to the end.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use quipu_adapters::store::{EmbeddedStore, MemoryStore, OpenOptions};
use quipu_engine::exchange::{ImportOptions, ImportReport, import};
use quipu_engine::index::Stop;
use quipu_engine::ports::Store;
use quipu_proof::laws::{dump, toys};

async fn imported(store: Arc<dyn Store>, mut data: &[u8]) -> Option<ImportReport> {
    let options = ImportOptions { group_bytes: 2_000, workers: 1, stop: Stop::default() };
    let report = import(&toys::workspace(store.clone()), &mut data, &options).await.ok()?;
    dump(&*store).await.expect("what was imported reads");
    Some(report)
}

fuzz_target!(|data: &[u8]| {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime starts");
    runtime.block_on(async {
        let taken = imported(Arc::new(MemoryStore::new()), data).await;
        // A store on disk takes longer to make: only for what is worth it.
        if taken.is_none_or(|report| report.added == 0) {
            return;
        }
        let folder = std::env::temp_dir().join(format!("quipu-fuzz-import-{}", std::process::id()));
        let options = OpenOptions { write: true, model: Some(toys::card()), ..OpenOptions::default() };
        let store = Arc::new(EmbeddedStore::open(&folder, &options).expect("an empty folder becomes a store"));
        imported(store.clone(), data).await;
        let verified = store.verify(false).await.expect("the store can be checked");
        assert!(verified.problems.is_empty(), "{:?}", verified.problems);
        drop(store);
        std::fs::remove_dir_all(&folder).expect("the store goes");
    });
});
