//! One change of the workspace for its readers (snapshot isolation, by LMDB's MVCC): the truth's state, the word
//! index's searcher, the tail between the two, and the mapped slots. Made once a change and shared by all questions.

use heed::{RoTxn, WithoutTls};
use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;
use tantivy::Searcher;

use super::all_tables::Tables;
use super::codec::damaged;
use super::failures::io;
use super::lexical::{Lexical, dead_documents};
use super::name_row::NameRow;
use super::owners::Owners;
use super::resident::Resident;
use super::rows::BodyRow;
use super::slots::Mapped;
use super::state::{Alive, State};
use super::tail::Tail;
use super::write::{chunk_key, class_of};
use super::{Inner, Words};

/// The state of one change, shared by all its questions.
pub(super) struct Snapshot {
    pub(super) state: State,
    pub(super) alive: Alive,
    pub(super) tail: Tail,
    pub(super) heads: Mapped,
    pub(super) codes: Mapped,
    pub(super) vectors: Mapped,
    pub(super) resident: Resident,
    owners: Owners,
    searcher: Searcher,
    dead: Vec<Vec<u32>>,
}

impl Snapshot {
    /// The snapshot of a transaction's change.
    pub(super) fn new(rows: Rows<'_>, state: State, store: &Inner) -> Result<Self, StoreError> {
        let Rows { tables, txn } = rows;
        let Inner { words, files, .. } = store;
        let (searcher, covered) = words.index.searcher()?;
        let alive = Alive::read(&tables, txn)?;
        let tail = Tail::read(&tables, txn, &state, &alive.chunks, covered)?;
        words.segments.keep(&searcher);
        let dead = dead_documents(&searcher, words.index.fields, &words.segments, &tail)?;
        let (codes, vectors) = files.maps(&state)?;
        let owners = Owners::new(state.next_body);
        Ok(Self {
            heads: files.heads.map(state.next_chunk)?,
            resident: Resident::new(&state, store.resident),
            owners,
            codes,
            vectors,
            state,
            alive,
            tail,
            searcher,
            dead,
        })
    }

    /// The word index as of this change.
    pub(super) fn lexical<'a>(&'a self, words: &'a Words) -> Lexical<'a> {
        Lexical {
            searcher: &self.searcher,
            fields: words.index.fields,
            segments: &words.segments,
            tail: &self.tail,
            dead: &self.dead,
            pool: &words.pool,
            counts: self.state.counts(),
        }
    }

    /// The content of the word index, for `doctor`.
    pub(super) fn indexed(&self, words: &Words) -> Result<Indexed, StoreError> {
        let mut out = Indexed::default();
        for (reader, dead) in self.searcher.segment_readers().iter().zip(&self.dead) {
            let segment = words.segments.get(reader)?;
            for (chunk, document) in segment.chunks.iter().zip(0..) {
                if dead.binary_search(&document).is_err() && !out.ids.insert(*chunk) {
                    out.twice += 1;
                }
            }
        }
        Ok(out)
    }

    /// Body, length and second half of the key of a chunk.
    pub(super) fn head(&self, chunk: u32) -> Result<(u32, u32, [u8; 8]), StoreError> {
        let slot: [u8; 16] =
            self.heads.slot(chunk).try_into().map_err(|_| damaged("slots", "a chunk's head is missing"))?;
        let number = |at: usize| u32::from_le_bytes([slot[at], slot[at + 1], slot[at + 2], slot[at + 3]]);
        let mut suffix = [0; 8];
        suffix.copy_from_slice(&slot[8..]);
        Ok((number(0), number(4), suffix))
    }
}

/// The chunks in the word index, and the number of duplicates.
#[derive(Default)]
pub(super) struct Indexed {
    pub(super) ids: roaring::RoaringBitmap,
    pub(super) twice: u64,
}

/// Reads of the truth that several doors share.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) tables: Tables,
    pub(super) txn: &'a RoTxn<'a, WithoutTls>,
}

impl<'a> Rows<'a> {
    pub(super) fn get(&self, table: super::tables::Table, id: u32) -> Result<Option<&'a [u8]>, StoreError> {
        table.get(self.txn, &id.to_be_bytes()).map_err(io)
    }

    pub(super) fn must(&self, table: super::tables::Table, part: &str, id: u32) -> Result<&'a [u8], StoreError> {
        self.get(table, id)?.ok_or_else(|| damaged(part, &format!("row {id} is missing")))
    }

    pub(super) fn name(&self, id: u32) -> Result<NameRow, StoreError> {
        NameRow::read(self.must(self.tables.names, "names", id)?)
    }

    pub(super) fn body(&self, id: u32) -> Result<BodyRow, StoreError> {
        BodyRow::read(self.must(self.tables.bodies, "bodies", id)?)
    }

    /// The entity of a name: the class's id, or the name's own.
    pub(super) fn entity_of(&self, name: u32) -> Result<u32, StoreError> {
        Ok(class_of(&self.tables, self.txn, name)?.map_or(name, |(id, _)| id))
    }

    /// The key of a chunk and of the document that owns it.
    pub(super) fn chunk_key(&self, snapshot: &Snapshot, chunk: u32) -> Result<(Key, Key), StoreError> {
        let (body, _, suffix) = snapshot.head(chunk)?;
        let owner =
            snapshot.owners.get(body, || BodyRow::owner_of(self.must(self.tables.bodies, "bodies", body)?))?;
        Ok((chunk_key(owner, suffix), owner))
    }
}
