//! A store wrapper with a hook before and after each call, shared by wrappers that delay, fail, change data or
//! measure.

use std::sync::Arc;

use quipu_kernel::model::{Decision, Key};
use quipu_kernel::view::{Needs, Question, View};

use super::{
    Boxed, Change, DocumentRow, DumpRow, EntityFound, EntityRow, ModelCard, Receipt, Select, SelectChunks, Status,
    Store, StoreError, StoredChunk, Verified, Waiting, Whole,
};

/// A call to a store.
#[derive(Debug, Clone, Copy)]
pub enum Call<'a> {
    /// [`Store::documents`] or [`Store::chunks`].
    Read,
    /// [`Store::commit`], before it.
    Commit(&'a Change),
    /// [`Store::commit`], behind it.
    Committed,
    /// [`Store::dump`].
    Dump,
    /// Any other.
    Other,
}

/// Hooks around the calls of a store.
pub trait Around: Send + Sync {
    /// Before a call; an error replaces the call.
    fn before<'a>(&'a self, _call: Call<'a>) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// After a successful call.
    fn after<'a>(&'a self, _call: Call<'a>) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A store with something around it.
pub struct Surrounded<A> {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The hooks.
    pub around: A,
}

impl<A: Around> Surrounded<A> {
    async fn call<T>(&self, call: Call<'_>, of: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        self.around.before(call).await?;
        let done = of.await?;
        self.around.after(call).await?;
        Ok(done)
    }
}

impl<A: Around> Store for Surrounded<A> {
    fn view<'a>(&'a self, question: &'a Question, needs: &'a Needs) -> Boxed<'a, Result<View, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.view(question, needs)))
    }

    fn documents<'a>(&'a self, select: &'a Select) -> Boxed<'a, Result<Vec<DocumentRow>, StoreError>> {
        Box::pin(self.call(Call::Read, self.store.documents(select)))
    }

    fn chunks<'a>(&'a self, select: &'a SelectChunks) -> Boxed<'a, Result<Vec<StoredChunk>, StoreError>> {
        Box::pin(self.call(Call::Read, self.store.chunks(select)))
    }

    fn entities<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.entities(names)))
    }

    fn named<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityRow>, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.named(names)))
    }

    fn decisions(&self) -> Boxed<'_, Result<Vec<Decision>, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.decisions()))
    }

    fn commit<'a>(&'a self, change: Change) -> Boxed<'a, Result<Receipt, StoreError>> {
        Box::pin(async move {
            self.around.before(Call::Commit(&change)).await?;
            let receipt = self.store.commit(change).await?;
            self.around.after(Call::Committed).await?;
            Ok(receipt)
        })
    }

    fn waiting<'a>(&'a self, model: &'a ModelCard, limit: usize) -> Boxed<'a, Result<Waiting, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.waiting(model, limit)))
    }

    fn put_vectors<'a>(
        &'a self,
        model: &'a ModelCard,
        vectors: Vec<(Key, Option<Vec<f32>>)>,
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(self.call(Call::Other, self.store.put_vectors(model, vectors)))
    }

    fn switch<'a>(&'a self, model: &'a ModelCard) -> Boxed<'a, Result<Receipt, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.switch(model)))
    }

    fn dump<'a>(&'a self, take: &'a mut (dyn FnMut(DumpRow) -> bool + Send)) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(self.call(Call::Dump, self.store.dump(take)))
    }

    fn whole(&self) -> Boxed<'_, Result<Box<dyn Whole>, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.whole()))
    }

    fn status(&self) -> Boxed<'_, Result<Status, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.status()))
    }

    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        Box::pin(self.call(Call::Other, self.store.verify(repair)))
    }
}
