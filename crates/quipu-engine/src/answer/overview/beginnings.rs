//! Documents that begin with the same words: what they have in common where no page says it.

use std::collections::BTreeMap;

use quipu_kernel::text::words;
use quipu_language::answer::{ToldUnit, UnitKind, points_at_document, told_units_below};

use super::AlikeBeginnings;
use crate::base::citation::Quote;
use crate::base::ports::{DocumentRow, SelectChunks, Store, StoreError, StoredChunk};

/// Number of documents that are read.
const READ: usize = 400;
/// Number of words that are alike, and the fewest of a sentence.
const ALIKE: usize = 3;
const SHORTEST: usize = 6;
/// The least share of the documents, and the least number.
const SHARE: f64 = 0.25;
const LEAST: usize = 4;
/// Chunks of a document in which its first sentence is sought.
const CHUNKS: usize = 2;

/// The beginning that the most documents share; none where too few do.
pub(super) async fn alike(store: &dyn Store, rows: &[DocumentRow]) -> Result<Option<AlikeBeginnings>, StoreError> {
    let step = rows.len().div_ceil(READ).max(1);
    let mut found: BTreeMap<Vec<String>, (Quote, usize)> = BTreeMap::new();
    let mut read = 0;
    for row in rows.iter().step_by(step) {
        read += 1;
        let Some((start, quote)) = first_sentence(store, row).await? else { continue };
        found.entry(start).or_insert((quote, 0)).1 += 1;
    }
    let best = found.into_values().max_by_key(|(_, count)| *count);
    let enough = |count: usize| count >= LEAST && count as f64 >= SHARE * read as f64;
    Ok(best
        .filter(|(_, count)| enough(*count))
        .map(|(first, count)| AlikeBeginnings { first, documents: (count * step).min(rows.len()) as u64 }))
}

/// The first sentence of a document, with the words that it begins with.
async fn first_sentence(store: &dyn Store, row: &DocumentRow) -> Result<Option<(Vec<String>, Quote)>, StoreError> {
    let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
    for stored in chunks.into_iter().take(CHUNKS) {
        if let Some(found) = in_chunk(row, &stored) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn in_chunk(row: &DocumentRow, stored: &StoredChunk) -> Option<(Vec<String>, Quote)> {
    let chunk = &stored.chunk;
    let units = told_units_below(&chunk.text, &chunk.headings, row.format);
    let prose = |unit: &&ToldUnit| unit.kind == UnitKind::Sentence && !unit.aside;
    let unit = units.iter().find(prose)?;
    let said = words(&unit.text);
    // A sentence of the document itself says what it is; another beginning only repeats.
    let pointing = said.first().is_some_and(|first| points_at_document(&first.text));
    if said.len() < SHORTEST || !pointing {
        return None;
    }
    let start = said.into_iter().take(ALIKE).map(|word| word.text.clone()).collect();
    Some((start, Quote::of(stored, row, unit.span)?))
}
