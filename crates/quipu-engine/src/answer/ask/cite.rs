//! The check of citations after an answer is made: the quote must stand in the stored chunk. A failed
//! citation is dropped.

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;

use super::quote::QuotedSentence;
use crate::base::citation::{Citation, CitedChunk};
use crate::base::hits::ShownHit;
use crate::base::ports::{SelectChunks, Store, StoreError, StoredChunk};

/// A citation for each sentence that holds, with the hit that it was taken from, read again from the store; in
/// their order, without a number.
pub(super) async fn held<'a>(
    store: &dyn Store,
    sentences: impl Iterator<Item = (&'a QuotedSentence, &'a ShownHit)> + Clone,
) -> Result<Vec<Option<Citation>>, StoreError> {
    let mut cited: Vec<Key> = sentences.clone().map(|(_, hit)| hit.chunk).collect();
    cited.dedup();
    let chunks = store.chunks(&SelectChunks::Bare(cited)).await?;
    let chunks: FxHashMap<Key, StoredChunk> = chunks.into_iter().map(|stored| (stored.chunk.key, stored)).collect();
    Ok(sentences.map(|(sentence, hit)| citation(sentence, hit, &chunks)).collect())
}

fn citation(sentence: &QuotedSentence, hit: &ShownHit, chunks: &FxHashMap<Key, StoredChunk>) -> Option<Citation> {
    let chunk = &chunks.get(&hit.chunk)?.chunk;
    chunk.text.get(sentence.span.range()).filter(|quote| *quote == sentence.text)?;
    CitedChunk { heading: &hit.heading, ..CitedChunk::of(&hit.document, &hit.source, chunk) }.cite(sentence.span)
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::{Chunk, Span};

    use super::*;

    fn sentence(start: usize, end: usize, text: &str) -> QuotedSentence {
        QuotedSentence { hit: 0, span: Span::new(start, end), text: text.to_owned() }
    }

    #[test]
    fn a_quote_that_the_store_does_not_have_is_not_cited() {
        let hit = ShownHit::of_text("One. Two.");
        let chunk = Chunk { key: hit.chunk, text: "One. Two.".into(), body: Span::new(10, 19), ..Chunk::default() };
        let stored = StoredChunk { chunk, facts: Vec::new() };
        let chunks: FxHashMap<Key, StoredChunk> = [(hit.chunk, stored)].into_iter().collect();
        let found = citation(&sentence(5, 9, "Two."), &hit, &chunks).map(|citation| (citation.start, citation.end));
        assert_eq!(found, Some((15, 19)));
        assert_eq!(citation(&sentence(5, 9, "Ten."), &hit, &chunks), None);
        assert_eq!(citation(&sentence(5, 90, "Two."), &hit, &chunks), None);
    }
}
