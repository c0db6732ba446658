//! The neighbours of an entity as a tree: those that a relation ties to it first, then those that
//! share a chunk with it. Each entity is in it once, where it is met first, level by level. Cost:
//! at most [`VIEWS`] views, and for each entity in the tree its neighbourhood.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::{Key, Period};
use serde::Serialize;

use super::Named;
use super::merged_views::{SeenGraph, SeenRelation};
use crate::base::EngineError;
use crate::base::graph::resolve_name;
use crate::base::graph::{BATCH, around};
use crate::base::ports::{EntityFound, RelationRow, Store, StoreError};

/// The maximum number of views for a tree, except for the root's.
const VIEWS: usize = 48;

/// Root and size of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeQuery {
    /// Its name.
    pub name: String,
    /// Number of levels below it.
    pub depth: usize,
    /// Maximum number of branches of an entity.
    pub breadth: usize,
}

/// An entity with those around it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Branch {
    /// The entity.
    #[serde(flatten)]
    pub entity: Named,
    /// The tie to the entity above; none at the root.
    pub by: Option<Tie>,
    /// Its neighbours, except for those elsewhere in the tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// Number of others seen around it.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// The tree of an entity.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Tree {
    /// The entity with those around it.
    #[serde(flatten)]
    pub root: Branch,
    /// Notes for the reader.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The tie of an entity to the one above it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// A relation is stated.
    Stated {
        /// The predicate.
        predicate: String,
        /// True if the relation leads from this entity to the one above.
        backwards: bool,
        /// Sum of the weights of its statements.
        weight: f64,
        /// The periods that its statements give.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        periods: Vec<Period>,
    },
    /// They share chunks.
    Together {
        /// Number of those seen.
        chunks: usize,
    },
}

/// The tree around the entity of a name.
///
/// # Errors
/// When nothing or several things have the name, or the store cannot be read.
pub async fn tree(store: &dyn Store, query: &TreeQuery) -> Result<Tree, EngineError> {
    let found = resolve_name::one(store, &query.name).await?;
    let root = found.0.key;
    let mut growing = Growing { placed: BTreeSet::from([root]), breadth: query.breadth.max(1), below: BTreeMap::new() };
    let (mut seen, mut notes) = (SeenGraph::default(), Vec::new());
    let (mut level, mut views) = (vec![root], 0);
    for depth in 0..query.depth {
        let read = (VIEWS - views) * BATCH;
        if level.len() > read {
            level.truncate(read);
            notes.push(format!("the tree ends early: level {} has too many entities to look around all", depth + 1));
        }
        for batch in level.chunks(BATCH) {
            views += 1;
            seen.add(around(store, batch, &query.name, 1).await?);
        }
        if depth == 0 {
            relate(store, &mut seen, &found, query.breadth).await?;
        }
        let around = TreeSurroundings::of(&seen);
        level = level.iter().flat_map(|key| growing.grow(&around, *key)).collect();
        if level.is_empty() {
            break;
        }
    }
    let (row, _) = found;
    let entity = Named { key: row.key, name: row.name, kind: row.kind, chunks: row.chunks };
    Ok(Tree { root: growing.branch(&seen, entity, None), notes })
}

/// Adds the heaviest relations of the root, which a view does not show whole when the root is in very
/// many chunks.
async fn relate(store: &dyn Store, seen: &mut SeenGraph, root: &EntityFound, breadth: usize) -> Result<(), StoreError> {
    let (entity, rows) = root;
    let other = |row: &RelationRow| {
        let out = entity.keys.contains(&row.source_name);
        if out { row.target_name } else { row.source_name }
    };
    let missing =
        rows.iter().filter(|row| row.is_sure()).take(2 * breadth).filter(|row| !seen.relations.contains_key(&row.key));
    let missing: Vec<(&RelationRow, Key)> = missing.map(|row| (row, other(row))).collect();
    for batch in missing.chunks(BATCH) {
        let keys: Vec<Key> = batch.iter().map(|(_, key)| *key).collect();
        let view = around(store, &keys, "", 0).await?;
        let found: BTreeMap<Key, Key> = view
            .named
            .iter()
            .map(|named| (keys[named.name as usize], view.entities[named.entity as usize].key))
            .collect();
        seen.add(view);
        for (row, key) in batch {
            let Some(other) = found.get(key) else { continue };
            let out = entity.names.contains(&row.source);
            let (source, target) = if out { (entity.key, *other) } else { (*other, entity.key) };
            let related = SeenRelation {
                source,
                predicate: row.predicate.clone(),
                target,
                weight: row.weight,
                sure: row.is_sure(),
                periods: row.periods.clone(),
                chunks: BTreeSet::new(),
            };
            seen.relations.insert(row.key, related);
        }
    }
    Ok(())
}

