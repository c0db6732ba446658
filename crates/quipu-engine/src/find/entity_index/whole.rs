//! The input of things, read whole: entities, the chunks that hold them, and the relations stated between them.

use std::collections::BTreeMap;

use quipu_kernel::graph::Sparse;
use quipu_kernel::model::Key;

use crate::base::graph::{Mentions, rows};
use crate::base::ports::{Store, StoreError, WholeChunk, WholeEntity, WholeRelation};

/// A relation between entities: the relations between their names together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tie {
    /// The smallest key of the relations between their names.
    pub(super) key: Key,
    /// Source and target, by position.
    pub(super) ends: (u32, u32),
    pub(super) predicate: String,
    /// Positions of the chunks that state it, sorted.
    pub(super) chunks: Vec<u32>,
}

/// See the module; entities and chunks by position, in the order of their keys.
pub(super) struct WholeGraph {
    pub(super) change: u64,
    pub(super) entities: Vec<WholeEntity>,
    pub(super) chunks: Vec<WholeChunk>,
    pub(super) chunks_of: Sparse,
    /// By source, predicate and target.
    pub(super) ties: Vec<Tie>,
}

impl WholeGraph {
    /// Reads all of one state.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn read(store: &dyn Store) -> Result<Self, StoreError> {
        let whole = store.whole().await?;
        let (entities, chunks) = (rows::entities(&*whole).await?, rows::chunks(&*whole).await?);
        let mut ties: BTreeMap<(u32, String, u32), Tie> = BTreeMap::new();
        let add = |said: WholeRelation| {
            let predicate = said.predicate.to_lowercase();
            let tie = ties.entry((said.source, predicate, said.target)).or_insert_with(|| Tie {
                key: said.key,
                ends: (said.source, said.target),
                predicate: said.predicate,
                chunks: Vec::new(),
            });
            tie.key = tie.key.min(said.key);
            tie.chunks.extend(said.chunks);
        };
        rows::each_relation(&*whole, add).await?;
        for tie in ties.values_mut() {
            tie.chunks.sort_unstable();
            tie.chunks.dedup();
        }
        let Mentions { chunks_of, .. } = Mentions::read(&*whole).await?;
        let change = whole.extent().change;
        Ok(Self { change, entities, chunks, chunks_of, ties: ties.into_values().collect() })
    }

    /// The position of an entity.
    pub(super) fn place(&self, key: Key) -> Option<u32> {
        self.entities.binary_search_by_key(&key, |entity| entity.key).ok().map(|at| at as u32)
    }

    /// The name of an entity.
    pub(super) fn name(&self, at: u32) -> &str {
        &self.entities[at as usize].name
    }

    /// A relation in words.
    pub(super) fn sentence(&self, tie: &Tie) -> String {
        format!("{} {} {}", self.name(tie.ends.0), spoken(&tie.predicate), self.name(tie.ends.1))
    }
}

/// A predicate as words.
pub(super) fn spoken(predicate: &str) -> String {
    predicate.replace(['_', '-'], " ").to_lowercase()
}
