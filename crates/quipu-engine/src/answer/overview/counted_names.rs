//! Entities by the number of documents that name them.

use std::collections::BTreeSet;

use quipu_kernel::model::{Key, Kind};
use quipu_kernel::text::{is_stop_word, words};
use quipu_language::answer::may_be_a_word;

use super::CountedName;
use crate::base::graph::{Mentions, snapshot_rows};
use crate::base::ports::{DocumentRow, SelectChunks, Store, StoreError};
use crate::find::texts::{SoughtPhrase, TextReader};

/// Numbers of names that are checked, and of chunks that are read for each.
const CHECKED: usize = 90;
const READ: usize = 6;
/// Bytes of a name that is no text.
const LONGEST: usize = 60;
/// So many names are counted in the texts for each that is shown.
const SPARE: usize = 2;

/// The entities that the most documents name, the most named first; counted in the texts of `rows` as whole words in any
/// case of letters. Where these were not all read in time, the number is that of the documents with a known mention.
pub(crate) async fn most_named(
    store: &dyn Store,
    rows: &[DocumentRow],
    most: usize,
) -> Result<Vec<CountedName>, StoreError> {
    let named = known_names(store, most * SPARE).await?;
    let mut named = counted_in_texts(store, rows, named).await?;
    named.sort_by_key(|name| std::cmp::Reverse(name.documents));
    named.truncate(most);
    Ok(named)
}

/// Names that stand in running text, those in the most documents first; the numbers are those of known mentions.
pub(crate) async fn known_names(store: &dyn Store, most: usize) -> Result<Vec<CountedName>, StoreError> {
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
    Ok(named)
}

/// Names with the numbers of documents whose text holds them; a name that mostly stands in small letters is a word.
async fn counted_in_texts(
    store: &dyn Store,
    rows: &[DocumentRow],
    named: Vec<CountedName>,
) -> Result<Vec<CountedName>, StoreError> {
    let phrases: Vec<Option<SoughtPhrase>> = named.iter().map(|name| SoughtPhrase::exact(&[&name.name])).collect();
    let mut found = vec![(0_u64, 0_u64); named.len()];
    let mut reader = TextReader::new(store, rows.to_vec());
    while let Some(document) = reader.next().await? {
        for (at, phrase) in phrases.iter().enumerate() {
            if phrase.as_ref().is_some_and(|phrase| phrase.find(&document.text).is_some()) {
                found[at].0 += 1;
                found[at].1 += u64::from(is_written_as_name(&document.text, &named[at].name));
            }
        }
    }
    if reader.left > 0 {
        return Ok(named);
    }
    let counted = named.into_iter().zip(found).filter(|(_, (any, own))| own * 2 >= *any && *any > 1);
    Ok(counted.map(|(name, (any, _))| CountedName { documents: any, ..name }).collect())
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

/// True if a text has a name as it is written, by itself, and does not have it as a word in small letters.
pub(crate) fn is_written_as_name(text: &str, name: &str) -> bool {
    let small = || {
        SoughtPhrase::exact(&[name]).is_some_and(|phrase| {
            let low = name.to_lowercase();
            phrase.places(text).any(|place| text.get(place.range()) == Some(low.as_str()))
        })
    };
    stands_alone(text, name) && !(may_be_a_word(name) && small())
}

/// True if a text has a name as it is written, and not as a part of a longer one: "Mexico" in "New Mexico".
pub(crate) fn stands_alone(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + name.len()..]);
        let whole = !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric);
        let last = before.strip_suffix(' ').and_then(|before| before.rsplit(' ').next()).unwrap_or_default();
        whole && !(last.starts_with(char::is_uppercase) && last.chars().all(char::is_alphabetic))
    })
}

/// Documents count half where the kind of a name is unknown: many such names are ordinary words of the subject.
fn weight(name: &CountedName) -> f64 {
    name.documents as f64 * if is_known(name.kind) { 1.0 } else { 0.5 }
}

fn is_known(kind: Kind) -> bool {
    !matches!(kind, Kind::Entity | Kind::Concept)
}
