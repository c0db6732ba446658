//! Documents with the chunks that they own, one at a time, by key.

use std::collections::VecDeque;
use std::sync::Arc;

use quipu_kernel::model::{Chunk, Facts, Key};

use super::rows::Rows;
use crate::EngineError;
use crate::ports::{DocumentRow, DumpRow, Select, Store};

/// How many documents are listed at once.
const PAGE: usize = 256;

/// A chunk with what it says and its vector.
pub(crate) struct Whole {
    pub(crate) chunk: Chunk,
    pub(crate) facts: Vec<Facts>,
    pub(crate) vector: Option<Vec<f32>>,
}

/// The documents of a store.
pub(crate) struct Documents {
    store: Arc<dyn Store>,
    after: Option<Key>,
    page: VecDeque<DocumentRow>,
    chunks: Rows,
    /// The first chunk of the next document that owns any.
    next: Option<Whole>,
}

impl Documents {
    pub(crate) fn of(store: &Arc<dyn Store>) -> Self {
        let chunks = Rows::of(store, |row| matches!(row, DumpRow::Chunk { .. }));
        Self { store: store.clone(), after: None, page: VecDeque::new(), chunks, next: None }
    }

    /// The next document with its chunks in the order of the text; none where another copy of the text
    /// owns them.
    pub(crate) async fn next(&mut self) -> Result<Option<(DocumentRow, Vec<Whole>)>, EngineError> {
        if self.page.is_empty() {
            self.page = self.store.documents(&Select::After(self.after, PAGE)).await?.into();
            self.after = self.page.back().map(|row| row.key);
        }
        let Some(row) = self.page.pop_front() else { return Ok(None) };
        let mut chunks: Vec<Whole> = Vec::new();
        loop {
            if self.next.is_none() {
                self.next = self.chunk().await?;
            }
            // Of what was written meanwhile, chunks may come before their document.
            match &self.next {
                Some(next) if next.chunk.document < row.key => self.next = None,
                Some(next) if next.chunk.document == row.key => chunks.extend(self.next.take()),
                _ => break,
            }
        }
        chunks.sort_by_key(|whole| (whole.chunk.body, whole.chunk.key));
        Ok(Some((row, chunks)))
    }

    async fn chunk(&mut self) -> Result<Option<Whole>, EngineError> {
        Ok(match self.chunks.next().await? {
            Some(DumpRow::Chunk { chunk, facts, vector }) => Some(Whole { chunk, facts, vector }),
            _ => None,
        })
    }
}
