//! Chunks with the documents that own them, read together.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::Key;

use crate::base::ports::{DocumentRow, Select, SelectChunks, Store, StoreError, StoredChunk};

/// Chunks with the documents that own them.
#[derive(Debug, Default)]
pub(crate) struct OwnedChunks {
    /// The chunks, by key.
    pub(crate) chunks: BTreeMap<Key, StoredChunk>,
    owners: BTreeMap<Key, DocumentRow>,
}

impl OwnedChunks {
    /// Chunks of some keys, in two reads; missing chunks are left out.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn read(store: &dyn Store, keys: impl IntoIterator<Item = Key>) -> Result<Self, StoreError> {
        let keys: BTreeSet<Key> = keys.into_iter().collect();
        let chunks = store.chunks(&SelectChunks::Keys(keys.into_iter().collect())).await?;
        let owners: BTreeSet<Key> = chunks.iter().map(|stored| stored.chunk.document).collect();
        let owners = store.documents(&Select::Keys(owners.into_iter().collect())).await?;
        Ok(Self {
            chunks: chunks.into_iter().map(|stored| (stored.chunk.key, stored)).collect(),
            owners: owners.into_iter().map(|row| (row.key, row)).collect(),
        })
    }

    /// The document that owns a chunk.
    pub(crate) fn owner(&self, stored: &StoredChunk) -> Option<&DocumentRow> {
        self.owners.get(&stored.chunk.document)
    }
}
