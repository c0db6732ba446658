//! The ports with a span around each call: the pipeline runs unchanged, and its times are attributed.

use std::sync::Arc;

use quipu_adapters::embed::StaticVectors;
use quipu_adapters::store::EmbeddedStore;
use quipu_engine::ports::{
    BodyChange, BodyChunk, Boxed, Call, CallHooks, Change, EmbedError, Embedder, EmbeddingRole, ModelCard, StoreError,
    Surrounded,
};
use quipu_engine::{Chunker, Extractor, KernelSplitter, Workspace};
use quipu_kernel::extract::ExtractedChunk;
use quipu_kernel::model::{AliasLink, Chunk, Day, Document, Facts, Mention, Name};
use quipu_language::Rules;

use super::exact::Exact;
use super::spans::TimedSpan;

/// The spans of indexing.
#[derive(Debug, Default)]
pub(super) struct Spans {
    pub(super) read: TimedSpan,
    pub(super) split: TimedSpan,
    pub(super) titles: TimedSpan,
    pub(super) extract: TimedSpan,
    pub(super) embed: TimedSpan,
    pub(super) truth: TimedSpan,
    pub(super) slots: TimedSpan,
    pub(super) words: TimedSpan,
    /// The benchmark's own work in between.
    pub(super) own: TimedSpan,
}

/// A workspace over `store` with the binary's own parts, its calls timed.
pub(super) fn timed(store: Arc<EmbeddedStore>, spans: &Arc<Spans>, exact: Option<Arc<Exact>>) -> Workspace {
    let of = || spans.clone();
    Workspace {
        store: Arc::new(Surrounded { store: store.clone(), around: TimedStore { store, spans: of(), exact } }),
        embedder: Some(Arc::new(TimedEmbedder(StaticVectors::new(), of()))),
        lexicon: Some(Arc::new(StaticVectors::new())),
        splitter: Arc::new(TimedSplitter(KernelSplitter::default(), of())),
        extractor: Arc::new(TimedRules(of())),
        ontology: Arc::default(),
        reranker: None,
        reader: None,
        communities: None,
    }
}

/// A workspace over `store` with the binary's own parts.
pub(super) fn plain(store: Arc<EmbeddedStore>) -> Workspace {
    Workspace {
        store,
        embedder: Some(Arc::new(StaticVectors::new())),
        lexicon: Some(Arc::new(StaticVectors::new())),
        splitter: Arc::new(KernelSplitter::default()),
        extractor: Arc::new(Rules),
        ontology: Arc::default(),
        reranker: None,
        reader: None,
        communities: None,
    }
}

struct TimedSplitter(KernelSplitter, Arc<Spans>);

impl Chunker for TimedSplitter {
    fn recipe(&self) -> String {
        self.0.recipe()
    }

    fn split(&self, document: &Document) -> Vec<Chunk> {
        self.1.split.of(|| self.0.split(document))
    }
}

struct TimedRules(Arc<Spans>);

impl Extractor for TimedRules {
    fn recipe(&self) -> String {
        Rules.recipe()
    }

    fn extract(&self, title: &str, chunk: &Chunk) -> Facts {
        self.0.extract.of(|| Rules.extract(title, chunk))
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        self.0.titles.of(|| Rules.title_names(document))
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        self.0.titles.of(|| Rules.title_links(document))
    }

    fn resolve_names(&self, title: &str, said: &mut [ExtractedChunk<'_>]) {
        self.0.extract.of(|| Rules.resolve_names(title, said));
    }

    fn spellings(&self, folded: &str) -> Vec<Name> {
        Rules.spellings(folded)
    }

    fn day(&self, text: &str) -> Option<Day> {
        Rules.day(text)
    }
}

struct TimedEmbedder(StaticVectors, Arc<Spans>);

impl Embedder for TimedEmbedder {
    fn card(&self) -> &ModelCard {
        self.0.card()
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [&'a str],
        _role: EmbeddingRole,
    ) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        let vectors = self.1.embed.of(|| texts.iter().map(|text| self.0.vector(text)).collect());
        Box::pin(std::future::ready(Ok(vectors)))
    }
}

/// A store with spans around it: its commits report the times of their parts, and its vectors are compared with the
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

impl CallHooks for TimedStore {
    fn before<'a>(&'a self, call: Call<'a>) -> Boxed<'a, Result<(), StoreError>> {
        if let Call::Commit(change) = call {
            self.spans.own.of(|| self.compare(change));
        }
        Box::pin(std::future::ready(Ok(())))
    }

    fn after<'a>(&'a self, call: Call<'a>) -> Boxed<'a, Result<(), StoreError>> {
        if let Call::Committed = call {
            let times = self.store.last_commit();
            self.spans.truth.add(times.truth);
            self.spans.slots.add(times.slots);
            self.spans.words.add(times.words);
        }
        Box::pin(std::future::ready(Ok(())))
    }
}
