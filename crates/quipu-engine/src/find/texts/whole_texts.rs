//! The texts of all documents that a filter admits, one after the other and within a bound of time: what is counted over
//! them is exact, or is said to be cut.

use std::time::{Duration, Instant};

use quipu_kernel::model::{Chunk, Span};
use quipu_kernel::view::{Filter, fields, values};
use serde_json::Value;

use crate::base::citation::{Citation, CitedChunk};
use crate::base::ports::{DocumentRow, Select, SelectChunks, Store, StoreError};
use crate::base::text::text_of;

/// The time limit of reading all texts.
const PATIENCE: Duration = Duration::from_secs(20);
/// Fields that stand beside the text of any document.
const BESIDE: [&str; 2] = ["title", "keywords"];
/// Page size of document listings.
const PAGE: usize = 256;

/// A document with its text and its chunks.
#[derive(Debug, Clone)]
pub struct DocumentText {
    /// The document.
    pub row: DocumentRow,
    /// Its chunks, in the order of the text.
    pub chunks: Vec<Chunk>,
    /// Its text.
    pub text: String,
}

impl DocumentText {
    /// The citation of a place of the text, without a number.
    pub fn cite(&self, span: Span) -> Option<Citation> {
        let at = self.chunks.partition_point(|chunk| chunk.body.end <= span.start);
        let chunk = self.chunks.get(at)?;
        let cited = CitedChunk::of(&self.row.id, &self.row.source.path, chunk);
        Some(cited.cite_text(span.start, self.text.get(span.range())?))
    }
}

/// The documents that a filter admits, by key; copies of one text count each.
///
/// # Errors
/// When the store cannot be read.
pub async fn admitted_rows(store: &dyn Store, filter: &Filter) -> Result<Vec<DocumentRow>, StoreError> {
    let mut out: Vec<DocumentRow> = Vec::new();
    let mut after = None;
    loop {
        let page = store.documents(&Select::After(after, PAGE)).await?;
        let Some(last) = page.last() else { return Ok(out) };
        after = Some(last.key);
        let admits = |row: &DocumentRow| filter.is_empty() || filter.admits(&fields(&row.described()));
        out.extend(page.into_iter().filter(admits));
    }
}

/// Reads the texts of documents, until its time is over.
pub struct TextReader<'s> {
    store: &'s dyn Store,
    rows: std::vec::IntoIter<DocumentRow>,
    until: Instant,
    /// Number of documents that were not read in time.
    pub left: usize,
}

impl<'s> TextReader<'s> {
    /// A reader of these documents.
    pub fn new(store: &'s dyn Store, rows: Vec<DocumentRow>) -> Self {
        Self { store, rows: rows.into_iter(), until: Instant::now() + PATIENCE, left: 0 }
    }

    /// The next document; none at the end, and when the time is over.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn next(&mut self) -> Result<Option<DocumentText>, StoreError> {
        if Instant::now() >= self.until {
            self.left = self.rows.len();
            return Ok(None);
        }
        match self.rows.next() {
            Some(row) => read_text(self.store, row).await.map(Some),
            None => Ok(None),
        }
    }
}

/// A document with its text.
///
/// # Errors
/// When the store cannot be read.
pub async fn read_text(store: &dyn Store, row: DocumentRow) -> Result<DocumentText, StoreError> {
    let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
    let chunks: Vec<Chunk> = chunks.into_iter().map(|stored| stored.chunk).collect();
    let text = text_of(&chunks);
    Ok(DocumentText { row, chunks, text })
}

/// What the file of a document says before its text: the fields of its front matter; where the text begins the file, its
/// title and its keywords alone.
pub fn front_matter(row: &DocumentRow) -> Vec<String> {
    let before_text = row.source.text_offset.is_some_and(|offset| offset > 0);
    let own = |field: &str| !field.starts_with('$') && field != "links" && (before_text || BESIDE.contains(&field));
    let said = values(&row.described()).into_iter().filter(|(field, _)| own(field));
    let text = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    said.flat_map(|(field, value)| {
        let key = if before_text { field.replace('.', " ") } else { String::new() };
        [key, text(value)]
    })
    .collect()
}
