//! The embedded store, read whole: one transaction of the truth, and the order of everything in it.
//!
//! The order costs one walk over the keys of names and relations and over the heads of names, bodies and chunks,
//! and stays in memory: four bytes a relation, eight a chunk and a name.

use std::sync::{Arc, Mutex, PoisonError};

use quipu_engine::ports::{Boxed, Extent, StoreError, Whole, WholeChunk, WholeEntity, WholeRelation};
use quipu_kernel::graph::Sparse;
use quipu_kernel::model::{Key, relation_key};

use super::Inner;
use super::codec::{damaged, id};
use super::facts;
use super::failures::io;
use super::graph::Graph;
use super::name_row::NameHead;
use super::opened::ReadTxn;
use super::postings::Owner;
use super::rows::{BodyRow, RelationRow};
use super::snapshot::{Rows, Snapshot};
use super::write::{RELATIONS, chunk_key};
use crate::store::blocking::in_place;
use crate::store::contents::weight;

/// The position of an item without one.
const NOWHERE: u32 = u32::MAX;

/// One state of the embedded store.
pub(super) struct EmbeddedWhole {
    /// Dropped before the store, which its reads need.
    txn: Mutex<ReadTxn<'static>>,
    snapshot: Arc<Snapshot>,
    order: Order,
    inner: Arc<Inner>,
}

impl EmbeddedWhole {
    pub(super) fn new(inner: &Arc<Inner>) -> Result<Self, StoreError> {
        let txn = inner.truth.read_long()?;
        let snapshot = inner.snapshot(&txn)?;
        let order = Order::of(Rows { tables: inner.truth.tables, txn: &txn }, &snapshot)?;
        Ok(Self { txn: Mutex::new(txn), snapshot, order, inner: inner.clone() })
    }

    /// Reads of the state.
    fn reading<T>(&self, read: impl FnOnce(&Batch<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let txn = self.txn.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = Rows { tables: self.inner.truth.tables, txn: &txn };
        let Self { snapshot, order, .. } = self;
        read(&Batch { rows, snapshot, order, graph: Graph::new(rows, snapshot) })
    }
}

/// The position of everything, in the order of keys.
struct Order {
    /// The class or only name of each entity, by position.
    entities: Vec<u32>,
    /// The position of each name's entity, by the name's id.
    entity_of: Vec<u32>,
    /// The id of each chunk, by position.
    chunks: Vec<u32>,
    /// The position of each chunk, by id.
    chunk_of: Vec<u32>,
    /// The id of each relation, by position.
    relations: Vec<u32>,
}

impl Order {
    fn of(rows: Rows<'_>, snapshot: &Snapshot) -> Result<Self, StoreError> {
        let (entities, entity_of) = entities(rows, snapshot)?;
        let (chunks, chunk_of) = chunks(rows, snapshot)?;
        let relations = rows.tables.relation_keys.iter(rows.txn).map_err(io)?;
        let relations = relations.map(|found| id(found.map_err(io)?.1)).collect::<Result<_, _>>()?;
        Ok(Self { entities, entity_of, chunks, chunk_of, relations })
    }

    fn entity(&self, name: u32) -> Result<u32, StoreError> {
        let found = self.entity_of.get(name as usize).copied().filter(|at| *at != NOWHERE);
        found.ok_or_else(|| damaged("names", "a name of a chunk is in no chunk"))
    }

    fn chunk(&self, chunk: u32) -> Result<u32, StoreError> {
        let found = self.chunk_of.get(chunk as usize).copied().filter(|at| *at != NOWHERE);
        found.ok_or_else(|| damaged("chunks", "a chunk that is listed is gone"))
    }

    /// The positions of chunks, sorted.
    fn placed(&self, chunks: Vec<u32>) -> Result<Vec<u32>, StoreError> {
        let mut out = chunks.into_iter().map(|chunk| self.chunk(chunk)).collect::<Result<Vec<_>, _>>()?;
        out.sort_unstable();
        Ok(out)
    }
}

/// Entities that stand in a chunk, and the position of each name's.
fn entities(rows: Rows<'_>, snapshot: &Snapshot) -> Result<(Vec<u32>, Vec<u32>), StoreError> {
    let Rows { tables, txn } = rows;
    let names = snapshot.state.next_name as usize;
    let mut class_of: Vec<u32> = (0..names as u32).collect();
    for found in tables.classes.iter(txn).map_err(io)? {
        let (key, class) = found.map_err(io)?;
        if key.len() == 4
            && let Some(of) = class_of.get_mut(id(key)? as usize)
        {
            *of = id(class)?;
        }
    }
    let mut position = vec![NOWHERE; names];
    let mut held = vec![false; names];
    let within =
        |id: u32| if (id as usize) < names { Ok(id as usize) } else { Err(damaged("names", "an id is too large")) };
    for found in tables.names.iter(txn).map_err(io)? {
        let (key, bytes) = found.map_err(io)?;
        let class = class_of[within(id(key)?)?];
        held[within(class)?] |= NameHead::read(bytes)?.chunks.count > 0;
    }
    let mut out = Vec::new();
    // The first key of a class is its smallest.
    for found in tables.name_keys.iter(txn).map_err(io)? {
        let class = class_of[within(id(found.map_err(io)?.1)?)?] as usize;
        if held[class] && position[class] == NOWHERE {
            position[class] = out.len() as u32;
            out.push(class as u32);
        }
    }
    class_of.iter_mut().for_each(|class| *class = position[*class as usize]);
    Ok((out, class_of))
}

/// Chunks by position, and the position of each.
fn chunks(rows: Rows<'_>, snapshot: &Snapshot) -> Result<(Vec<u32>, Vec<u32>), StoreError> {
    let mut owners = vec![Key::default(); snapshot.state.next_body as usize];
    for found in rows.tables.bodies.iter(rows.txn).map_err(io)? {
        let (key, bytes) = found.map_err(io)?;
        if let Some(owner) = owners.get_mut(id(key)? as usize) {
            *owner = BodyRow::owner_of(bytes)?;
        }
    }
    let mut keyed: Vec<(Key, u32)> = Vec::with_capacity(snapshot.alive.chunks.len() as usize);
    for chunk in &snapshot.alive.chunks {
        let (body, _, suffix) = snapshot.head(chunk)?;
        let owner = owners.get(body as usize).ok_or_else(|| damaged("slots", "a chunk has no body"))?;
        keyed.push((chunk_key(*owner, suffix), chunk));
    }
    keyed.sort_unstable();
    let mut position = vec![NOWHERE; snapshot.state.next_chunk as usize];
    for ((_, chunk), at) in keyed.iter().zip(0..) {
        position[*chunk as usize] = at;
    }
    Ok((keyed.into_iter().map(|(_, chunk)| chunk).collect(), position))
}

/// Reads of one batch.
struct Batch<'a> {
    rows: Rows<'a>,
    snapshot: &'a Snapshot,
    order: &'a Order,
    graph: Graph<'a>,
}

