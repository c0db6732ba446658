//! The sentences that say what a theme is: from the page of its folder, and from the documents in its middle.

use std::collections::BTreeSet;

use quipu_kernel::model::{Key, Span};
use quipu_kernel::text::{stemmed, words};
use quipu_kernel::themes::Theme;
use quipu_language::answer::about_sentences;

use super::documents_read::{INDEX_NAMES, folders};
use crate::base::citation::Quote;
use crate::base::ports::{DocumentRow, Select, SelectChunks, Store, StoreError};

/// Number of sentences of a theme.
const SENTENCES: usize = 2;
/// Chunks read per document.
const CHUNKS: usize = 3;
/// Weights: of a document's distance from the middle, of the words of the theme's name, of the page of its folder.
const DISTANCE: f64 = 0.1;
const NAMED: f64 = 0.8;
const INDEX: f64 = 2.0;
/// A sentence of a lower score says nothing of what its document is: titles are shown instead.
const LEAST: f64 = 1.9;
/// A second sentence is at most so much worse.
const MARGIN: f64 = 1.2;

/// The sentences of a theme, the best first, by chunk and place.
pub(super) async fn sentences(store: &dyn Store, theme: &Theme) -> Result<Vec<(Key, Span)>, StoreError> {
    let rows = store.documents(&Select::Keys(theme.central.clone())).await?;
    let name: BTreeSet<String> =
        theme.words.iter().flat_map(|label| words(label)).map(|word| stemmed(&word.text, "")).collect();
    let mut rated: Vec<(f64, Key, (Key, Span))> = Vec::new();
    for (place, key) in theme.central.iter().enumerate() {
        let Some(row) = rows.iter().find(|row| row.key == *key) else { continue };
        let index = if is_index_of(row, theme) { INDEX } else { 0.0 };
        let mut before = 0;
        for stored in store.chunks(&SelectChunks::BareOf(row.key)).await?.iter().take(CHUNKS) {
            let chunk = &stored.chunk;
            let found = about_sentences(&row.title, &chunk.text, &chunk.headings, row.format, before);
            before += found.len();
            for about in found {
                let said = chunk.text.get(about.span.range()).unwrap_or_default();
                let named = words(said).iter().any(|word| name.contains(&stemmed(&word.text, "")));
                // A sentence about one document says nothing of the others, unless it names what they share.
                if index == 0.0 && (!named || about.score < LEAST) || about.score + index < LEAST {
                    continue;
                }
                let score = about.score + index - DISTANCE * place as f64 + if named { NAMED } else { 0.0 };
                rated.push((score, row.key, (chunk.key, about.span)));
            }
        }
    }
    rated.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.2.cmp(&y.2)));
    let best = rated.first().map_or(0.0, |one| one.0);
    let mut chosen: Vec<(f64, Key, (Key, Span))> = Vec::new();
    for one in rated {
        if one.0 > best - MARGIN && chosen.iter().all(|known| known.1 != one.1) && chosen.len() < SENTENCES {
            chosen.push(one);
        }
    }
    Ok(chosen.into_iter().map(|(_, _, place)| place).collect())
}

/// The sentence that says best what a document is about.
pub(crate) async fn document_sentence(store: &dyn Store, row: &DocumentRow) -> Result<Option<Quote>, StoreError> {
    let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
    let (mut best, mut before) = (None::<(f64, Quote)>, 0);
    for stored in chunks.iter().take(CHUNKS) {
        let chunk = &stored.chunk;
        let found = about_sentences(&row.title, &chunk.text, &chunk.headings, row.format, before);
        before += found.len();
        for about in found {
            if best.as_ref().is_none_or(|(score, _)| about.score > *score) {
                best = Quote::of(stored, row, about.span).map(|quote| (about.score, quote)).or(best);
            }
        }
    }
    Ok(best.map(|(_, quote)| quote))
}

/// True for the page of the theme's folder.
fn is_index_of(row: &DocumentRow, theme: &Theme) -> bool {
    let Some(folder) = &theme.folder else { return false };
    let file = row.source.path.rsplit('/').next().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default().to_lowercase();
    folders(&row.source.path) == *folder && INDEX_NAMES.contains(&stem.as_str())
}
