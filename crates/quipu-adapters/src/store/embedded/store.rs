//! The store port over an opened workspace. Short reads run on the caller's thread, longer work on a blocking thread
//! where there is a runtime.

use std::sync::PoisonError;

use quipu_engine::ports::{
    Boxed, Change, DocumentRow, EntityFound, EntityRow, ModelCard, Receipt, Select, SelectChunks, Status, Store,
    StoreError, StoredChunk, Verified, Waiting, Whole,
};
use quipu_kernel::model::{Decision, Key};
use quipu_kernel::view::{Needs, Question, View, cut};

use super::dump::Take;
use super::read::Known;
use super::source::EmbeddedSource;
use super::whole::EmbeddedWhole;
use super::write::decided;
use super::{EmbeddedStore, Inner};
use crate::store::blocking::{blocking, in_place};

/// So many names are remembered between reads of chunks at most, about two megabytes.
const REMEMBERED: usize = 1 << 14;

impl Store for EmbeddedStore {
    fn view<'a>(&'a self, question: &'a Question, needs: &'a Needs) -> Boxed<'a, Result<View, StoreError>> {
        Box::pin(in_place(|| self.inner.view(question, needs)))
    }

    fn documents<'a>(&'a self, select: &'a Select) -> Boxed<'a, Result<Vec<DocumentRow>, StoreError>> {
        Box::pin(in_place(|| self.inner.reading(|rows, _| rows.documents(select))))
    }

    fn chunks<'a>(&'a self, select: &'a SelectChunks) -> Boxed<'a, Result<Vec<StoredChunk>, StoreError>> {
        Box::pin(in_place(|| self.inner.chunks(select)))
    }

    fn entities<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>> {
        Box::pin(in_place(|| self.inner.reading(|rows, snapshot| rows.entities(snapshot, names))))
    }

    fn named<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityRow>, StoreError>> {
        Box::pin(in_place(|| self.inner.reading(|rows, _| rows.named(names))))
    }

    fn decisions(&self) -> Boxed<'_, Result<Vec<Decision>, StoreError>> {
        Box::pin(in_place(|| self.inner.reading(|rows, _| decided(&rows.tables, rows.txn))))
    }

    fn commit<'a>(&'a self, change: Change) -> Boxed<'a, Result<Receipt, StoreError>> {
        Box::pin(blocking(&self.inner, move |inner| inner.commit(&change)))
    }

    fn waiting<'a>(&'a self, model: &'a ModelCard, limit: usize) -> Boxed<'a, Result<Waiting, StoreError>> {
        let model = model.clone();
        Box::pin(blocking(&self.inner, move |inner| inner.waiting(&model, limit)))
    }

    fn put_vectors<'a>(
        &'a self,
        model: &'a ModelCard,
        vectors: Vec<(Key, Option<Vec<f32>>)>,
    ) -> Boxed<'a, Result<(), StoreError>> {
        let model = model.clone();
        Box::pin(blocking(&self.inner, move |inner| inner.put_vectors(&model, &vectors)))
    }

    fn switch<'a>(&'a self, model: &'a ModelCard) -> Boxed<'a, Result<Receipt, StoreError>> {
        let model = model.clone();
        Box::pin(blocking(&self.inner, move |inner| inner.switch(&model)))
    }

    fn dump<'a>(&'a self, take: Take<'a>) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move { self.inner.dump(take) })
    }

    fn whole(&self) -> Boxed<'_, Result<Box<dyn Whole>, StoreError>> {
        Box::pin(in_place(|| Ok(Box::new(EmbeddedWhole::new(&self.inner)?) as Box<dyn Whole>)))
    }

    fn status(&self) -> Boxed<'_, Result<Status, StoreError>> {
        Box::pin(blocking(&self.inner, Inner::status))
    }

    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        Box::pin(blocking(&self.inner, move |inner| inner.verify(repair)))
    }
}

impl Inner {
    /// Reads chunks. The names that their facts need are remembered for the next ones, of which many need the same.
    fn chunks(&self, select: &SelectChunks) -> Result<Vec<StoredChunk>, StoreError> {
        let names = || self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let known = Known::new(std::mem::take(&mut *names()));
        let chunks = self.reading(|rows, snapshot| rows.chunks(snapshot, select, &known));
        let known = known.into_inner();
        if known.len() <= REMEMBERED {
            *names() = known;
        }
        chunks
    }

    /// Cuts a view.
    pub(super) fn view(&self, question: &Question, needs: &Needs) -> Result<View, StoreError> {
        self.reading(|rows, snapshot| {
            let admitted = rows.admitted(snapshot, &question.filter)?;
            cut(&EmbeddedSource::new(rows, snapshot, &self.words, admitted), question, needs)
        })
    }

    fn status(&self) -> Result<Status, StoreError> {
        let mut bytes = vec![("truth".to_owned(), self.truth.size()?)];
        bytes.push(("words".to_owned(), size_of(&self.directory.join("words"))));
        self.reading(|_, snapshot| {
            let state = &snapshot.state;
            bytes.extend(self.files.sizes(state));
            Ok(Status {
                change: state.change,
                documents: state.documents,
                chunks: state.chunks,
                names: state.names,
                relations: state.relations,
                terms: state.terms,
                model: state.model.clone(),
                vectors: snapshot.alive.vectors.len(),
                unindexed: snapshot.tail.chunks.len() as u64,
                bytes,
                lagging: self.truth.lagging(),
            })
        })
    }
}

/// Size of the files of a directory, in bytes.
fn size_of(directory: &std::path::Path) -> u64 {
    let entries = std::fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok);
    entries.filter_map(|entry| entry.metadata().ok()).map(|metadata| metadata.len()).sum()
}
