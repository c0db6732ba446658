//! The contents of a workspace from which communities are computed, read whole.

use std::collections::BTreeMap;

use quipu_kernel::communities::Contents;
use quipu_kernel::graph::Sparse;
use quipu_kernel::model::{Key, Kind};

use crate::base::graph::{Mentions, rows};
use crate::base::ports::{Store, StoreError, Whole, WholeChunk, WholeRelation};

/// Contents read from one state: entities and chunks by position, in the order of their keys.
pub(super) struct Gathered {
    pub(super) change: u64,
    pub(super) keys: Vec<Key>,
    pub(super) names: Vec<String>,
    pub(super) kinds: Vec<Kind>,
    pub(super) chunks: Vec<WholeChunk>,
    pub(super) chunks_of: Sparse,
    stated: Vec<(u32, u32, u32)>,
}

impl Gathered {
    /// Reads all of one state.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn read(store: &dyn Store) -> Result<Self, StoreError> {
        let whole = store.whole().await?;
        let extent = whole.extent();
        let (mut keys, mut names, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        for entity in rows::entities(&*whole).await? {
            keys.push(entity.key);
            names.push(entity.name);
            kinds.push(entity.kind);
        }
        let chunks = rows::chunks(&*whole).await?;
        let stated = stated(&*whole).await?;
        let Mentions { chunks_of, .. } = Mentions::read(&*whole).await?;
        Ok(Self { change: extent.change, keys, names, kinds, chunks, chunks_of, stated })
    }

    /// The contents, for the kernel.
    pub(super) fn contents(&self) -> Contents<'_> {
        let Self { change, keys, kinds, chunks_of, stated, .. } = self;
        Contents { change: *change, keys, kinds, chunks_of, chunks: self.chunks.len() as u32, stated }
    }
}

/// The pairs of entities between which relations are stated, with the number of chunks that state one.
async fn stated(whole: &dyn Whole) -> Result<Vec<(u32, u32, u32)>, StoreError> {
    let mut of: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    let add = |said: WholeRelation| {
        if said.source != said.target {
            of.entry((said.source.min(said.target), said.source.max(said.target))).or_default().extend(said.chunks);
        }
    };
    rows::each_relation(whole, add).await?;
    let counted = |((a, b), mut chunks): ((u32, u32), Vec<u32>)| {
        chunks.sort_unstable();
        chunks.dedup();
        (a, b, chunks.len() as u32)
    };
    Ok(of.into_iter().map(counted).collect())
}
