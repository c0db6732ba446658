//! The tail: chunks that the truth has and the word index has not taken in yet, and chunks that it
//! has not taken out. Readers scan it, so that a committed document is seen at once.

use std::collections::BTreeMap;
use std::ops::Bound;

use heed::RoTxn;
use quipu_engine::ports::StoreError;
use quipu_kernel::view::{Question, WordHit};
use roaring::RoaringBitmap;

use super::codec::damaged;
use super::env::{Tables, io};
use super::rows::{BodyRow, ChunkRow, LogRow};
use super::state::State;
use super::words::Covered;
use super::write::terms_of;

/// A chunk of the tail, with its terms.
pub(super) struct TailChunk {
    pub(super) id: u32,
    pub(super) length: u32,
    terms: BTreeMap<String, u32>,
}

impl TailChunk {
    /// How often any of the terms stands in the chunk.
    pub(super) fn frequency(&self, terms: &[String]) -> u32 {
        terms.iter().filter_map(|term| self.terms.get(term)).sum()
    }

    /// The question's words in the chunk.
    pub(super) fn hits(&self, question: &Question) -> Vec<WordHit> {
        let mut hits = Vec::new();
        for (word, place) in question.words.iter().zip(0..) {
            let frequency = self.frequency(&word.terms);
            if frequency > 0 {
                add_hit(&mut hits, place, frequency);
            }
        }
        hits
    }
}

/// What the word index has still to learn.
#[derive(Default)]
pub(super) struct Tail {
    /// Chunks to take in, by id.
    pub(super) chunks: Vec<TailChunk>,
    /// Chunks to take out.
    pub(super) removed: RoaringBitmap,
    /// One past the largest id that the truth gave.
    pub(super) next_chunk: u32,
    held: RoaringBitmap,
}

impl Tail {
    /// Whether a chunk is scanned here, and so must not be counted in the index.
    pub(super) fn holds(&self, chunk: u32) -> bool {
        !self.chunks.is_empty() && self.held.contains(chunk)
    }

    /// The chunks scanned here.
    pub(super) fn ids(&self) -> RoaringBitmap {
        self.held.clone()
    }

    /// Reads what the log says after `covered`.
    pub(super) fn read(
        tables: &Tables,
        txn: &RoTxn<'_>,
        state: &State,
        alive: &RoaringBitmap,
        covered: Covered,
    ) -> Result<Self, StoreError> {
        let (held, removed) = pending(tables, txn, alive, covered)?;
        let mut tail = Self { chunks: Vec::new(), removed, next_chunk: state.next_chunk, held };
        for id in &tail.held {
            let (title, row) = titled(tables, txn, id)?;
            let (text, length) = terms_of(&title, &row);
            let mut terms = BTreeMap::new();
            text.split(' ').filter(|term| !term.is_empty()).for_each(|term| {
                *terms.entry(term.to_owned()).or_default() += 1;
            });
            tail.chunks.push(TailChunk { id, length, terms });
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

/// Counts a term of the word at `place`; terms of one word add up.
pub(super) fn add_hit(hits: &mut Vec<WordHit>, place: u32, frequency: u32) {
    match hits.last_mut().filter(|hit| hit.word == place) {
        Some(hit) => hit.frequency += frequency,
        None => hits.push(WordHit { word: place, frequency }),
    }
}
