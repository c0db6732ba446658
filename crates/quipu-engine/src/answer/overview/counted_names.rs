//! Entities by the number of documents that name them.

use std::collections::BTreeSet;

use quipu_kernel::model::{Key, Kind};
use quipu_kernel::text::{is_stop_word, words};

use super::CountedName;
use crate::base::graph::{Mentions, snapshot_rows};
use crate::base::ports::{SelectChunks, Store, StoreError};

/// Numbers of names that are checked, and of chunks that are read for each.
const CHECKED: usize = 60;
const READ: usize = 6;
/// Bytes of a name that is no text.
const LONGEST: usize = 60;

/// The entities that the most documents name, the most named first.
pub(super) async fn most_named(store: &dyn Store, most: usize) -> Result<Vec<CountedName>, StoreError> {
    let whole = store.graph_snapshot().await?;
    let chunks = snapshot_rows::chunks(&*whole).await?;
    let entities = snapshot_rows::entities(&*whole).await?;
    let Mentions { chunks_of, .. } = Mentions::read(&*whole).await?;
    let mut counted: Vec<(CountedName, Vec<Key>)> = Vec::new();
    for (at, entity) in entities.into_iter().enumerate() {
        let named = !matches!(entity.kind, Kind::Word | Kind::Date | Kind::Identifier) && entity.name.len() <= LONGEST;
        let row = chunks_of.row(at);
        let first = words(&entity.name).into_iter().next();
        if !named || row.len() < 2 || first.is_none_or(|first| is_stop_word(&first.text)) {
            continue;
        }
        let documents: BTreeSet<Key> = row.iter().map(|chunk| chunks[*chunk as usize].document).collect();
        let name =
            CountedName { key: entity.key, name: entity.name, kind: entity.kind, documents: documents.len() as u64 };
        let step = row.len().div_ceil(READ);
        counted.push((name, row.iter().step_by(step).map(|chunk| chunks[*chunk as usize].key).collect()));
    }
    counted.retain(|(name, _)| name.documents > 1);
    counted.sort_by(|(x, _), (y, _)| weight(y).total_cmp(&weight(x)).then(x.key.cmp(&y.key)));
    let mut named = Vec::new();
    for (name, of) in counted.into_iter().take(CHECKED) {
        if named.len() < most && in_running_text(store, &name.name, &of).await? {
            named.push(name);
        }
    }
    named.sort_by_key(|name| std::cmp::Reverse(name.documents));
    Ok(named)
}

/// True if the chunks write a name inside sentences, with its capital: a word of headings alone is no name.
async fn in_running_text(store: &dyn Store, name: &str, chunks: &[Key]) -> Result<bool, StoreError> {
    let read = store.chunks(&SelectChunks::Bare(chunks.to_vec())).await?;
    let within = |text: &str| {
        text.match_indices(name).any(|(at, _)| {
            let mut before = text[..at].chars().rev();
            before.next() == Some(' ') && before.next().is_some_and(|c| c.is_lowercase() || c == ',')
        })
    };
    let found = read.iter().filter(|stored| within(&stored.chunk.text)).count();
    Ok(found * 3 >= read.len().max(1))
}

/// Documents count half where the kind of a name is unknown: many such names are ordinary words of the subject.
fn weight(name: &CountedName) -> f64 {
    let known = !matches!(name.kind, Kind::Entity | Kind::Concept);
    name.documents as f64 * if known { 1.0 } else { 0.5 }
}