impl Batch<'_> {
    fn entity(&self, class: u32) -> Result<WholeEntity, StoreError> {
        let shown = self.graph.read_entity(class)?;
        Ok(WholeEntity { key: shown.key, name: shown.name, kind: shown.kind, chunks: shown.chunks })
    }

    fn chunk(&self, chunk: u32) -> Result<WholeChunk, StoreError> {
        let (key, document) = self.rows.chunk_key(self.snapshot, chunk)?;
        Ok(WholeChunk { key, document })
    }

    fn relation(&self, relation: u32) -> Result<WholeRelation, StoreError> {
        let Rows { tables, txn } = self.rows;
        let row = RelationRow::read(self.rows.must(tables.relations, "relations", relation)?)?;
        let chunks = row.chunks.ids(Owner { kind: RELATIONS, id: relation }, tables.blocks, txn)?;
        Ok(WholeRelation {
            key: relation_key(self.graph.key(row.source)?, &row.predicate, self.graph.key(row.target)?),
            source: self.order.entity(row.source)?,
            target: self.order.entity(row.target)?,
            weight: weight(row.weight),
            periods: row.periods(),
            chunks: self.order.placed(chunks)?,
            predicate: row.predicate,
        })
    }

    fn chunks_of(&self, class: u32) -> Result<Vec<u32>, StoreError> {
        let chunks = self.graph.read_chunks(&self.graph.read_names(class)?, None, usize::MAX)?;
        self.order.placed(chunks.unwrap_or_default())
    }

    fn entities_in(&self, chunk: u32) -> Result<Vec<u32>, StoreError> {
        let (body, ..) = self.snapshot.head(chunk)?;
        let names = facts::names_of(self.rows.must(self.rows.tables.facts, "facts", chunk)?)?;
        let names = names.into_iter().chain(self.graph.titles(body)?);
        let mut out = names.map(|name| self.order.entity(name)).collect::<Result<Vec<_>, _>>()?;
        out.sort_unstable();
        out.dedup();
        Ok(out)
    }

    /// The rows of `ids` that hold `most` cells together, one at least.
    fn sparse(
        &self,
        ids: &[u32],
        most: usize,
        row: impl Fn(&Self, u32) -> Result<Vec<u32>, StoreError>,
    ) -> Result<Sparse, StoreError> {
        let mut out = Sparse::default();
        for &id in ids {
            let row = row(self, id)?;
            if out.rows() > 0 && out.cells() + row.len() > most {
                break;
            }
            out.push(row);
        }
        Ok(out)
    }
}

/// The part of a list from a position on.
fn from(list: &[u32], first: u32) -> &[u32] {
    list.get(first as usize..).unwrap_or_default()
}

/// So many of these at most, one at least where there is one.
fn upto(list: &[u32], most: usize) -> impl Iterator<Item = u32> + '_ {
    list.iter().copied().take(most.max(1))
}

impl Whole for EmbeddedWhole {
    fn extent(&self) -> Extent {
        let Order { entities, chunks, relations, .. } = &self.order;
        let [entities, chunks, relations] = [entities, chunks, relations].map(|list| list.len() as u32);
        Extent { change: self.snapshot.state.change, entities, chunks, relations }
    }

    fn entities(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeEntity>, StoreError>> {
        let ids = from(&self.order.entities, first);
        Box::pin(in_place(move || self.reading(|batch| upto(ids, most).map(|id| batch.entity(id)).collect())))
    }

    fn chunks(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeChunk>, StoreError>> {
        let ids = from(&self.order.chunks, first);
        Box::pin(in_place(move || self.reading(|batch| upto(ids, most).map(|id| batch.chunk(id)).collect())))
    }

    fn relations(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeRelation>, StoreError>> {
        let ids = from(&self.order.relations, first);
        Box::pin(in_place(move || self.reading(|batch| upto(ids, most).map(|id| batch.relation(id)).collect())))
    }

    fn chunks_of(&self, first: u32, most: usize) -> Boxed<'_, Result<Sparse, StoreError>> {
        let ids = from(&self.order.entities, first);
        Box::pin(in_place(move || self.reading(|batch| batch.sparse(ids, most, Batch::chunks_of))))
    }

    fn entities_in(&self, first: u32, most: usize) -> Boxed<'_, Result<Sparse, StoreError>> {
        let ids = from(&self.order.chunks, first);
        Box::pin(in_place(move || self.reading(|batch| batch.sparse(ids, most, Batch::entities_in))))
    }
}
