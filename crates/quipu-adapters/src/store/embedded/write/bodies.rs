//! Bodies and chunks of a change: new, kept and removed chunks, and their facts.
//!
//! A chunk holds the names of its facts and those of the titles of all copies of its text. Chunks
//! that stay are touched only when those titles changed.

use std::collections::BTreeMap;

use quipu_engine::ports::{Body, BodyChange, BodyChunk, Change, NewChunk, StoreError};
use quipu_kernel::model::Key;
use quipu_kernel::text::Stems;
use rustc_hash::FxHashMap;

use super::documents::Text;
use super::{Commit, NameIds};
use crate::store::embedded::codec::damaged;
use crate::store::embedded::facts;
use crate::store::embedded::failures::io;
use crate::store::embedded::rows::{BodyRow, ChunkRow, Place};
use crate::store::embedded::vector;

/// Slots and terms of the chunks that a commit adds, in the order of their ids.
pub(in crate::store::embedded) struct NewChunks {
    dimension: usize,
    pub(in crate::store::embedded) heads: Vec<u8>,
    pub(in crate::store::embedded) codes: Vec<u8>,
    pub(in crate::store::embedded) vectors: Vec<u8>,
    /// Each chunk's terms, joined by spaces.
    pub(in crate::store::embedded) terms: Vec<String>,
    any_vector: bool,
}

impl NewChunks {
    pub(super) fn new(dimension: usize) -> Self {
        let empty = Vec::new;
        Self { dimension, heads: empty(), codes: empty(), vectors: empty(), terms: Vec::new(), any_vector: false }
    }

    /// Numbers of terms, in the order of ids.
    pub(in crate::store::embedded) fn lengths(&self) -> impl Iterator<Item = u32> + '_ {
        self.heads.as_chunks::<16>().0.iter().map(|slot| u32::from_le_bytes([slot[4], slot[5], slot[6], slot[7]]))
    }

    pub(super) fn has_vectors(&self) -> bool {
        self.any_vector
    }

    /// Appends a chunk's slots; true if it has a vector.
    fn push(&mut self, row: &ChunkRow, vector: Option<&[f32]>, terms: String) -> Result<bool, StoreError> {
        self.heads.extend(head(row));
        self.terms.push(terms);
        vector::write_both(vector, self.dimension, &mut self.codes, &mut self.vectors)?;
        self.any_vector |= vector.is_some();
        Ok(vector.is_some())
    }
}

/// A chunk's head slot: body, length, second half of the key.
pub(in crate::store::embedded) fn head(row: &ChunkRow) -> [u8; 16] {
    let mut slot = [0; 16];
    slot[..4].copy_from_slice(&row.body.to_le_bytes());
    slot[4..8].copy_from_slice(&row.length.to_le_bytes());
    slot[8..].copy_from_slice(&row.suffix);
    slot
}

/// The terms of a chunk, joined by spaces, and their number.
pub(in crate::store::embedded) fn terms_of(title: &str, row: &ChunkRow, stems: &mut Stems) -> (String, u32) {
    let (mut terms, mut length) = (String::with_capacity(row.text.len()), 0);
    for part in row.searched(title) {
        stems.terms(part, &row.language, |term| {
            terms.push_str(term);
            terms.push(' ');
            length += 1;
        });
    }
    (terms, length)
}

/// Bodies before the change: where each chunk was, and under which titles.
#[derive(Default)]
struct Before {
    rows: Vec<BodyRow>,
    titles: Vec<Vec<u32>>,
    /// Chunk id to position of its body.
    body_of: BTreeMap<u32, usize>,
    /// Chunk key to id.
    ids: FxHashMap<Key, u32>,
    /// Owner to id of its body.
    owned: BTreeMap<Key, u32>,
}

