//! Documents, page by page.

use std::path::Path;

use quipu_engine::ports::{DocumentRow, Select, SelectChunks};
use quipu_kernel::model::{Chunk, Key};
use quipu_kernel::view::{Filter, fields};

use crate::job::{Outcome, aside};
use crate::{Filters, Quipu};

/// A selection of documents for a list; every condition must hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DocumentQuery {
    /// Words that all stand in the title or the id, in any case.
    pub words: String,
    /// Filters, as in questions.
    pub filters: Filters,
    /// The extension of the source's name, as `pdf`.
    pub extension: Option<String>,
    /// True if something of them could not be read.
    pub partial: Option<bool>,
}

/// Documents that a list shows.
#[derive(Debug, Clone, Default)]
pub struct DocumentsFound {
    /// The documents, in the order of their keys.
    pub rows: Vec<DocumentRow>,
    /// The key behind which to go on; none at the end.
    pub next: Option<Key>,
}

/// Number of documents examined for one page of matches.
const LOOKED: usize = 20_000;
/// Documents per read.
const AT_ONCE: usize = 1000;

impl Quipu {
    /// At most so many documents in the order of their keys, after a key: documents added or removed between two pages
    /// are in the page of their keys, and documents that were there throughout are listed exactly once.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn documents(&self, after: Option<Key>, limit: usize) -> Outcome<Vec<DocumentRow>> {
        let quipu = self.clone();
        aside(move || async move { Ok(quipu.reading()?.store.documents(&Select::After(after, limit)).await?) })
    }

    /// At most so many documents that match, in the order of their keys, after a key. The number of documents examined
    /// is bounded: a page may be incomplete and still have a next one.
    ///
    /// # Errors
    /// When a date is invalid, or the workspace cannot be read.
    pub fn find_documents(&self, query: DocumentQuery, after: Option<Key>, limit: usize) -> Outcome<DocumentsFound> {
        let quipu = self.clone();
        aside(move || async move {
            let wanted = Wanted::of(&query)?;
            let (store, mut found) =
                (quipu.reading()?.store, DocumentsFound { next: after, ..DocumentsFound::default() });
            let at_once = if wanted.all() { limit.saturating_add(1) } else { AT_ONCE };
            for _ in 0..LOOKED / AT_ONCE {
                let rows = store.documents(&Select::After(found.next, at_once)).await?;
                let all = rows.len() < at_once;
                for row in rows {
                    if found.rows.len() == limit {
                        return Ok(found);
                    }
                    found.next = Some(row.key);
                    if wanted.admits(&row) {
                        found.rows.push(row);
                    }
                }
                if all {
                    return Ok(DocumentsFound { next: None, ..found });
                }
            }
            Ok(found)
        })
    }

    /// A chunk with so many before and behind it, in the order of the text; empty if there is no such chunk.
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

/// A query made ready.
struct Wanted {
    words: Vec<String>,
    filter: Filter,
    extension: Option<String>,
    partial: Option<bool>,
}

impl Wanted {
    fn of(query: &DocumentQuery) -> Result<Self, crate::Error> {
        Ok(Self {
            words: query.words.to_lowercase().split_whitespace().map(str::to_owned).collect(),
            filter: query.filters.filter()?,
            extension: query.extension.as_ref().map(|extension| extension.to_lowercase()),
            partial: query.partial,
        })
    }

    /// True if it selects every document.
    fn all(&self) -> bool {
        self.words.is_empty() && self.filter.is_empty() && self.extension.is_none() && self.partial.is_none()
    }

    fn admits(&self, row: &DocumentRow) -> bool {
        let extension = || Path::new(&row.source.path).extension()?.to_str().map(str::to_lowercase);
        if self.partial.is_some_and(|partial| partial != row.partial.is_some())
            || self.extension.is_some() && self.extension != extension()
            || !self.filter.is_empty() && !self.filter.admits(&fields(&row.described()))
        {
            return false;
        }
        let text =
            if self.words.is_empty() { String::new() } else { format!("{} {}", row.title, row.id).to_lowercase() };
        self.words.iter().all(|word| text.contains(word.as_str()))
    }
}
