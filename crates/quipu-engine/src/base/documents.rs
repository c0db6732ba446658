//! The documents of a workspace with their chunks, each body once: copies share one, which comes with its owner.

use crate::base::ports::StoreError;
use std::collections::VecDeque;

use quipu_kernel::model::Key;

use crate::base::EngineError;
use crate::base::ports::{DocumentRow, Select, SelectChunks, Store, StoredChunk};

/// Page size of document listings.
const PAGE: usize = 256;

/// An iterator over documents with the chunks that each owns.
pub(crate) struct Owners<'a> {
    store: &'a dyn Store,
    page: VecDeque<DocumentRow>,
    after: Option<Key>,
    ended: bool,
    select: fn(Key) -> SelectChunks,
}

impl<'a> Owners<'a> {
    pub(crate) fn of(store: &'a dyn Store) -> Self {
        Self { store, page: VecDeque::new(), after: None, ended: false, select: SelectChunks::OfDocument }
    }

    /// An iterator whose chunks hold only the facts found by models.
    pub(crate) fn by_models(store: &'a dyn Store) -> Self {
        Self { select: SelectChunks::ByModels, ..Self::of(store) }
    }

    pub(crate) async fn next(&mut self) -> Result<Option<(DocumentRow, Vec<StoredChunk>)>, EngineError> {
        loop {
            if self.page.is_empty() && !self.ended {
                let rows = self.store.documents(&Select::After(self.after, PAGE)).await?;
                self.ended = rows.len() < PAGE;
                self.after = rows.last().map(|row| row.key);
                self.page = rows.into();
            }
            let Some(row) = self.page.pop_front() else { return Ok(None) };
            let chunks = self.store.chunks(&(self.select)(row.key)).await?;
            if chunks.first().is_some_and(|first| first.chunk.document == row.key) {
                return Ok(Some((row, chunks)));
            }
        }
    }
}

/// The document of an id or a key, without its chunks.
///
/// # Errors
/// When the store cannot be read.
pub async fn document_row(store: &dyn Store, name: &str) -> Result<Option<DocumentRow>, StoreError> {
    let keys = name.parse().into_iter().chain([Key::document(name)]).collect();
    Ok(store.documents(&Select::Keys(keys)).await?.into_iter().next())
}
