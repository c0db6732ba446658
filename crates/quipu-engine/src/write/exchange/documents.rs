//! Documents with the chunks that they own, one at a time, by key.
//!
//! Documents and chunks come from reads of different moments, so that no read lasts long. Concurrent writes show:
//! chunks name their text, and every text comes before its copies. A document whose chunks are of another text than its
//! own, or missing, is read again.

use std::collections::VecDeque;
use std::sync::Arc;

use quipu_kernel::model::{Chunk, Facts, Key};
use rustc_hash::FxHashSet;

use super::rows::Rows;
use crate::base::EngineError;
use crate::base::ports::{DocumentRow, DumpRow, Select, SelectChunks, Store};

/// Page size of document listings.
const PAGE: usize = 256;
/// Maximum number of reads of a changing document.
const AGAIN: usize = 32;

/// A chunk with its facts and its vector.
pub(crate) struct Whole {
    pub(crate) chunk: Chunk,
    pub(crate) facts: Vec<Facts>,
    /// Its vector, if it has one; none where only the chunk was read.
    pub(crate) vector: Option<Option<Vec<f32>>>,
}

/// The documents of a store.
pub(crate) struct Documents {
    store: Arc<dyn Store>,
    after: Option<Key>,
    page: VecDeque<DocumentRow>,
    chunks: Rows,
    /// The first chunk of the next document that owns any, and the text that it is of.
    next: Option<(Key, Whole)>,
    /// Texts whose chunks were given.
    given: FxHashSet<Key>,
}

impl Documents {
    pub(crate) fn of(store: &Arc<dyn Store>) -> Self {
        let chunks = Rows::of(store, |row| matches!(row, DumpRow::Chunk { .. }));
        let given = FxHashSet::default();
        Self { store: store.clone(), after: None, page: VecDeque::new(), chunks, next: None, given }
    }

    /// The next document with its chunks in the order of the text; none where another copy of the text
    /// owns them.
    pub(crate) async fn next(&mut self) -> Result<Option<(DocumentRow, Vec<Whole>)>, EngineError> {
        loop {
            if self.page.is_empty() {
                self.page = self.store.documents(&Select::After(self.after, PAGE)).await?.into();
                self.after = self.page.back().map(|row| row.key);
            }
            let Some(row) = self.page.pop_front() else { return Ok(None) };
            let chunks = self.chunks_of(&row).await?;
            let sound = match chunks.first() {
                Some(_) => chunks.iter().all(|(text, _)| *text == row.text),
                None => self.given.contains(&row.text),
            };
            let read = if sound {
                Some((row, chunks.into_iter().map(|(_, whole)| whole).collect()))
            } else {
                self.again(row).await?
            };
            // Else it was removed meanwhile.
            if let Some((row, mut chunks)) = read {
                chunks.sort_by_key(|whole| (whole.chunk.body, whole.chunk.key));
                self.given.insert(row.text);
                return Ok(Some((row, chunks)));
            }
        }
    }

    /// The chunks that a document owned when they were read, each with the text that it is of.
    async fn chunks_of(&mut self, row: &DocumentRow) -> Result<Vec<(Key, Whole)>, EngineError> {
        let mut chunks = Vec::new();
        loop {
            if self.next.is_none() {
                self.next = self.chunk().await?;
            }
            // With concurrent writes, chunks may come before their document.
            match &self.next {
                Some((_, next)) if next.chunk.document < row.key => self.next = None,
                Some((_, next)) if next.chunk.document == row.key => chunks.extend(self.next.take()),
                _ => return Ok(chunks),
            }
        }
    }

    async fn chunk(&mut self) -> Result<Option<(Key, Whole)>, EngineError> {
        Ok(match self.chunks.next().await? {
            Some(DumpRow::Chunk { chunk, facts, vector, text }) => {
                Some((text, Whole { chunk, facts, vector: Some(vector) }))
            }
            _ => None,
        })
    }

    /// A document as it is now, with the chunks of its text unless they were given; none where it is gone.
    async fn again(&self, before: DocumentRow) -> Result<Option<(DocumentRow, Vec<Whole>)>, EngineError> {
        let (of_document, own) = (SelectChunks::OfDocument(before.key), Select::Keys(vec![before.key]));
        let mut row = before;
        for _ in 0..AGAIN {
            let chunks = self.store.chunks(&of_document).await?;
            let Some(now) = self.store.documents(&own).await?.pop() else { return Ok(None) };
            if now == row {
                let given = self.given.contains(&row.text);
                let whole = chunks.into_iter().filter(|_| !given).map(|stored| {
                    let chunk = Chunk { document: row.key, ..stored.chunk };
                    Whole { chunk, facts: stored.facts, vector: None }
                });
                let whole = whole.collect();
                return Ok(Some((row, whole)));
            }
            row = now;
        }
        Err(EngineError::Changing { id: row.id })
    }
}
