//! A view cut in parts, so that a benchmark can report the time of each part.

use std::cell::Cell;
use std::time::Instant;

use quipu_engine::ports::StoreError;
use quipu_kernel::model::ExtractedBy;
use quipu_kernel::view::{
    ChunksOf, FoundChunk, FoundRelation, Needs, PairHit, Question, SaidIn, Seeds, View, ViewChunk, ViewEntity,
    ViewSource, cut,
};

use super::EmbeddedStore;
use super::source::EmbeddedSource;

/// Times of the parts of a view, in milliseconds of wall time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ViewParts {
    /// The filter's chunks.
    pub filter: f64,
    /// The entities that the question names.
    pub names: f64,
    /// The best chunks by words.
    pub lexical: f64,
    /// The nearest chunks, scanned on the same thread here.
    pub dense: f64,
    /// The best chunks of hubs.
    pub hubs: f64,
    /// Steps from chunks to entities and on.
    pub hops: f64,
    /// Keys, lengths and cosines of the chunks.
    pub chunks: f64,
    /// Names and counts of the entities.
    pub entities: f64,
    /// Subjects of documents, and relations.
    pub others: f64,
    /// All of it, with the work of the cut itself.
    pub all: f64,
}

impl EmbeddedStore {
    /// A view as `Store::view` cuts it, and the times of its parts.
    ///
    /// # Errors
    /// As `Store::view`.
    pub fn view_in_parts(&self, question: &Question, needs: &Needs) -> Result<(View, ViewParts), StoreError> {
        let parts = Cell::new(ViewParts::default());
        let began = Instant::now();
        let view = self.inner.reading(|rows, snapshot| {
            let admitted = spent(&parts, |parts| &mut parts.filter, || rows.admitted(snapshot, &question.filter))?;
            let source = EmbeddedSource::new(rows, snapshot, &self.inner.words, admitted);
            cut(&Timed { source, parts: &parts }, question, needs)
        })?;
        let all = began.elapsed().as_secs_f64() * 1e3;
        Ok((view, ViewParts { all, ..parts.get() }))
    }
}

/// Does `work`, and adds its time to a part.
fn spent<T>(parts: &Cell<ViewParts>, part: fn(&mut ViewParts) -> &mut f64, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = work();
    let mut now = parts.get();
    *part(&mut now) += began.elapsed().as_secs_f64() * 1e3;
    parts.set(now);
    done
}

/// A source whose reads are timed.
struct Timed<'a> {
    source: EmbeddedSource<'a>,
    parts: &'a Cell<ViewParts>,
}

impl Timed<'_> {
    fn spent<T>(&self, part: fn(&mut ViewParts) -> &mut f64, work: impl FnOnce() -> T) -> T {
        spent(self.parts, part, work)
    }
}

impl ViewSource for Timed<'_> {
    type Error = StoreError;

    /// One kind of seed after the other; the source keeps their common data.
    fn seeds(&self, question: &Question, needs: &Needs) -> Result<Seeds, StoreError> {
        let only = |lexical: usize, dense: usize, entities: bool| Needs { lexical, dense, entities, ..needs.clone() };
        let seeds = |needs: Needs| self.source.seeds(question, &needs);
        // Counting the question's words is a part of finding them.
        let words = self.spent(|parts| &mut parts.lexical, || seeds(only(needs.lexical, 0, false)))?;
        let near = self.spent(|parts| &mut parts.dense, || seeds(only(0, needs.dense, false)))?;
        let named = self.spent(|parts| &mut parts.names, || seeds(only(0, 0, needs.entities)))?;
        Ok(Seeds { dense: near.dense, named: named.named, ..words })
    }

    fn entities_of(&self, chunks: &[u32]) -> Result<Vec<Vec<u32>>, StoreError> {
        self.spent(|parts| &mut parts.hops, || self.source.entities_of(chunks))
    }

    fn chunks_of(&self, entities: &[u32], cap: usize) -> Result<Vec<ChunksOf>, StoreError> {
        self.spent(|parts| &mut parts.hops, || self.source.chunks_of(entities, cap))
    }

    fn best_of_hub(&self, entity: u32, question: &Question, needs: &Needs) -> Result<Vec<FoundChunk>, StoreError> {
        self.spent(|parts| &mut parts.hubs, || self.source.best_of_hub(entity, question, needs))
    }

    fn chunks(&self, ids: &[u32], question: &Question, needs: &Needs) -> Result<Vec<ViewChunk>, StoreError> {
        self.spent(|parts| &mut parts.chunks, || self.source.chunks(ids, question, needs))
    }

    fn pairs(&self, chunks: &[u32], question: &Question) -> Result<Vec<Vec<PairHit>>, StoreError> {
        self.spent(|parts| &mut parts.lexical, || self.source.pairs(chunks, question))
    }

    fn entities(&self, ids: &[u32]) -> Result<Vec<ViewEntity>, StoreError> {
        self.spent(|parts| &mut parts.entities, || self.source.entities(ids))
    }

    fn subjects(&self, entities: &[u32], chunks: &[u32]) -> Result<Vec<(u32, u32)>, StoreError> {
        self.spent(|parts| &mut parts.others, || self.source.subjects(entities, chunks))
    }

    fn relations(&self, entities: &[u32]) -> Result<Vec<FoundRelation>, StoreError> {
        self.spent(|parts| &mut parts.others, || self.source.relations(entities))
    }

    fn said_by(&self, extractor: ExtractedBy, chunks: &[u32]) -> Result<Vec<SaidIn>, StoreError> {
        self.spent(|parts| &mut parts.others, || self.source.said_by(extractor, chunks))
    }
}