impl<'c> Commit<'_, 'c> {
    /// Puts and removes bodies, and retitles the chunks of bodies whose copies changed.
    pub(super) fn bodies(
        &mut self,
        change: &'c Change,
        mut texts: BTreeMap<Key, Text>,
        ids: &mut NameIds,
    ) -> Result<(), StoreError> {
        let mut puts: BTreeMap<Key, Option<&'c Body>> = BTreeMap::new();
        for body in &change.bodies {
            let (text, put) = match body {
                BodyChange::Put(body) => (body.text, Some(body)),
                BodyChange::Remove(text) => (*text, None),
            };
            self.text(text, &mut texts)?;
            puts.insert(text, put);
        }
        let before = self.before(&texts, &puts)?;
        for id in before.owned.values() {
            self.tables.bodies.delete(&mut self.txn, &id.to_be_bytes()).map_err(io)?;
        }
        let mut after: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (key, text) in &mut texts {
            let row = match puts.get(key) {
                Some(Some(body)) => Some(self.put_body(body, text, &before, ids)?),
                Some(None) => {
                    text.body = None;
                    None
                }
                None => before.rows.iter().find(|row| row.text == *key && text.changed).cloned(),
            };
            if let Some(row) = row {
                let row = BodyRow { copies: text.copies.clone(), ..row };
                let titles = row.title_names();
                after.extend(row.places.iter().map(|place| (place.chunk, titles.clone())));
                let id = text.body.ok_or_else(|| damaged("texts", "a body has no id"))?;
                self.tables.bodies.put(&mut self.txn, &id.to_be_bytes(), &row.bytes()).map_err(io)?;
            }
            self.put_text(*key, text)?;
        }
        self.settle(&before, &after)
    }

    /// Loads the bodies that the change may touch.
    fn before(
        &mut self,
        texts: &BTreeMap<Key, Text>,
        puts: &BTreeMap<Key, Option<&Body>>,
    ) -> Result<Before, StoreError> {
        let mut before = Before::default();
        for (key, text) in texts {
            let Some(id) = text.body.filter(|_| text.changed || puts.contains_key(key)) else { continue };
            let bytes = self.row(self.tables.bodies, id)?.ok_or_else(|| damaged("bodies", "a row is missing"))?;
            let row = BodyRow::read(bytes)?;
            for place in &row.places {
                before.body_of.insert(place.chunk, before.rows.len());
                let bytes = self.row(self.tables.chunks, place.chunk)?;
                let chunk = ChunkRow::read(bytes.ok_or_else(|| damaged("chunks", "a row is missing"))?)?;
                before.ids.insert(chunk_key(row.owner, chunk.suffix), place.chunk);
            }
            before.owned.insert(row.owner, id);
            before.titles.push(row.title_names());
            before.rows.push(row);
        }
        Ok(before)
    }

    fn put_body(
        &mut self,
        body: &'c Body,
        text: &mut Text,
        before: &Before,
        ids: &mut NameIds,
    ) -> Result<BodyRow, StoreError> {
        // A body's id goes with its owner, so that kept chunks never change theirs.
        let id = before.owned.get(&body.owner).copied().unwrap_or_else(|| {
            self.state.next_body += 1;
            self.state.next_body - 1
        });
        text.body = Some(id);
        let mut row = BodyRow { owner: body.owner, text: body.text, title: body.title.clone(), ..BodyRow::default() };
        for chunk in &body.chunks {
            row.places.push(match chunk {
                BodyChunk::Kept { key, body, prefix, pages, facts } => {
                    let chunk = *before.ids.get(key).ok_or_else(|| damaged("change", "it keeps an unknown chunk"))?;
                    if let Some(restated) = facts {
                        self.restate(chunk, restated, ids)?;
                    }
                    Place { chunk, body: *body, prefix: prefix.clone(), pages: pages.clone() }
                }
                BodyChunk::New(new) => self.new_chunk(new, id, body, ids)?,
            });
        }
        Ok(row)
    }

    fn new_chunk(&mut self, new: &'c NewChunk, body: u32, of: &Body, ids: &mut NameIds) -> Result<Place, StoreError> {
        let (id, chunk) = (self.state.next_chunk, &new.chunk);
        self.state.next_chunk += 1;
        let mut suffix = [0; 8];
        suffix.copy_from_slice(&chunk.key.bytes()[8..]);
        let mut row = ChunkRow {
            body,
            suffix,
            length: 0,
            language: chunk.language.clone(),
            headings: chunk.headings.clone(),
            prefix_text: chunk.prefix_text.clone(),
            text: chunk.text.clone(),
            context: chunk.context.clone(),
        };
        let (terms, length) = terms_of(&of.title, &row, &mut self.stems);
        row.length = length;
        let vector = self.new.push(&row, new.vector.as_deref(), terms)?;
        self.tables.chunks.put(&mut self.txn, &id.to_be_bytes(), &row.bytes()).map_err(io)?;
        self.says(id, &new.facts, &chunk.text, ids)?;
        self.alive.chunks.insert(id);
        if vector {
            self.alive.vectors.insert(id);
        }
        self.state.chunks += 1;
        self.state.terms += u64::from(length);
        Ok(Place { chunk: id, body: chunk.body, prefix: chunk.prefix.clone(), pages: chunk.pages.clone() })
    }

    /// Adds and takes memberships of names: chunks that came, went, say something else, or have other
    /// titles.
    fn settle(&mut self, before: &Before, after: &BTreeMap<u32, Vec<u32>>) -> Result<(), StoreError> {
        for (&chunk, titles) in after {
            let old = before.body_of.get(&chunk).map(|at| before.titles[*at].as_slice());
            let restated = self.restated.remove(&chunk);
            if old == Some(titles.as_slice()) && restated.is_none() {
                continue;
            }
            let said = self.names_of(chunk)?;
            if let Some((before, old)) = restated.zip(old) {
                let before = sorted(before.iter().chain(old).copied());
                let now = sorted(said.iter().chain(titles).copied());
                let only = |these: &[u32], those: &[u32]| -> Vec<u32> {
                    these.iter().copied().filter(|name| those.binary_search(name).is_err()).collect()
                };
                self.join(chunk, &only(&now, &before));
                self.leave(chunk, &only(&before, &now));
                continue;
            }
            let fresh = |name: &&u32| said.binary_search(name).is_err();
            match old {
                None => {
                    let all: Vec<u32> = said.iter().chain(titles.iter().filter(fresh)).copied().collect();
                    self.join(chunk, &all);
                }
                Some(old) => {
                    let came: Vec<u32> = titles.iter().filter(fresh).copied().filter(|n| !old.contains(n)).collect();
                    let went: Vec<u32> = old.iter().filter(fresh).copied().filter(|n| !titles.contains(n)).collect();
                    self.join(chunk, &came);
                    self.leave(chunk, &went);
                }
            }
        }
        for (&chunk, &at) in &before.body_of {
            if !after.contains_key(&chunk) {
                self.unsay(chunk, &before.titles[at])?;
            }
        }
        Ok(())
    }

    fn names_of(&self, chunk: u32) -> Result<Vec<u32>, StoreError> {
        let bytes = self.row(self.tables.facts, chunk)?.ok_or_else(|| damaged("facts", "a row is missing"))?;
        facts::names_of(bytes)
    }

    pub(super) fn join(&mut self, chunk: u32, names: &[u32]) {
        for &name in names {
            let at = self.names.by_id(name);
            self.names.add(at, chunk);
        }
    }

    fn leave(&mut self, chunk: u32, names: &[u32]) {
        for &name in names {
            let at = self.names.by_id(name);
            self.names.take(at, chunk);
        }
    }

    /// Subtracts the facts of a chunk, and removes it.
    fn unsay(&mut self, chunk: u32, titles: &[u32]) -> Result<(), StoreError> {
        let bytes = self.row(self.tables.chunks, chunk)?.ok_or_else(|| damaged("chunks", "a row is missing"))?;
        let row = ChunkRow::read(bytes)?;
        let said = self.take_all_back(chunk, &row.text)?;
        let names = sorted(said.iter().chain(titles).copied());
        self.leave(chunk, &names);
        self.tables.chunks.delete(&mut self.txn, &chunk.to_be_bytes()).map_err(io)?;
        self.tables.facts.delete(&mut self.txn, &chunk.to_be_bytes()).map_err(io)?;
        self.alive.chunks.remove(chunk);
        self.alive.vectors.remove(chunk);
        self.state.chunks = self.state.chunks.saturating_sub(1);
        self.state.terms = self.state.terms.saturating_sub(u64::from(row.length));
        self.log.removed.push(chunk);
        Ok(())
    }
}

/// The ids in order, each once.
pub(super) fn sorted(ids: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut ids: Vec<u32> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// The key of a chunk from its owner's key and its own half.
pub(in crate::store::embedded) fn chunk_key(owner: Key, suffix: [u8; 8]) -> Key {
    let mut bytes = *owner.bytes();
    bytes[8..].copy_from_slice(&suffix);
    Key::from_bytes(bytes)
}
