//! A store that is slow and fails now and then: what works over it does not count on luck.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quipu_kernel::model::{Decision, Key};
use quipu_kernel::random::SplitMix;
use quipu_kernel::view::{Needs, Question, View};

use crate::ports::{
    Boxed, Change, DocumentRow, DumpRow, EntityFound, ModelCard, Receipt, Select, SelectChunks, Status, Store,
    StoreError, StoredChunk, Verified, Waiting,
};

/// Wraps a store: each call takes longer, and one in `one_in` fails before it does anything.
pub struct Flaky {
    store: Arc<dyn Store>,
    wait: Duration,
    one_in: usize,
    calls: AtomicU64,
}

impl Flaky {
    /// A store that waits `wait` before each call and refuses one in `one_in`, by `seed`.
    pub fn new(store: Arc<dyn Store>, wait: Duration, one_in: usize, seed: u64) -> Self {
        Self { store, wait, one_in, calls: AtomicU64::new(seed << 32) }
    }

    async fn try_luck(&self) -> Result<(), StoreError> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(self.wait).await;
        if SplitMix::new(call).chance(1, self.one_in) {
            return Err(StoreError::Io { part: "flaky store".into(), reason: "refused on purpose; try again".into() });
        }
        Ok(())
    }
}

impl Store for Flaky {
    fn view<'a>(&'a self, question: &'a Question, needs: &'a Needs) -> Boxed<'a, Result<View, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.view(question, needs).await
        })
    }

    fn documents<'a>(&'a self, select: &'a Select) -> Boxed<'a, Result<Vec<DocumentRow>, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.documents(select).await
        })
    }

    fn chunks<'a>(&'a self, select: &'a SelectChunks) -> Boxed<'a, Result<Vec<StoredChunk>, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.chunks(select).await
        })
    }

    fn entities<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.entities(names).await
        })
    }

    fn decisions(&self) -> Boxed<'_, Result<Vec<Decision>, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.decisions().await
        })
    }

    fn commit<'a>(&'a self, change: Change) -> Boxed<'a, Result<Receipt, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.commit(change).await
        })
    }

    fn waiting<'a>(&'a self, model: &'a ModelCard, limit: usize) -> Boxed<'a, Result<Waiting, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.waiting(model, limit).await
        })
    }

    fn put_vectors<'a>(
        &'a self,
        model: &'a ModelCard,
        vectors: Vec<(Key, Option<Vec<f32>>)>,
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.put_vectors(model, vectors).await
        })
    }

    fn switch<'a>(&'a self, model: &'a ModelCard) -> Boxed<'a, Result<Receipt, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.switch(model).await
        })
    }

    fn dump<'a>(&'a self, take: &'a mut (dyn FnMut(DumpRow) -> bool + Send)) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.dump(take).await
        })
    }

    fn status(&self) -> Boxed<'_, Result<Status, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.status().await
        })
    }

    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        Box::pin(async move {
            self.try_luck().await?;
            self.store.verify(repair).await
        })
    }
}
