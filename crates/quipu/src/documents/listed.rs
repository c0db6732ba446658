//! Documents, page by page.

use quipu_engine::ports::{DocumentRow, Select, SelectChunks};
use quipu_kernel::model::{Chunk, Key};

use crate::Quipu;
use crate::job::{Outcome, aside};

impl Quipu {
    /// At most so many documents in the order of their keys, after a key: what comes and goes between two pages is in the
    /// one that it belongs to, and none is given twice or left out that was there throughout.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn documents(&self, after: Option<Key>, limit: usize) -> Outcome<Vec<DocumentRow>> {
        let quipu = self.clone();
        aside(move || async move { Ok(quipu.reading()?.store.documents(&Select::After(after, limit)).await?) })
    }

    /// A chunk with so many before and behind it, in the order of the text; nothing where there is no such chunk.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn around(&self, chunk: Key, count: usize) -> Outcome<Vec<Chunk>> {
        let quipu = self.clone();
        aside(move || async move {
            let found = quipu.reading()?.store.chunks(&SelectChunks::Around(chunk, count)).await?;
            Ok(found.into_iter().map(|stored| stored.chunk).collect())
        })
    }
}
