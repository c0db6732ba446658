//! Citations are checked after the answer is made: the quote must stand in the stored chunk.

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;

use super::answer::Citation;
use super::pack::{Draft, Sentence};
use crate::ports::{SelectChunks, Store, StoreError, StoredChunk};
use crate::search::ShownHit;

/// The draft's citations, read again from the store; one that does not hold is left out.
pub(super) async fn checked(store: &dyn Store, draft: &Draft, hits: &[ShownHit]) -> Result<Vec<Citation>, StoreError> {
    let cited = draft.sentences.iter().filter_map(|sentence| Some(hits.get(sentence.hit)?.chunk)).collect();
    let chunks = store.chunks(&SelectChunks::Keys(cited)).await?;
    let chunks: FxHashMap<Key, StoredChunk> = chunks.into_iter().map(|stored| (stored.chunk.key, stored)).collect();
    let numbered = draft.sentences.iter().enumerate();
    Ok(numbered.filter_map(|(i, sentence)| citation(i + 1, sentence, hits.get(sentence.hit)?, &chunks)).collect())
}

fn citation(n: usize, sentence: &Sentence, hit: &ShownHit, chunks: &FxHashMap<Key, StoredChunk>) -> Option<Citation> {
    let chunk = &chunks.get(&hit.chunk)?.chunk;
    let quote = chunk.text.get(sentence.span.range()).filter(|quote| *quote == sentence.text)?;
    Some(Citation {
        n,
        document: hit.document.clone(),
        source: hit.source.clone(),
        heading: hit.heading.clone(),
        page: hit.page,
        start: chunk.body.start + sentence.span.start,
        end: chunk.body.start + sentence.span.end,
        quote: quote.to_owned(),
    })
}
