//! The canonical dump, in batches that each read a state of their own.
//!
//! The receiver of the rows may be slow, and pages of a state in use by a reader are not used again:
//! so a batch is read, the state is released, and then its rows are handed out. Writes in the
//! meantime are in the rows that come after it.

use std::ops::Bound;

use quipu_engine::ports::{DumpRow, StoreError};

use super::Inner;
use super::all_tables::Tables;
use super::codec;
use super::dense;
use super::failures::io;
use super::key_reads::NamesRead;
use super::snapshot::{SharedReads, Snapshot};
use super::truth_tables::ByteTable;
use super::write::read_decision;

/// The receiver of the rows of a dump; false ends it.
pub(super) type Take<'a> = &'a mut (dyn FnMut(DumpRow) -> bool + Send);

/// Rows of a batch, and keys: a document may have many chunks, a name no row of its own.
const BATCH: usize = 500;

/// A part of the dump: the table whose keys it follows, and the function that writes a key and its id.
type Part = (fn(&Tables) -> ByteTable, fn(&mut Batch<'_>, &[u8], &[u8]) -> Result<(), StoreError>);

const PARTS: [Part; 5] = [
    (|tables| tables.document_keys, |batch, _, id| batch.document(id)),
    // Chunk keys begin with half their owner's, so owners in order give chunks in order.
    (|tables| tables.document_keys, |batch, _, id| batch.chunks(id)),
    (|tables| tables.name_keys, |batch, key, id| batch.entity(key, id)),
    (|tables| tables.relation_keys, |batch, _, id| batch.relation(id)),
    (|tables| tables.decisions, |batch, _, row| batch.decision(row)),
];

impl Inner {
    pub(super) fn dump(&self, take: Take<'_>) -> Result<(), StoreError> {
        for part in PARTS {
            // LMDB refuses an empty key; no key sorts below one zero byte.
            let mut from = Some(vec![0]);
            while let Some(first) = from {
                let (rows, next) =
                    self.reading(|reader, snapshot| Batch { reader, snapshot, rows: Vec::new() }.read(part, &first))?;
                if !rows.into_iter().all(&mut *take) {
                    return Ok(());
                }
                from = next;
            }
        }
        Ok(())
    }
}

/// Rows read from one state.
struct Batch<'a> {
    reader: SharedReads<'a>,
    snapshot: &'a Snapshot,
    rows: Vec<DumpRow>,
}

impl Batch<'_> {
    /// The rows of the keys from `first` on, and the start of the next batch; missing at the end.
    fn read(mut self, (table, say): Part, first: &[u8]) -> Result<(Vec<DumpRow>, Option<Vec<u8>>), StoreError> {
        let reader = self.reader;
        let keys = (Bound::Included(first), Bound::Unbounded);
        for (found, count) in table(&reader.tables).range(reader.txn, &keys).map_err(io)?.zip(1..) {
            let (key, id) = found.map_err(io)?;
            say(&mut self, key, id)?;
            if self.rows.len().max(count) >= BATCH {
                return Ok((self.rows, Some([key, &[0]].concat())));
            }
        }
        Ok((self.rows, None))
    }

    fn document(&mut self, id: &[u8]) -> Result<(), StoreError> {
        self.rows.push(DumpRow::Document(Box::new(self.reader.document_of(id)?)));
        Ok(())
    }

    fn chunks(&mut self, id: &[u8]) -> Result<(), StoreError> {
        let (reader, snapshot) = (self.reader, self.snapshot);
        let document = reader.document_of(id)?;
        let Some(body) = reader.body_of(&document)?.filter(|body| body.owner == document.key) else { return Ok(()) };
        let mut chunks = Vec::with_capacity(body.places.len());
        let known = NamesRead::default();
        for place in &body.places {
            chunks.push((reader.stored(&body, place, &known)?, place.chunk));
        }
        chunks.sort_by_key(|(stored, _)| stored.chunk.key);
        self.rows.extend(chunks.into_iter().map(|(stored, id)| {
            let vector = dense::vector_of(snapshot, id).map(|vector| vector.vector());
            DumpRow::Chunk { chunk: stored.chunk, facts: stored.facts, vector, text: body.text }
        }));
        Ok(())
    }

    /// A class of names is written at its smallest key.
    fn entity(&mut self, key: &[u8], id: &[u8]) -> Result<(), StoreError> {
        let entity = self.reader.entity(self.reader.entity_of(codec::id(id)?)?)?;
        let spoken = || self.reader.is_spoken(self.reader.entity_of(codec::id(id)?)?);
        if entity.key.bytes().as_slice() == key && spoken()? {
            self.rows.push(DumpRow::of_names(entity));
        }
        Ok(())
    }

    fn decision(&mut self, row: &[u8]) -> Result<(), StoreError> {
        self.rows.push(DumpRow::Decision(read_decision(row)?));
        Ok(())
    }

    fn relation(&mut self, id: &[u8]) -> Result<(), StoreError> {
        self.rows.push(DumpRow::Relation(self.reader.relation(self.snapshot, codec::id(id)?)?));
        Ok(())
    }
}
