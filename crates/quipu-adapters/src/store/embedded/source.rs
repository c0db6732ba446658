//! One question's reads of the embedded store: from memory-mapped pages, by private ids.

use std::cell::{OnceCell, RefCell};

use quipu_engine::ports::StoreError;
use quipu_kernel::model::{ExtractedBy, Key};
use quipu_kernel::rank::quantise::QuantisedQuery;
use quipu_kernel::view::{
    ChunksOf, FoundChunk, FoundRelation, Needs, PairHit, Question, SaidIn, Seeds, ViewChunk, ViewEntity, ViewSource,
};
use roaring::RoaringBitmap;

use super::Words;
use super::bits::Bits;
use super::codec::damaged;
use super::dense;
use super::graph::Graph;
use super::lexical::Fetched;
use super::snapshot::{Rows, Snapshot};

/// A workspace of fewer chunks is not worth a second thread.
const ALONE: u64 = 50_000;

/// The nearest chunks with their cosines, and the best by words.
type Fetches = (Vec<(f32, u32)>, Vec<FoundChunk>);

/// The embedded store as one question may see it.
pub(super) struct EmbeddedSource<'a> {
    rows: Rows<'a>,
    snapshot: &'a Snapshot,
    words: &'a Words,
    /// The chunks that the question's filter admits, as a list and as bits; missing: all of them.
    admitted: Option<(RoaringBitmap, Bits)>,
    word_chunks: OnceCell<Vec<u64>>,
    fetched: RefCell<Option<Fetched<'a>>>,
    query: OnceCell<Option<QuantisedQuery>>,
    graph: Graph<'a>,
}

impl<'a> EmbeddedSource<'a> {
    pub(super) fn new(
        rows: Rows<'a>,
        snapshot: &'a Snapshot,
        words: &'a Words,
        admitted: Option<RoaringBitmap>,
    ) -> Self {
        Self {
            rows,
            snapshot,
            words,
            admitted: admitted.map(|admitted| {
                let bits = Bits::new(snapshot.state.next_chunk, &admitted);
                (admitted, bits)
            }),
            word_chunks: OnceCell::new(),
            fetched: RefCell::new(None),
            query: OnceCell::new(),
            graph: Graph::new(rows, snapshot),
        }
    }

    fn admitted(&self) -> Option<&Bits> {
        self.admitted.as_ref().map(|(_, bits)| bits)
    }

    fn word_chunks(&self, question: &Question) -> Result<&Vec<u64>, StoreError> {
        if let Some(known) = self.word_chunks.get() {
            return Ok(known);
        }
        let counted = self.snapshot.lexical(self.words).word_chunks(question)?;
        Ok(self.word_chunks.get_or_init(|| counted))
    }

    /// The question's vector, prepared.
    fn query(&self, question: &Question) -> Option<&QuantisedQuery> {
        self.query.get_or_init(|| question.vector.as_deref().map(QuantisedQuery::new)).as_ref()
    }

    /// The nearest chunks, and the best by words. A large workspace is scanned for the former on a
    /// thread of its own meanwhile.
    fn side_by_side(
        &self,
        question: &Question,
        needs: &Needs,
        list: Option<&RoaringBitmap>,
    ) -> Result<Fetches, StoreError> {
        let snapshot = self.snapshot;
        let query = self.query(question).filter(|_| needs.dense > 0);
        let nearest = move |threads| {
            query.map_or_else(Vec::new, |query| dense::nearest(snapshot, list, query, needs.dense, threads))
        };
        let words = || self.best(question, needs, needs.lexical, None);
        if snapshot.state.chunks < ALONE {
            return Ok((nearest(1), words()?));
        }
        if query.is_none() || needs.lexical == 0 {
            return Ok((nearest(2), words()?));
        }
        std::thread::scope(|scope| {
            let nearest = scope.spawn(move || nearest(1));
            let words = words()?;
            let nearest =
                nearest.join().map_err(|_| damaged("vectors", "their scan ended early; please report this"))?;
            Ok((nearest, words))
        })
    }

    fn best(
        &self,
        question: &Question,
        needs: &Needs,
        limit: usize,
        within: Option<&[u32]>,
    ) -> Result<Vec<FoundChunk>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let lexical = self.snapshot.lexical(self.words);
        let mut kept = self.fetched.borrow_mut();
        let fetched = match kept.as_mut() {
            Some(fetched) => fetched,
            None => kept.insert(lexical.begin(question, needs, self.word_chunks(question)?)?),
        };
        let held: OnceCell<Bits> = OnceCell::new();
        let bits = |within: &[u32]| Bits::new(self.snapshot.state.next_chunk, within.iter().copied());
        let inside = |chunk: u32| {
            self.admitted().is_none_or(|admitted| admitted.contains(chunk))
                && within.is_none_or(|within| held.get_or_init(|| bits(within)).contains(chunk))
        };
        lexical.best(fetched, question, limit, (within, inside), |chunk| Ok(self.key(chunk)?.0))
    }

    /// The admitted chunks, the first by key where they are more than are wanted and no vector finds
    /// the nearest.
    fn listed(&self, question: &Question, needs: &Needs, list: Option<&RoaringBitmap>) -> Result<Vec<u32>, StoreError> {
        let Some(list) = list.filter(|_| needs.listed > 0) else { return Ok(Vec::new()) };
        if list.len() <= needs.listed as u64 {
            return Ok(list.iter().collect());
        }
        if needs.finds_nearest(question) {
            return Ok(Vec::new());
        }
        let keyed = list.iter().map(|chunk| Ok((self.key(chunk)?.0, chunk)));
        let mut keyed = keyed.collect::<Result<Vec<(Key, u32)>, StoreError>>()?;
        keyed.select_nth_unstable(needs.listed);
        Ok(keyed.into_iter().take(needs.listed).map(|(_, chunk)| chunk).collect())
    }

    /// The key of a chunk and of its owner.
    fn key(&self, chunk: u32) -> Result<(Key, Key), StoreError> {
        self.rows.chunk_key(self.snapshot, chunk)
    }
}

