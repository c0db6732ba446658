//! Laws of a store read whole: it equals the dump, in any batches, and stays so during other writes.

use std::collections::BTreeMap;

use quipu_engine::base::Mentions;
use quipu_engine::ports::{
    DumpRow, EntityRow, GraphSnapshot, RelationRow, Store, StoreError, WholeChunk, WholeEntity, WholeRelation,
};
use quipu_kernel::graph::Sparse;
use quipu_kernel::model::Key;

use super::indexed::forget;
use super::indexed::index_all;
use super::world::World;
use super::{Broken, EmptyStore, dump, patiently, toys};

/// Everything that a whole read gives.
#[derive(Debug, PartialEq)]
struct Read {
    entities: Vec<WholeEntity>,
    chunks: Vec<WholeChunk>,
    relations: Vec<WholeRelation>,
    mentions: Mentions,
}

impl Read {
    /// Reads all in batches of this size.
    async fn of(whole: &dyn GraphSnapshot, most: usize) -> Result<Self, StoreError> {
        let extent = whole.extent();
        let (mut entities, mut chunks, mut relations) = (Vec::new(), Vec::new(), Vec::new());
        while entities.len() < extent.entities as usize {
            entities.extend(whole.entities(entities.len() as u32, most).await?);
        }
        while chunks.len() < extent.chunks as usize {
            chunks.extend(whole.chunks(chunks.len() as u32, most).await?);
        }
        while relations.len() < extent.relations as usize {
            relations.extend(whole.relations(relations.len() as u32, most).await?);
        }
        let (mut chunks_of, mut entities_in) = (Sparse::default(), Sparse::default());
        while chunks_of.rows() < extent.entities as usize {
            chunks_of.append(&whole.chunks_of(chunks_of.rows() as u32, most).await?);
        }
        while entities_in.rows() < extent.chunks as usize {
            entities_in.append(&whole.entities_in(entities_in.rows() as u32, most).await?);
        }
        Ok(Self { entities, chunks, relations, mentions: Mentions { chunks_of, entities_in } })
    }
}

async fn whole(store: &dyn Store) -> Result<Box<dyn GraphSnapshot>, Broken> {
    patiently(async || Ok(store.graph_snapshot().await?)).await
}

async fn read(whole: &dyn GraphSnapshot, most: usize) -> Result<Read, Broken> {
    patiently(async || Ok(Read::of(whole, most).await?)).await
}

/// Two stores with equal contents read the same.
pub(super) async fn same(one: &dyn Store, other: &dyn Store) -> Result<(), Broken> {
    let (ours, theirs) = (read(&*whole(one).await?, 100).await?, read(&*whole(other).await?, 100).await?);
    Broken::unless(ours == theirs, "equal contents read whole are equal", || format!("{ours:?}\n{theirs:?}"))
}

/// A whole read equals the dump, in batches of any size.
pub(super) async fn a_whole_read_is_what_is_dumped(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let world = World::of_at_least(4, seed ^ 0x30e1);
    let workspace = toys::workspace(empty());
    let none = whole(&*workspace.store).await?;
    let nothing = read(&*none, 10).await?;
    Broken::unless(nothing.entities.is_empty() && nothing.chunks.is_empty(), "nothing is nothing", String::new)?;
    index_all(&workspace, &world.documents).await?;
    let rows = patiently(async || Ok(dump(&*workspace.store).await?)).await?;
    let whole = whole(&*workspace.store).await?;
    let all = read(&*whole, usize::MAX).await?;
    for most in [0, 1, 7] {
        let batched = read(&*whole, most).await?;
        Broken::unless(batched == all, "batches of any size read the same", || {
            format!("{most}: {batched:?}\n{all:?}")
        })?;
    }
    let mentions = patiently(async || Ok(Mentions::read(&*whole).await?)).await?;
    let both = mentions == all.mentions;
    Broken::unless(both, "mentions are the same both ways", || format!("{mentions:?}\n{:?}", all.mentions))?;
    is_what_is_dumped(&all, &rows)
}

