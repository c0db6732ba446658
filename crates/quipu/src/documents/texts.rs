//! Documents as texts: reading, headings, and pattern search.

use quipu_engine::ports::{DocumentRow, SelectChunks};
use quipu_engine::texts::{Grep, grep, outline, row, text};

pub use quipu_engine::texts::{GrepFrom, GrepLine, GrepPage, Section, TextOf};

use crate::job::{Outcome, aside};
use crate::{Error, Filters, Quipu};

/// A search in the texts of documents.
#[derive(Debug, Clone, Default)]
pub struct GrepQuery {
    /// The pattern: of at most 1,024 bytes.
    pub pattern: String,
    /// True if it is a literal text, and no regular expression.
    pub literal: bool,
    /// True if case is ignored.
    pub ignore_case: bool,
    /// The filters of documents.
    pub filters: Filters,
    /// The place to go on from.
    pub from: GrepFrom,
    /// The maximum number of places.
    pub limit: usize,
}

impl Quipu {
    /// A document by its id or its key, without its chunks.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn document_row(&self, name: &str) -> Outcome<Option<DocumentRow>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move { Ok(row(&*quipu.reading()?.store, &name).await?) })
    }

    /// The text of a document; spans of chunks and citations count its bytes.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn text(&self, name: &str) -> Outcome<Option<TextOf>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move { Ok(text(&*quipu.reading()?.store, &name).await?) })
    }

    /// The sections of a document, in the order of its text; none if there is no such document.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn outline(&self, name: &str) -> Outcome<Option<Vec<Section>>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move {
            let store = quipu.reading()?.store;
            let Some(row) = row(&*store, &name).await? else { return Ok(None) };
            let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
            let chunks: Vec<_> = chunks.into_iter().map(|stored| stored.chunk).collect();
            Ok(Some(outline(&chunks)))
        })
    }

    /// The places of a pattern in the texts of documents: one page, found within two seconds; `next` is the place to
    /// go on from.
    ///
    /// # Errors
    /// When the pattern is invalid or too costly, or the workspace cannot be read.
    pub fn grep(&self, query: GrepQuery) -> Outcome<GrepPage> {
        let quipu = self.clone();
        aside(move || async move {
            let GrepQuery { pattern, literal, ignore_case, filters, from, limit } = query;
            let wrong = |reason: String| Error::Pattern { pattern: pattern.chars().take(80).collect(), reason };
            let mut looked = Grep::new(&pattern, literal, ignore_case).map_err(wrong)?;
            (looked.filter, looked.from, looked.limit) = (filters.looked(quipu.settings())?, from, limit);
            Ok(grep(&*quipu.reading()?.store, &looked).await?)
        })
    }
}
