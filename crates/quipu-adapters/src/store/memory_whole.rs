//! The store in memory, read whole: the plain meaning of the port.

use std::sync::Arc;

use quipu_engine::ports::{Boxed, Extent, StoreError, Whole, WholeChunk, WholeEntity, WholeRelation};
use quipu_kernel::graph::Sparse;

use super::resident::{Resident, ResidentEntity};

/// One state of the store in memory.
pub(super) struct MemoryWhole {
    change: u64,
    resident: Arc<Resident>,
    /// Entities that stand in a chunk, by their place among all.
    entities: Vec<u32>,
}

impl MemoryWhole {
    pub(super) fn new(change: u64, resident: Arc<Resident>) -> Self {
        let held = |(entity, at): (&ResidentEntity, u32)| (!entity.chunks.is_empty()).then_some(at);
        let entities = resident.entities.iter().zip(0..).filter_map(held).collect();
        Self { change, resident, entities }
    }

    fn entity(&self, at: u32) -> &ResidentEntity {
        &self.resident.entities[at as usize]
    }

    /// The position of an entity by its place among all.
    fn position(&self, at: u32) -> u32 {
        self.entities.partition_point(|known| *known < at) as u32
    }
}

/// A batch of a list.
fn batch<T>(list: &[T], first: u32, most: usize) -> &[T] {
    let rest = list.get(first as usize..).unwrap_or_default();
    &rest[..rest.len().min(most.max(1))]
}

/// The rows that hold `most` cells together, one at least.
fn rows(rows: impl Iterator<Item = Vec<u32>>, most: usize) -> Sparse {
    let mut out = Sparse::default();
    for row in rows {
        if out.rows() > 0 && out.cells() + row.len() > most {
            break;
        }
        out.push(row);
    }
    out
}

/// An answer that is there at once.
fn ready<'a, T: Send + 'a>(answer: T) -> Boxed<'a, Result<T, StoreError>> {
    Box::pin(std::future::ready(Ok(answer)))
}

impl Whole for MemoryWhole {
    fn extent(&self) -> Extent {
        let Resident { chunks, relations, .. } = &*self.resident;
        let (chunks, relations) = (chunks.len() as u32, relations.len() as u32);
        Extent { change: self.change, entities: self.entities.len() as u32, chunks, relations }
    }

    fn entities(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeEntity>, StoreError>> {
        let entity = |at: &u32| {
            let row = &self.entity(*at).row;
            WholeEntity { key: row.key, name: row.name.clone(), kind: row.kind, chunks: row.chunks }
        };
        ready(batch(&self.entities, first, most).iter().map(entity).collect())
    }

    fn chunks(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeChunk>, StoreError>> {
        let chunks = batch(&self.resident.chunks, first, most).iter();
        ready(chunks.map(|chunk| WholeChunk { key: chunk.key, document: chunk.document }).collect())
    }

    fn relations(&self, first: u32, most: usize) -> Boxed<'_, Result<Vec<WholeRelation>, StoreError>> {
        let relations = batch(&self.resident.relations, first, most).iter().map(|relation| WholeRelation {
            key: relation.row.key,
            source: self.position(relation.source),
            predicate: relation.row.predicate.clone(),
            target: self.position(relation.target),
            weight: relation.row.weight,
            periods: relation.row.periods.clone(),
            chunks: relation.chunks.clone(),
        });
        ready(relations.collect())
    }

    fn chunks_of(&self, first: u32, most: usize) -> Boxed<'_, Result<Sparse, StoreError>> {
        let entities = self.entities.iter().skip(first as usize);
        ready(rows(entities.map(|at| self.entity(*at).chunks.clone()), most))
    }

    fn entities_in(&self, first: u32, most: usize) -> Boxed<'_, Result<Sparse, StoreError>> {
        let chunks = self.resident.chunks.iter().skip(first as usize);
        let entities = chunks.map(|chunk| chunk.entities.iter().map(|at| self.position(*at)).collect());
        ready(rows(entities, most))
    }
}
