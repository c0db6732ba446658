//! The contents of a workspace as plain sorted maps: the meaning of a store, apart from its representation.
//!
//! The in-memory store is this and nothing more; property tests hold every other store against it.

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::ports::{
    Body, BodyChange, BodyChunk, Change, DecisionChange, DocumentChange, DocumentRow, NewChunk, StoreError,
};
use quipu_kernel::model::{Chunk, Decision, Facts, Key};
use quipu_kernel::rank::quantise::Quantised;

/// A chunk with everything that is kept of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ChunkRow {
    pub(super) chunk: Chunk,
    pub(super) facts: Vec<Facts>,
    pub(super) vector: Option<Quantised>,
}

/// A text: its owner, the title that it is searched under, and its chunks in order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BodyRow {
    pub(super) owner: Key,
    pub(super) title: String,
    pub(super) chunks: Vec<Key>,
}

/// Everything in a workspace.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Contents {
    pub(super) documents: BTreeMap<Key, DocumentRow>,
    pub(super) bodies: BTreeMap<Key, BodyRow>,
    pub(super) chunks: BTreeMap<Key, ChunkRow>,
    pub(super) decisions: BTreeMap<u64, Decision>,
}

/// Numbers of added and removed chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Moved {
    pub(super) added: u64,
    pub(super) removed: u64,
}

impl Contents {
    /// Applies a change to a copy, so that a refused change leaves nothing behind.
    pub(super) fn apply(&self, change: Change) -> Result<(Self, Moved), StoreError> {
        let mut next = self.clone();
        let mut moved = Moved::default();
        for document in change.documents {
            match document {
                DocumentChange::Put(row) => drop(next.documents.insert(row.key, *row)),
                DocumentChange::Remove(key) => drop(next.documents.remove(&key)),
            }
        }
        let mut loose = BTreeSet::new();
        for body in &change.bodies {
            let text = match body {
                BodyChange::Put(body) => body.text,
                BodyChange::Remove(text) => *text,
            };
            loose.extend(next.bodies.remove(&text).into_iter().flat_map(|body| body.chunks));
        }
        for body in change.bodies {
            if let BodyChange::Put(body) = body {
                next.put(body, &mut loose, &mut moved)?;
            }
        }
        for decision in change.decisions {
            match decision {
                DecisionChange::Put(decision) => drop(next.decisions.insert(decision.number, decision)),
                DecisionChange::Remove(number) => drop(next.decisions.remove(&number)),
            }
        }
        for key in loose {
            moved.removed += u64::from(next.chunks.remove(&key).is_some());
        }
        Ok((next, moved))
    }

    fn put(&mut self, body: Body, loose: &mut BTreeSet<Key>, moved: &mut Moved) -> Result<(), StoreError> {
        let mut keys = Vec::with_capacity(body.chunks.len());
        for chunk in body.chunks {
            let key = match chunk {
                BodyChunk::Kept { key, body, prefix, pages, facts } => {
                    let row = self.chunks.get_mut(&key).ok_or_else(|| unknown(key))?;
                    if let Some(restated) = facts {
                        row.facts = restated.facts;
                    }
                    row.chunk = Chunk { body, prefix, pages, ..row.chunk.clone() };
                    key
                }
                BodyChunk::New(new) => self.insert(*new, moved),
            };
            loose.remove(&key);
            keys.push(key);
        }
        self.bodies.insert(body.text, BodyRow { owner: body.owner, title: body.title, chunks: keys });
        Ok(())
    }

    fn insert(&mut self, new: NewChunk, moved: &mut Moved) -> Key {
        let key = new.chunk.key;
        let row = ChunkRow { chunk: new.chunk, facts: new.facts, vector: new.vector.as_deref().map(Quantised::new) };
        moved.added += 1;
        moved.removed += u64::from(self.chunks.insert(key, row).is_some());
        key
    }
}

fn unknown(key: Key) -> StoreError {
    StoreError::Damaged { part: "change".into(), reason: format!("it keeps chunk {key}, which is not there") }
}

/// A weight in the fixed steps that sums are kept in.
pub(super) fn steps(weight: f32) -> i64 {
    (f64::from(weight) * 1024.0).round() as i64
}

/// A sum of weights back from its steps.
pub(super) fn weight(steps: i64) -> f64 {
    steps as f64 / 1024.0
}
