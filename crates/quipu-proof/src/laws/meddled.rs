//! The law of exports beside a writer: a document is exported in its state at some moment, though a second writer
//! writes between any two reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quipu_engine::delete::delete;
use quipu_engine::index::{IndexOptions, Watch, given, index};
use quipu_engine::ports::{Around, Boxed, Call, Store, StoreError, Surrounded};
use quipu_engine::{EngineError, Workspace};

use super::exchanged::{exported, imported};
use super::indexed::index_all;
use super::world::{Documents, World};
use super::{Broken, Empty, PATIENCE, alike, patiently, toys};

/// A second writer to a store after one of its reads.
struct Meddled {
    store: Arc<dyn Store>,
    /// The change of the world: added and removed documents.
    then: (Documents, Vec<String>),
    /// Reads until that happens.
    left: AtomicUsize,
}

impl Meddled {
    /// Writes when it is time, again until it succeeds.
    async fn meddle(&self) -> Result<(), StoreError> {
        if self.left.fetch_sub(1, Ordering::Relaxed) != 1 {
            return Ok(());
        }
        let mut left = PATIENCE;
        while let Err(error) = self.write().await {
            left -= 1;
            if left == 0 {
                return Err(StoreError::Io { part: "meddled store".into(), reason: error.to_string() });
            }
        }
        Ok(())
    }

    async fn write(&self) -> Result<(), EngineError> {
        let workspace = toys::workspace(self.store.clone());
        let (put, gone) = &self.then;
        let sources = given(put.values().cloned().collect::<Vec<_>>());
        index(&workspace, sources, &IndexOptions::default(), &Watch::default()).await?;
        delete(&workspace, gone).await.map(drop)
    }
}

/// A write between two reads of an export is in it or not, document by document; no text
/// stands under the key of another.
pub(super) async fn an_export_beside_a_writer_is_sound(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::of_at_least(4, seed ^ 0x3edd);
    let store = empty();
    index_all(&toys::workspace(store.clone()), &world.documents).await?;
    let before = world.documents.clone();
    (0..2).for_each(|_| drop(world.step()));
    let gone: Vec<String> = before.keys().filter(|id| !world.documents.contains_key(*id)).cloned().collect();
    let left = AtomicUsize::new(1 + world.random.below(4));
    let then = (world.documents.clone(), gone);
    let store = Surrounded { store: store.clone(), around: Meddled { store, then, left } };
    let meddled = Workspace { store: Arc::new(store), ..toys::workspace(empty()) };
    let file = exported(&meddled).await?;
    let (restored, after) = (toys::workspace(empty()), toys::workspace(empty()));
    let report = imported(&restored, &file).await?;
    Broken::unless(report.is_whole(), "an export beside a writer reads", || format!("{report:?}"))?;
    // Documents with an unchanged text are not read again, so their facts must be those of the text.
    index_all(&restored, &world.documents).await?;
    let gone: Vec<String> = before.into_keys().filter(|id| !world.documents.contains_key(id)).collect();
    patiently(async || delete(&restored, &gone).await.map(drop)).await?;
    index_all(&after, &world.documents).await?;
    alike(&after, &restored).await
}

impl Around for Meddled {
    fn before<'a>(&'a self, call: Call<'a>) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move { if matches!(call, Call::Dump) { self.meddle().await } else { Ok(()) } })
    }

    fn after<'a>(&'a self, call: Call<'a>) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move { if matches!(call, Call::Read) { self.meddle().await } else { Ok(()) } })
    }
}