/// A tree that grows a level at a time.
struct Growing {
    placed: BTreeSet<Key>,
    breadth: usize,
    below: BTreeMap<Key, (Vec<(Key, Tie)>, usize)>,
}

impl Growing {
    /// Adds an entity's neighbours below it; returns the added ones.
    fn grow(&mut self, around: &TreeSurroundings<'_>, at: Key) -> Vec<Key> {
        let found: Vec<(Key, Tie)> =
            around.neighbours(at).into_iter().filter(|(key, _)| !self.placed.contains(key)).collect();
        let more = found.len().saturating_sub(self.breadth);
        let hung: Vec<(Key, Tie)> = found.into_iter().take(self.breadth).collect();
        let keys: Vec<Key> = hung.iter().map(|(key, _)| *key).collect();
        self.placed.extend(&keys);
        self.below.insert(at, (hung, more));
        keys
    }

    fn branch(&mut self, seen: &SeenGraph, entity: Named, by: Option<Tie>) -> Branch {
        let (hung, more) = self.below.remove(&entity.key).unwrap_or_default();
        let branch = |(key, tie): (Key, Tie)| Some(self.branch(seen, Named::from(seen.entities.get(&key)?), Some(tie)));
        let branches = hung.into_iter().filter_map(branch).collect();
        Branch { entity, by, branches, more }
    }
}

/// The contents of views, by entity and by chunk.
pub(in crate::find) struct TreeSurroundings<'s> {
    seen: &'s SeenGraph,
    entities: BTreeMap<Key, Vec<Key>>,
    relations: BTreeMap<Key, Vec<&'s SeenRelation>>,
}

impl<'s> TreeSurroundings<'s> {
    pub(in crate::find) fn of(seen: &'s SeenGraph) -> Self {
        let mut around = Self { seen, entities: BTreeMap::new(), relations: BTreeMap::new() };
        for (entity, chunk) in &seen.mentions {
            around.entities.entry(*chunk).or_default().push(*entity);
        }
        for said in seen.sure_relations().filter(|said| said.source != said.target) {
            for end in [said.source, said.target] {
                around.relations.entry(end).or_default().push(said);
            }
        }
        around
    }

    /// The neighbours of an entity: by relation, heaviest first, then those with the most common chunks,
    /// the rarer first; ties by key.
    pub(in crate::find) fn neighbours(&self, at: Key) -> Vec<(Key, Tie)> {
        let mut stated: BTreeMap<Key, Tie> = BTreeMap::new();
        for said in self.relations.get(&at).into_iter().flatten() {
            let backwards = said.source != at;
            let other = if backwards { said.source } else { said.target };
            let heavier = |tie: &Tie| matches!(tie, Tie::Stated { weight, .. } if *weight >= said.weight);
            if !stated.get(&other).is_some_and(heavier) {
                let predicate = said.predicate.clone();
                stated.insert(
                    other,
                    Tie::Stated { predicate, backwards, weight: said.weight, periods: said.periods.clone() },
                );
            }
        }
        let mut together: BTreeMap<Key, usize> = BTreeMap::new();
        let here = self.seen.chunks_of(at).filter_map(|chunk| self.entities.get(&chunk)).flatten();
        let shown = |entity: &&Key| **entity != at && !stated.contains_key(entity) && !self.seen.is_word(**entity);
        for entity in here.filter(shown) {
            *together.entry(*entity).or_default() += 1;
        }
        let weight = |tie: &Tie| if let Tie::Stated { weight, .. } = tie { *weight } else { 0.0 };
        let mut stated: Vec<(Key, Tie)> = stated.into_iter().collect();
        stated.sort_by(|(a, x), (b, y)| weight(y).total_cmp(&weight(x)).then(a.cmp(b)));
        let commonness = |key: &Key| self.seen.entities.get(key).map_or(0, |entity| entity.chunks);
        let mut together: Vec<(Key, usize)> = together.into_iter().collect();
        together.sort_by(|(a, x), (b, y)| y.cmp(x).then(commonness(a).cmp(&commonness(b))).then(a.cmp(b)));
        stated.into_iter().chain(together.into_iter().map(|(key, chunks)| (key, Tie::Together { chunks }))).collect()
    }
}
