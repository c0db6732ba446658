//! The ports with a span around each call: the stories run as they are, and say where time goes.

use std::sync::Arc;

use quipu_engine::ports::{
    BodyChange, BodyChunk, Boxed, Change, DocumentRow, DumpRow, EmbedError, Embedder, EntityFound, ModelCard, Receipt,
    Role, Select, SelectChunks, Status, Store, StoreError, StoredChunk, Verified, Waiting,
};
use quipu_engine::{Cut, Extractor, Rules, Splitter, Workspace};
use quipu_kernel::extract::Said;
use quipu_kernel::model::{AliasLink, Chunk, Decision, Document, Facts, Key, Mention};
use quipu_kernel::view::{Needs, Question, View};

use super::exact::Exact;
use super::spans::Span;
use crate::embed::StaticVectors;
use crate::store::EmbeddedStore;

/// The spans of indexing.
#[derive(Debug, Default)]
pub(super) struct Spans {
    pub(super) read: Span,
    pub(super) split: Span,
    pub(super) titles: Span,
    pub(super) extract: Span,
    pub(super) embed: Span,
    pub(super) truth: Span,
    pub(super) slots: Span,
    pub(super) words: Span,
    /// What the benchmark itself does on the way.
    pub(super) own: Span,
}

/// A workspace over `store` with the binary's own parts, its calls timed.
pub(super) fn timed(store: Arc<EmbeddedStore>, spans: &Arc<Spans>, exact: Option<Arc<Exact>>) -> Workspace {
    let of = || spans.clone();
    Workspace {
        store: Arc::new(TimedStore { store, spans: of(), exact }),
        embedder: Some(Arc::new(TimedEmbedder(StaticVectors::new(), of()))),
        splitter: Arc::new(TimedSplitter(Cut::default(), of())),
        extractor: Arc::new(TimedRules(of())),
    }
}

/// A workspace over `store` with the binary's own parts.
pub(super) fn plain(store: Arc<EmbeddedStore>) -> Workspace {
    Workspace {
        store,
        embedder: Some(Arc::new(StaticVectors::new())),
        splitter: Arc::new(Cut::default()),
        extractor: Arc::new(Rules),
    }
}

struct TimedSplitter(Cut, Arc<Spans>);

impl Splitter for TimedSplitter {
    fn recipe(&self) -> String {
        self.0.recipe()
    }

    fn split(&self, document: &Document) -> Vec<Chunk> {
        self.1.split.of(|| self.0.split(document))
    }
}

struct TimedRules(Arc<Spans>);

impl Extractor for TimedRules {
    fn extract(&self, chunk: &Chunk) -> Facts {
        self.0.extract.of(|| Rules.extract(chunk))
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        self.0.titles.of(|| Rules.title_names(document))
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        self.0.titles.of(|| Rules.title_links(document))
    }

    fn settle(&self, title: &str, said: &mut [Said<'_>]) {
        self.0.extract.of(|| Rules.settle(title, said));
    }
}

struct TimedEmbedder(StaticVectors, Arc<Spans>);

impl Embedder for TimedEmbedder {
    fn card(&self) -> &ModelCard {
        self.0.card()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str], _role: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        let vectors = self.1.embed.of(|| texts.iter().map(|text| self.0.vector(text)).collect());
        Box::pin(std::future::ready(Ok(vectors)))
    }
}

/// The store, whose commits say what their parts took, and whose vectors are held against the
/// questions on the way.
struct TimedStore {
    store: Arc<EmbeddedStore>,
    spans: Arc<Spans>,
    exact: Option<Arc<Exact>>,
}

impl TimedStore {
    fn compare(&self, change: &Change) {
        let Some(exact) = &self.exact else { return };
        for body in &change.bodies {
            let BodyChange::Put(body) = body else { continue };
            for chunk in &body.chunks {
                if let BodyChunk::New(new) = chunk
                    && let Some(vector) = &new.vector
                {
                    exact.see(new.chunk.key, vector);
                }
            }
        }
    }
}

impl Store for TimedStore {
    fn view<'a>(&'a self, question: &'a Question, needs: &'a Needs) -> Boxed<'a, Result<View, StoreError>> {
        self.store.view(question, needs)
    }

    fn documents<'a>(&'a self, select: &'a Select) -> Boxed<'a, Result<Vec<DocumentRow>, StoreError>> {
        self.store.documents(select)
    }

    fn chunks<'a>(&'a self, select: &'a SelectChunks) -> Boxed<'a, Result<Vec<StoredChunk>, StoreError>> {
        self.store.chunks(select)
    }

    fn entities<'a>(&'a self, names: &'a [String]) -> Boxed<'a, Result<Vec<EntityFound>, StoreError>> {
        self.store.entities(names)
    }

    fn decisions(&self) -> Boxed<'_, Result<Vec<Decision>, StoreError>> {
        self.store.decisions()
    }

    fn commit<'a>(&'a self, change: Change) -> Boxed<'a, Result<Receipt, StoreError>> {
        Box::pin(async move {
            self.spans.own.of(|| self.compare(&change));
            let receipt = self.store.commit(change).await?;
            let times = self.store.last_commit();
            self.spans.truth.add(times.truth);
            self.spans.slots.add(times.slots);
            self.spans.words.add(times.words);
            Ok(receipt)
        })
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
        self.store.dump(take)
    }

    fn status(&self) -> Boxed<'_, Result<Status, StoreError>> {
        self.store.status()
    }

    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        self.store.verify(repair)
    }
}
