//! The law of exports beside a writer: a document is exported as it was at some moment, though somebody
//! writes between any two reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quipu_kernel::model::{Decision, Key};
use quipu_kernel::view::{Needs, Question, View};

use super::exchanged::{exported, imported};
use super::histories::index_all;
use super::world::{Documents, World};
use super::{Broken, Empty, PATIENCE, alike, patiently, toys};
use crate::delete::delete;
use crate::index::{IndexOptions, Watch, given, index};
use crate::ports::{
    Boxed, Change, DocumentRow, DumpRow, EntityFound, ModelCard, Receipt, Select, SelectChunks, Status, Store,
    StoreError, StoredChunk, Verified, Waiting,
};
use crate::{EngineError, Workspace};

/// A store to which somebody else writes after one of its reads.
struct Meddled {
    store: Arc<dyn Store>,
    /// What the world becomes: what is put, what goes.
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

/// What somebody writes between two reads of an export is in it or not, document by document; no text
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
    let meddled = Workspace { store: Arc::new(Meddled { store, then, left }), ..toys::workspace(empty()) };
    let file = exported(&meddled).await?;
    let (restored, after) = (toys::workspace(empty()), toys::workspace(empty()));
    let report = imported(&restored, &file).await?;
    Broken::unless(report.is_whole(), "an export beside a writer reads", || format!("{report:?}"))?;
    // What the run finds unchanged by its text is not read again, so it must be what the text says.
    index_all(&restored, &world.documents).await?;
    let gone: Vec<String> = before.into_keys().filter(|id| !world.documents.contains_key(id)).collect();
    patiently(async || delete(&restored, &gone).await.map(drop)).await?;
    index_all(&after, &world.documents).await?;
    alike(&after, &restored).await
}

impl Store for Meddled {
    fn view<'a>(&'a self, question: &'a Question, needs: &'a Needs) -> Boxed<'a, Result<View, StoreError>> {
        self.store.view(question, needs)
    }

    fn documents<'a>(&'a self, select: &'a Select) -> Boxed<'a, Result<Vec<DocumentRow>, StoreError>> {
        Box::pin(async move {
            let rows = self.store.documents(select).await?;
            self.meddle().await?;
            Ok(rows)
        })
    }

    fn chunks<'a>(&'a self, select: &'a SelectChunks) -> Boxed<'a, Result<Vec<StoredChunk>, StoreError>> {
        Box::pin(async move {
            let chunks = self.store.chunks(select).await?;
            self.meddle().await?;
            Ok(chunks)
        })
    }

    fn entities<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>> {
        self.store.entities(names)
    }

    fn commit<'a>(&'a self, change: Change) -> Boxed<'a, Result<Receipt, StoreError>> {
        self.store.commit(change)
    }

    fn waiting<'a>(&'a self, model: &'a ModelCard, limit: usize) -> Boxed<'a, Result<Waiting, StoreError>> {
        self.store.waiting(model, limit)
    }

    fn put_vectors<'a>(
        &'a self,
        model: &'a ModelCard,
        vectors: Vec<(Key, Option<Vec<f32>>)>,
    ) -> Boxed<'a, Result<(), StoreError>> {
        self.store.put_vectors(model, vectors)
    }

    fn switch<'a>(&'a self, model: &'a ModelCard) -> Boxed<'a, Result<Receipt, StoreError>> {
        self.store.switch(model)
    }

    fn dump<'a>(&'a self, take: &'a mut (dyn FnMut(DumpRow) -> bool + Send)) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.meddle().await?;
            self.store.dump(take).await
        })
    }

    fn decisions(&self) -> Boxed<'_, Result<Vec<Decision>, StoreError>> {
        self.store.decisions()
    }

    fn status(&self) -> Boxed<'_, Result<Status, StoreError>> {
        self.store.status()
    }

    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        self.store.verify(repair)
    }
}
