//! The tail (a write buffer before the inverted index): chunks that the truth has and the word index lacks, and removed
//! chunks that it still has. Readers scan it, so that a committed document is seen at once.

use std::collections::BTreeMap;
use std::ops::Bound;

use heed::RoTxn;
use quipu_engine::ports::StoreError;
use quipu_kernel::rank::bm25::Scorer;
use quipu_kernel::text::Stems;
use quipu_kernel::view::{FoundChunk, Question, WordHit};
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::all_tables::Tables;
use super::codec::damaged;
use super::failures::io;
use super::lexical::added;
use super::rows::{BodyRow, ChunkRow, LogRow};
use super::state::State;
use super::words::Covered;
use super::write::terms_of;

/// A chunk of the tail.
pub(super) struct TailChunk {
    pub(super) id: u32,
    pub(super) length: u32,
}

/// The pending work of the word index.
#[derive(Default)]
pub(super) struct Tail {
    /// Chunks to take in, by id.
    pub(super) chunks: Vec<TailChunk>,
    /// Chunks to take out.
    pub(super) removed: RoaringBitmap,
    /// One past the largest id that the truth gave.
    pub(super) next_chunk: u32,
    held: RoaringBitmap,
    /// Places in `chunks` and frequencies, by term.
    terms: FxHashMap<String, Vec<(u32, u32)>>,
}

impl Tail {
    /// Takes a chunk with its terms, the newest so far.
    pub(super) fn add(&mut self, id: u32, length: u32, terms: &str) {
        for term in terms.split(' ').filter(|term| !term.is_empty()) {
            self.put(term, self.chunks.len() as u32);
        }
        self.chunks.push(TailChunk { id, length });
        self.held.insert(id);
    }

    fn put(&mut self, term: &str, place: u32) {
        if !self.terms.contains_key(term) {
            self.terms.insert(term.to_owned(), Vec::new());
        }
        if let Some(list) = self.terms.get_mut(term) {
            match list.last_mut().filter(|(last, _)| *last == place) {
                Some((_, frequency)) => *frequency += 1,
                None => list.push((place, 1)),
            }
        }
    }

    /// True if a chunk is scanned here, and so must not be counted in the index.
    pub(super) fn holds(&self, chunk: u32) -> bool {
        // The tail is mostly the newest chunks: most others are below its first.
        self.chunks.first().is_some_and(|first| first.id <= chunk) && self.held.contains(chunk)
    }

    /// Numbers of chunks with each of the terms, added.
    pub(super) fn count(&self, terms: &[String]) -> u64 {
        terms.iter().filter_map(|term| self.terms.get(term)).map(|list| list.len() as u64).sum()
    }

    /// The places in `chunks` that have any of the terms, in order, with their frequencies added.
    pub(super) fn postings(&self, terms: &[String]) -> Vec<(u32, u32)> {
        added(terms.iter().filter_map(|term| self.terms.get(term)).flatten().copied().collect())
    }

    /// The chunks at `places`, in the order of their ids, with the question's words in them that count.
    pub(super) fn found(&self, places: &[u32], question: &Question, scorer: &Scorer) -> Vec<FoundChunk> {
        let mut found: BTreeMap<u32, FoundChunk> = BTreeMap::new();
        for &place in places {
            let chunk = self.chunks.get(place as usize);
            found.extend(chunk.map(|c| (place, FoundChunk { id: c.id, length: c.length, hits: Vec::new() })));
        }
        for (at, word) in scorer.counted(question) {
            for (place, frequency) in self.postings(&word.terms) {
                if let Some(chunk) = found.get_mut(&place) {
                    chunk.hits.push(WordHit { word: at, frequency });
                }
            }
        }
        found.into_values().collect()
    }

    /// The chunks scanned here.
    pub(super) fn ids(&self) -> RoaringBitmap {
        self.held.clone()
    }

    /// Reads the log after `covered`.
    pub(super) fn read(
        tables: &Tables,
        txn: &RoTxn<'_>,
        state: &State,
        alive: &RoaringBitmap,
        covered: Covered,
    ) -> Result<Self, StoreError> {
        let (held, removed) = pending(tables, txn, alive, covered)?;
        let mut tail = Self { removed, next_chunk: state.next_chunk, ..Self::default() };
        let mut stems = Stems::default();
        for id in held {
            let (title, row) = titled(tables, txn, id)?;
            let (text, length) = terms_of(&title, &row, &mut stems);
            tail.add(id, length, &text);
        }
        Ok(tail)
    }
}

/// Chunks to take in (still alive) and to take out, by the log after `covered`.
pub(super) fn pending(
    tables: &Tables,
    txn: &RoTxn<'_>,
    alive: &RoaringBitmap,
    covered: Covered,
) -> Result<(RoaringBitmap, RoaringBitmap), StoreError> {
    let (mut come, mut gone) = (RoaringBitmap::new(), RoaringBitmap::new());
    let from = covered.added.min(covered.removed).saturating_add(1).to_be_bytes();
    let from = (Bound::Included(from.as_slice()), Bound::Unbounded);
    for line in tables.log.range(txn, &from).map_err(io)? {
        let (key, bytes) = line.map_err(io)?;
        let change = key.try_into().map(u64::from_be_bytes).map_err(|_| damaged("log", "a key is too short"))?;
        let row = LogRow::read(bytes)?;
        if change > covered.added {
            come.insert_range(row.added.0..row.added.1.max(row.added.0));
        }
        if change > covered.removed {
            gone.extend(row.removed);
        }
    }
    come &= alive;
    Ok((come, gone))
}

/// A chunk's row and the title it is searched with.
pub(super) fn titled(tables: &Tables, txn: &RoTxn<'_>, id: u32) -> Result<(String, ChunkRow), StoreError> {
    let bytes = tables.chunks.get(txn, &id.to_be_bytes()).map_err(io)?;
    let row = ChunkRow::read(bytes.ok_or_else(|| damaged("chunks", "a row is missing"))?)?;
    let body = tables.bodies.get(txn, &row.body.to_be_bytes()).map_err(io)?;
    let body = BodyRow::read_head(body.ok_or_else(|| damaged("bodies", "a row is missing"))?)?;
    Ok((body.title, row))
}
