//! The passages that mention an entity: of each the sentence around its first mention.

use quipu_kernel::model::{Key, Span};
use quipu_kernel::text::sentences;
use quipu_kernel::view::{Filter, Needs, Question};
use serde::Serialize;

use crate::base::EngineError;
use crate::base::citation::Quote;
use crate::base::graph::OwnedChunks;
use crate::base::graph::resolve_name;
use crate::base::graph::{LISTED, about};
use crate::base::ports::{DocumentRow, Store, StoreError, StoredChunk};

/// A passage that mentions an entity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct MentionQuote {
    /// The chunk.
    pub chunk: Key,
    /// Id of its document.
    pub document: String,
    /// The document's title.
    pub title: String,
    /// Headings above it, outermost first.
    pub heading: Vec<String>,
    /// Page, from 1, where the source has pages.
    pub page: Option<u32>,
    /// First byte of the quote in the document's text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// The sentence that mentions it; the first where only a heading does.
    pub quote: String,
}

/// A selection of passages.
#[derive(Debug, Clone, Default)]
pub struct MentionQuery {
    /// The entity, by a name that it alone has, or by a key.
    pub entity: String,
    /// The filter of documents.
    pub filter: Filter,
    /// The chunk behind which to go on.
    pub after: Option<Key>,
    /// The maximum number.
    pub limit: usize,
}

/// The passages that mention an entity, in the order of their keys: those of a document stand together. Of one in very
/// many chunks the best known are listed.
///
/// # Errors
/// When nothing or several things have the name, or the store cannot be read.
pub async fn mentioned(store: &dyn Store, query: &MentionQuery) -> Result<Vec<MentionQuote>, EngineError> {
    let (entity, _) = resolve_name::one(store, &query.entity).await?;
    let mut question = about(&[entity.key], &entity.name);
    question.filter = query.filter.clone();
    let mut keys = mentioning(store, &question, LISTED).await?;
    keys.retain(|key| query.after.is_none_or(|after| *key > after));
    keys.truncate(query.limit);
    let owned = OwnedChunks::read(store, keys).await?;
    let passage = |stored: &StoredChunk| quoted(stored, owned.owner(stored)?, &entity.keys);
    Ok(owned.chunks.values().filter_map(passage).collect())
}

/// The chunks that mention the entities of a question, each once, by key: `cap` at most.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn mentioning(store: &dyn Store, question: &Question, cap: usize) -> Result<Vec<Key>, StoreError> {
    let needs = Needs { lexical: 0, entities: true, spread: 0, cap, ..Needs::default() };
    let view = store.view(question, &needs).await?;
    let mut keys: Vec<Key> = view.mentions.iter().map(|mention| view.chunks[mention.chunk as usize].key).collect();
    keys.sort_unstable();
    keys.dedup();
    Ok(keys)
}

fn quoted(stored: &StoredChunk, owner: &DocumentRow, keys: &[Key]) -> Option<MentionQuote> {
    let chunk = &stored.chunk;
    let mentions = stored.facts.iter().flat_map(|facts| &facts.mentions);
    let is_it = |span: &Span| span.start < span.end;
    let mention = mentions.filter(|mention| keys.contains(&mention.name.key())).map(|mention| mention.span).find(is_it);
    let at = mention.map_or(0, |span| span.start);
    let sentence = sentences(&chunk.text).into_iter().find(|sentence| at < sentence.end);
    let span = sentence.unwrap_or(Span { start: 0, end: chunk.text.len() as u32 });
    let Quote { chunk, document, title, heading, page, start, end, quote, .. } = Quote::of(stored, owner, span)?;
    Some(MentionQuote { chunk, document, title, heading, page, start, end, quote })
}
