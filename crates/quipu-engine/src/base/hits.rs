//! Hits as shown: the chunks of evidence with their texts, their documents and reasons.

use std::collections::BTreeMap;

use quipu_kernel::model::{Format, Key, Metadata, Pages, Span};
use quipu_kernel::view::{Evidence, Why};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::citation::{Citation, CitedChunk};
use super::ports::{DocumentRow, Select, SelectChunks, Store, StoreError, StoredChunk};

/// A hit as shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ShownHit {
    /// The chunk.
    pub chunk: Key,
    /// Id of the document that owns it.
    pub document: String,
    /// The document's title.
    pub title: String,
    /// Ids of other documents with the same text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<String>,
    /// The document's source.
    pub source: String,
    /// Headings above the chunk, outermost first.
    pub heading: Vec<String>,
    /// Page, from 1, where the source has pages.
    pub page: Option<u32>,
    /// First byte of the chunk in the document's text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// Text that is searched with the chunk but lies elsewhere: headings above it, a table's header.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prefix: String,
    /// The text.
    pub text: String,
    /// The score.
    pub score: f64,
    /// The reason of its score.
    pub why: Why,
    /// The document's metadata.
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    pub metadata: Metadata,
    /// The document's markup format.
    #[serde(skip)]
    pub format: Format,
    /// The pages of the chunk; `page` is the first.
    #[serde(skip)]
    pub pages: Option<Pages>,
}

#[cfg(test)]
impl ShownHit {
    /// A hit of a text alone, for tests.
    pub(crate) fn of_text(text: &str) -> Self {
        Self {
            chunk: Key::text(text),
            document: "d".into(),
            title: String::new(),
            copies: Vec::new(),
            source: "d.md".into(),
            heading: Vec::new(),
            page: None,
            start: 0,
            end: 0,
            prefix: String::new(),
            text: text.to_owned(),
            score: 1.0,
            why: Why::leaf(quipu_kernel::view::Reason::Sum { of: "test".into() }, 1.0),
            metadata: Metadata::new(),
            format: Format::Markdown,
            pages: None,
        }
    }
}

impl ShownHit {
    /// The span of the chunk's body in the document's text.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }

    /// The citation of a span of its text, without a number; none where the text has no such span.
    pub(crate) fn cite(&self, span: Span) -> Option<Citation> {
        let Self { document, source, heading, pages, start, text, .. } = self;
        CitedChunk { document, source, heading, pages: pages.as_ref(), start: *start, text }.cite(span)
    }
}

/// The hits of `evidence` with their texts and documents, in three reads. A hit whose chunk was removed
/// since the view was cut is left out.
pub(crate) async fn shown(store: &dyn Store, evidence: &Evidence) -> Result<Vec<ShownHit>, StoreError> {
    let keys = evidence.hits.iter().map(|hit| hit.chunk).collect();
    let chunks = store.chunks(&SelectChunks::Bare(keys)).await?;
    let chunks: FxHashMap<Key, StoredChunk> = chunks.into_iter().map(|stored| (stored.chunk.key, stored)).collect();
    let owners = owners(store, evidence).await?;
    let copies = copies(store, &owners).await?;
    let show = |hit: &quipu_kernel::view::Hit| {
        let chunk = &chunks.get(&hit.chunk)?.chunk;
        let owner = owners.get(&hit.document)?;
        let copies = copies.get(&owner.text).into_iter().flatten().filter(|id| **id != owner.id).cloned().collect();
        Some(ShownHit {
            chunk: hit.chunk,
            document: owner.id.clone(),
            title: owner.title.clone(),
            copies,
            source: owner.source.path.clone(),
            heading: chunk.headings.clone(),
            page: chunk.pages.as_ref().map(|pages| pages.first),
            start: chunk.body.start,
            end: chunk.body.end,
            prefix: chunk.prefix_text.clone(),
            text: chunk.text.clone(),
            score: hit.score,
            why: hit.why.clone(),
            metadata: owner.metadata.clone(),
            format: owner.format,
            pages: chunk.pages.clone(),
        })
    };
    Ok(evidence.hits.iter().filter_map(show).collect())
}

async fn owners(store: &dyn Store, evidence: &Evidence) -> Result<FxHashMap<Key, DocumentRow>, StoreError> {
    let mut keys: Vec<Key> = evidence.hits.iter().map(|hit| hit.document).collect();
    keys.sort_unstable();
    keys.dedup();
    let rows = store.documents(&Select::Keys(keys)).await?;
    Ok(rows.into_iter().map(|row| (row.key, row)).collect())
}

/// Ids of all documents of each text, sorted by key.
async fn copies(
    store: &dyn Store,
    owners: &FxHashMap<Key, DocumentRow>,
) -> Result<BTreeMap<Key, Vec<String>>, StoreError> {
    let mut texts: Vec<Key> = owners.values().map(|row| row.text).collect();
    texts.sort_unstable();
    let mut rows = store.documents(&Select::Texts(texts)).await?;
    rows.sort_by_key(|row| row.key);
    let mut out: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    for row in rows {
        out.entry(row.text).or_default().push(row.id);
    }
    Ok(out)
}