impl ViewSource for EmbeddedSource<'_> {
    type Error = StoreError;

    fn seeds(&self, question: &Question, needs: &Needs) -> Result<Seeds, StoreError> {
        let mut named = Vec::new();
        if needs.entities {
            for (name, at) in question.names.iter().zip(0..) {
                for id in self.rows.meant(name)? {
                    named.push((at, self.graph.entity_of(id)?));
                }
            }
        }
        named.sort_unstable();
        named.dedup();
        let list = self.admitted.as_ref().map(|(list, _)| list);
        let (dense, lexical) = self.side_by_side(question, needs, list)?;
        let dense = dense::seeds(dense, needs.dense, |chunk| Ok(self.key(chunk)?.0))?;
        let listed = self.listed(question, needs, list)?;
        Ok(Seeds {
            counts: self.snapshot.state.counts(),
            lexical,
            dense,
            listed,
            named,
            word_chunks: self.word_chunks(question)?.clone(),
        })
    }

    fn entities_of(&self, chunks: &[u32]) -> Result<Vec<Vec<u32>>, StoreError> {
        chunks.iter().map(|chunk| self.graph.entities_in(*chunk)).collect()
    }

    fn chunks_of(&self, entities: &[u32], cap: usize) -> Result<Vec<ChunksOf>, StoreError> {
        let of = |entity: &u32| {
            let chunks = self.graph.chunks_within(*entity, self.admitted(), cap)?;
            Ok(chunks.map_or(ChunksOf::Hub, ChunksOf::All))
        };
        entities.iter().map(of).collect()
    }

    fn best_of_hub(&self, entity: u32, question: &Question, needs: &Needs) -> Result<Vec<FoundChunk>, StoreError> {
        let mut within = Vec::new();
        self.graph.each_chunk(entity, |chunk| within.push(chunk))?;
        // Each of its names has its own list.
        within.sort_unstable();
        within.dedup();
        self.best(question, needs, needs.cap, Some(&within))
    }

    fn chunks(&self, ids: &[u32], question: &Question, needs: &Needs) -> Result<Vec<ViewChunk>, StoreError> {
        let query = self.query(question).filter(|_| needs.cosines);
        let chunk = |&id: &u32| {
            let (_, length, _) = self.snapshot.head(id)?;
            let (key, document) = self.key(id)?;
            let has_vector = (needs.cosines || needs.vectors) && self.snapshot.alive.vectors.contains(id);
            let stored = |wanted: bool| has_vector && wanted;
            Ok(ViewChunk {
                key,
                document,
                length,
                hits: Vec::new(),
                pairs: Vec::new(),
                cosine: query
                    .filter(|_| stored(needs.cosines))
                    .and_then(|query| dense::cosine(self.snapshot, id, query)),
                vector: if stored(needs.vectors) { dense::stored(self.snapshot, id).map(|v| v.vector()) } else { None },
            })
        };
        ids.iter().map(chunk).collect()
    }

    fn pairs(&self, chunks: &[u32], question: &Question) -> Result<Vec<Vec<PairHit>>, StoreError> {
        chunks.iter().map(|chunk| self.rows.pairs(*chunk, question)).collect()
    }

    fn entities(&self, ids: &[u32]) -> Result<Vec<ViewEntity>, StoreError> {
        ids.iter().map(|id| self.graph.entity(*id)).collect()
    }

    fn subjects(&self, entities: &[u32], chunks: &[u32]) -> Result<Vec<(u32, u32)>, StoreError> {
        let mut out = Vec::new();
        for &chunk in chunks {
            let about = self.graph.subjects_of(chunk)?;
            out.extend(about.iter().filter(|e| entities.binary_search(e).is_ok()).map(|entity| (*entity, chunk)));
        }
        Ok(out)
    }

    fn relations(&self, entities: &[u32]) -> Result<Vec<FoundRelation>, StoreError> {
        self.graph.relations(entities, self.admitted())
    }

    fn said_by(&self, extractor: ExtractedBy, chunks: &[u32]) -> Result<Vec<SaidIn>, StoreError> {
        chunks.iter().map(|chunk| self.graph.said_in(*chunk, extractor)).collect()
    }
}
