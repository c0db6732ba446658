//! The sentences that say what a theme is: from the page of its folder, and from the documents in its middle.

use quipu_kernel::model::{Key, Span};
use quipu_kernel::text::{fold_name, words};
use quipu_kernel::themes::Theme;
use quipu_language::answer::{about_sentences, definition_term, plain, telling_stems};

use rustc_hash::FxHashMap;

use super::documents_read::{folders, is_index};
use crate::base::citation::Quote;
use crate::base::ports::{DocumentRow, Select, SelectChunks, Store, StoreError, StoredChunk};

/// Number of sentences of a theme.
const SENTENCES: usize = 2;
/// Chunks read per document.
const CHUNKS: usize = 3;
/// Weights: of a document's distance from the middle, of the page of its folder.
const DISTANCE: f64 = 0.1;
const INDEX: f64 = 2.0;
/// A sentence of a lower score says nothing of what its document is: titles are shown instead.
const LEAST: f64 = 1.9;
/// Number of pages that may say what the whole is.
const PAGES: usize = 12;
/// Number of documents in which a definition is sought.
const SEARCHED: usize = 1_000;
/// A second sentence is at most so much worse.
const MARGIN: f64 = 1.2;

/// The page of each folder that has one.
pub(super) fn pages_of_folders(rows: &[DocumentRow]) -> FxHashMap<Vec<String>, Key> {
    let pages = rows.iter().filter(|row| is_index(row));
    pages.map(|row| (folders(&row.source.path), row.key)).collect()
}

/// The sentences of a theme, the best first, by chunk and place.
pub(super) async fn sentences(
    store: &dyn Store,
    theme: &Theme,
    pages: &FxHashMap<Vec<String>, Key>,
) -> Result<Vec<(Key, Span)>, StoreError> {
    let page = theme.folder.as_ref().and_then(|folder| pages.get(folder));
    let central = theme.central.iter().filter(|key| Some(*key) != page);
    let candidates: Vec<Key> = page.into_iter().chain(central).copied().collect();
    let rows = store.documents(&Select::Keys(candidates.clone())).await?;
    let labels: Vec<Vec<String>> = theme.words.iter().take(1).map(|label| telling_stems(label)).collect();
    let mut rated: Vec<(f64, Key, (Key, Span))> = Vec::new();
    for (place, key) in candidates.iter().enumerate() {
        let Some(row) = rows.iter().find(|row| row.key == *key) else { continue };
        let index = if is_index_of(row, theme) { INDEX } else { 0.0 };
        for (found, stored, span) in about_of(store, row).await? {
            let said = stored.chunk.text.get(span.range()).unwrap_or_default();
            let defined = definition_term(&plain(said)).map(telling_stems).unwrap_or_default();
            // A sentence about one document says nothing of the others, unless it defines what they share.
            let member = index == 0.0 && (!labels.contains(&defined) || theme.folder.is_some());
            let score = found + index;
            if !member && score >= LEAST {
                rated.push((score - DISTANCE * place as f64, row.key, (stored.chunk.key, span)));
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

/// The sentence that says what the whole is: the best of the pages of folders that are above all documents, else of pages
/// there that are called by one of `names`.
pub(crate) async fn corpus_sentence(
    store: &dyn Store,
    rows: &[DocumentRow],
    names: &[&str],
) -> Result<Option<Quote>, StoreError> {
    let Some(first) = rows.first().map(|row| folders(&row.source.path)) else { return Ok(None) };
    let alike = |row: &DocumentRow| folders(&row.source.path).iter().zip(&first).take_while(|(x, y)| x == y).count();
    let shared = rows.iter().map(alike).min().unwrap_or(0);
    let above_all = |row: &DocumentRow| folders(&row.source.path).len() <= shared;
    let named = |row: &DocumentRow| names.iter().any(|name| fold_name(name) == fold_name(&row.title));
    let mut pages: Vec<&DocumentRow> = rows.iter().filter(|row| is_index(row) && above_all(row)).collect();
    if pages.is_empty() && rows.iter().any(|row| !above_all(row)) {
        pages = rows.iter().filter(|row| above_all(row) && named(row)).collect();
    }
    let mut best: Option<(f64, Quote)> = None;
    for row in pages.into_iter().take(PAGES) {
        if let Some((score, quote)) = best_sentence(store, row).await?
            && score >= LEAST
            && best.as_ref().is_none_or(|(known, _)| score > *known)
        {
            best = Some((score, quote));
        }
    }
    Ok(best.map(|(_, quote)| quote))
}

/// The sentence near the beginning of a document that defines a name; documents with the name in their titles come first.
pub(crate) async fn defining_sentence(
    store: &dyn Store,
    rows: &[DocumentRow],
    name: &str,
) -> Result<Option<Quote>, StoreError> {
    let folded = fold_name(name);
    let (titled, others): (Vec<&DocumentRow>, Vec<&DocumentRow>) =
        rows.iter().partition(|row| fold_name(&row.title).contains(&folded));
    for row in titled.into_iter().chain(others).take(SEARCHED) {
        for (_, chunk, span) in about_of(store, row).await? {
            let said = chunk.chunk.text.get(span.range()).unwrap_or_default();
            if defines(&plain(said), &folded) {
                return Ok(Quote::of(&chunk, row, span));
            }
        }
    }
    Ok(None)
}

/// The sentences at the beginning of a document that say what it is about, with their scores and chunks.
async fn about_of(store: &dyn Store, row: &DocumentRow) -> Result<Vec<(f64, StoredChunk, Span)>, StoreError> {
    let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
    let (mut found, mut before) = (Vec::new(), 0);
    for stored in chunks.into_iter().take(CHUNKS) {
        let chunk = &stored.chunk;
        let read = about_sentences(&row.title, &chunk.text, &chunk.headings, row.format, before);
        before += read.len();
        found.extend(read.into_iter().map(|about| (about.score, stored.clone(), about.span)));
    }
    Ok(found)
}

/// True if a sentence says what a name is: "X is a …".
pub(crate) fn defines(said: &str, folded: &str) -> bool {
    let Some(term) = definition_term(said).filter(|term| fold_name(term) == folded) else { return false };
    let behind = words(&said[term.len()..]);
    let word = |at: usize| behind.get(at).map(|word| word.text.as_str()).unwrap_or_default();
    word(0) == "это" || word(0) == "is" && matches!(word(1), "a" | "an" | "the" | "one")
}

/// The sentence that says best what a document is about.
pub(crate) async fn document_sentence(store: &dyn Store, row: &DocumentRow) -> Result<Option<Quote>, StoreError> {
    Ok(best_sentence(store, row).await?.map(|(_, quote)| quote))
}

/// The best sentence of a document, with its score.
async fn best_sentence(store: &dyn Store, row: &DocumentRow) -> Result<Option<(f64, Quote)>, StoreError> {
    let mut best: Option<(f64, Quote)> = None;
    for (score, chunk, span) in about_of(store, row).await? {
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Quote::of(&chunk, row, span).map(|quote| (score, quote)).or(best);
        }
    }
    Ok(best)
}

/// True for the page of the theme's folder.
fn is_index_of(row: &DocumentRow, theme: &Theme) -> bool {
    theme.folder.as_ref().is_some_and(|folder| folders(&row.source.path) == *folder) && is_index(row)
}
