//! The canonical dump, in batches that each read a state of their own.
//!
//! Whoever takes the rows may be slow, and pages of a state that somebody reads are not used again:
//! so a batch is read, the state is let go, and then its rows are handed out. What is written
//! meanwhile is in the rows that come after it.

use quipu_engine::ports::{DumpRow, StoreError};

use super::Inner;
use super::codec;
use super::dense;
use super::env::{Table, Tables, io};
use super::snapshot::{Rows, Snapshot};

/// What takes the rows of a dump; false ends it.
pub(super) type Take<'a> = &'a mut (dyn FnMut(DumpRow) -> bool + Send);

/// Keys of a batch: their rows have 10 MB or so.
const BATCH: usize = 500;

/// A part of the dump: the table whose keys it follows, and what it says of a key and its id.
type Part = (fn(&Tables) -> Table, fn(&Rows<'_>, &Snapshot, &[u8], &[u8], &mut Vec<DumpRow>) -> Result<(), StoreError>);

const PARTS: [Part; 4] = [
    (|tables| tables.document_keys, document),
    // Chunk keys begin with half their owner's, so owners in order give chunks in order.
    (|tables| tables.document_keys, chunks),
    (|tables| tables.name_keys, entity),
    (|tables| tables.relation_keys, relation),
];

impl Inner {
    pub(super) fn dump(&self, take: Take<'_>) -> Result<(), StoreError> {
        for part in PARTS {
            // LMDB refuses an empty key; no key sorts below one zero byte.
            let mut from = vec![0];
            loop {
                let mut rows = Vec::new();
                let read = self.reading(|reader, snapshot| batch(&reader, snapshot, part, &mut from, &mut rows))?;
                if !rows.into_iter().all(&mut *take) {
                    return Ok(());
                }
                if read < BATCH {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Reads the rows of the next keys, moves `from` behind them, and counts them.
fn batch(
    reader: &Rows<'_>,
    snapshot: &Snapshot,
    (table, say): Part,
    from: &mut Vec<u8>,
    rows: &mut Vec<DumpRow>,
) -> Result<usize, StoreError> {
    let mut last = None;
    let mut count = 0;
    let keys = (std::ops::Bound::Included(from.as_slice()), std::ops::Bound::Unbounded);
    for found in table(&reader.tables).range(reader.txn, &keys).map_err(io)?.take(BATCH) {
        let (key, id) = found.map_err(io)?;
        say(reader, snapshot, key, id, rows)?;
        (last, count) = (Some(key), count + 1);
    }
    if let Some(last) = last {
        *from = [last, &[0]].concat();
    }
    Ok(count)
}

fn document(reader: &Rows<'_>, _: &Snapshot, _: &[u8], id: &[u8], rows: &mut Vec<DumpRow>) -> Result<(), StoreError> {
    rows.push(DumpRow::Document(Box::new(reader.document_of(id)?)));
    Ok(())
}

fn chunks(
    reader: &Rows<'_>,
    snapshot: &Snapshot,
    _: &[u8],
    id: &[u8],
    rows: &mut Vec<DumpRow>,
) -> Result<(), StoreError> {
    let document = reader.document_of(id)?;
    let Some(body) = reader.body_of(&document)?.filter(|body| body.owner == document.key) else { return Ok(()) };
    let mut chunks = Vec::with_capacity(body.places.len());
    for place in &body.places {
        chunks.push((reader.stored(&body, place)?, place.chunk));
    }
    chunks.sort_by_key(|(stored, _)| stored.chunk.key);
    rows.extend(chunks.into_iter().map(|(stored, id)| {
        let vector = snapshot.alive.vectors.contains(id).then(|| dense::stored(snapshot, id)).flatten();
        DumpRow::Chunk { chunk: stored.chunk, facts: stored.facts, vector: vector.map(|vector| vector.vector()) }
    }));
    Ok(())
}

/// A class of names is said at its smallest key.
fn entity(reader: &Rows<'_>, _: &Snapshot, key: &[u8], id: &[u8], rows: &mut Vec<DumpRow>) -> Result<(), StoreError> {
    let entity = reader.entity(reader.entity_of(codec::id(id)?)?)?;
    if entity.key.bytes().as_slice() == key {
        rows.push(DumpRow::Entity(entity));
    }
    Ok(())
}

fn relation(
    reader: &Rows<'_>,
    snapshot: &Snapshot,
    _: &[u8],
    id: &[u8],
    rows: &mut Vec<DumpRow>,
) -> Result<(), StoreError> {
    rows.push(DumpRow::Relation(reader.relation(snapshot, codec::id(id)?)?));
    Ok(())
}