fn is_what_is_dumped(all: &Read, rows: &[DumpRow]) -> Result<(), Broken> {
    let law = "what is read whole is what is dumped";
    let chunks = rows.iter().filter_map(|row| match row {
        DumpRow::Chunk { chunk, .. } => Some(WholeChunk { key: chunk.key, document: chunk.document }),
        _ => None,
    });
    Broken::unless(chunks.eq(all.chunks.iter().copied()), law, || format!("{:?}", all.chunks))?;
    let sorted = all.entities.is_sorted_by(|a, b| a.key < b.key);
    Broken::unless(sorted, "entities are read in the order of their keys", || format!("{:?}", all.entities))?;
    let mut entity_of: BTreeMap<Key, u32> = BTreeMap::new();
    for row in rows {
        let (DumpRow::Entity(row) | DumpRow::Word(row)) = row else { continue };
        let EntityRow { key, name, kind, chunks, keys, .. } = row;
        let at = all.entities.binary_search_by_key(key, |entity| entity.key);
        let Ok(at) = at else {
            Broken::unless(*chunks == 0, law, || format!("{name} is missing"))?;
            continue;
        };
        let expected = WholeEntity { key: *key, name: name.clone(), kind: *kind, chunks: *chunks };
        Broken::unless(all.entities[at] == expected, law, || format!("{:?}, not {expected:?}", all.entities[at]))?;
        entity_of.extend(keys.iter().map(|key| (*key, at as u32)));
    }
    for (entity, at) in all.entities.iter().zip(0..) {
        let counted = all.mentions.chunks_of.row(at).len() as u64 == entity.chunks && entity.chunks > 0;
        Broken::unless(counted, "an entity is in as many chunks as it counts", || format!("{entity:?}"))?;
    }
    let chunks = rows.iter().filter_map(|row| if let DumpRow::Chunk { facts, .. } = row { Some(facts) } else { None });
    for (facts, at) in chunks.zip(0..) {
        for name in facts.iter().flat_map(|facts| facts.names()) {
            let Some(entity) = entity_of.get(&name.key()) else { continue };
            let held = all.mentions.entities_in.row(at).contains(entity);
            Broken::unless(held, "a chunk holds what its facts name", || format!("{name:?} in {:?}", all.chunks[at]))?;
        }
    }
    let relations = rows.iter().filter_map(|row| if let DumpRow::Relation(row) = row { Some(row) } else { None });
    let relations: Vec<&RelationRow> = relations.collect();
    let same = relations.len() == all.relations.len()
        && relations.iter().zip(&all.relations).all(|(row, read)| {
            let ends = [(row.source_name, read.source), (row.target_name, read.target)];
            let ends = ends.iter().all(|(name, at)| entity_of.get(name).is_none_or(|entity| entity == at));
            let chunks = read.chunks.iter().map(|at| all.chunks[*at as usize].key);
            let told = (row.key, &row.predicate, row.weight, &row.periods)
                == (read.key, &read.predicate, read.weight, &read.periods);
            told && ends && chunks.eq(row.chunks.iter().copied())
        });
    Broken::unless(same, law, || format!("{:?}\n{relations:?}", all.relations))
}

/// A whole read is of one state, with any writes between two batches.
pub(super) async fn a_whole_read_stays_as_it_was(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::of_at_least(4, seed ^ 0x30e2);
    let workspace = toys::workspace(empty());
    index_all(&workspace, &world.documents).await?;
    let begun = whole(&*workspace.store).await?;
    let (extent, before) = (begun.extent(), read(&*begun, 3).await?);
    for _ in 0..2 {
        world.step();
        index_all(&workspace, &world.documents).await?;
        forget(&workspace, |id| !world.documents.contains_key(id)).await?;
        let law = "what is read whole stays as it was";
        let now = read(&*begun, 2).await?;
        Broken::unless(begun.extent() == extent && now == before, law, || format!("{now:?}\n{before:?}"))?;
    }
    drop(begun);
    let fresh = toys::workspace(empty());
    index_all(&fresh, &world.documents).await?;
    same(&*workspace.store, &*fresh.store).await
}
