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

/// The names of a workspace, read once for all that tells of them.
pub(crate) struct CorpusNames {
    /// Names that stand in running text, those in the most documents first.
    pub(crate) known: Vec<CountedName>,
    /// The first of them with their documents; none where the texts were not all read in time.
    held: Option<Vec<HeldName>>,
}

/// A name with the positions of the documents whose texts hold it.
#[derive(Clone)]
pub(crate) struct HeldName {
    pub(crate) name: CountedName,
    pub(crate) held: BTreeSet<usize>,
    /// Number of documents that write it as a name.
    written: usize,
}

impl HeldName {
    /// The name as it is written.
    pub(crate) fn name(&self) -> &str {
        &self.name.name
    }

    /// False for what mostly stands in small letters, or inside a longer name.
    fn is_name(&self) -> bool {
        self.written * 2 >= self.held.len()
    }
}

impl CorpusNames {
    /// The first `known` names, and of the first `sought` the documents of `rows` whose texts hold them.
    pub(crate) async fn read(
        store: &dyn Store,
        rows: &[DocumentRow],
        known: usize,
        sought: usize,
    ) -> Result<Self, StoreError> {
        let known = known_names(store, known).await?;
        let held = held_in_texts(store, rows, &known[..known.len().min(sought)]).await?;
        Ok(Self { known, held })
    }

    /// The names in the most documents, counted in their texts as whole words in any case of letters, of the first
    /// `among`. Where the texts were not read in time, the number is that of the documents with a known mention.
    pub(crate) fn most_named(&self, among: usize, most: usize) -> Vec<CountedName> {
        let mut named: Vec<CountedName> = match &self.held {
            None => self.known.iter().take(among).cloned().collect(),
            Some(held) => {
                let named = held.iter().take(among).filter(|one| one.is_name() && one.held.len() > 1);
                named.map(|one| CountedName { documents: one.held.len() as u64, ..one.name.clone() }).collect()
            }
        };
        named.sort_by_key(|name| std::cmp::Reverse(name.documents));
        named.truncate(most);
        named
    }

    /// Each name once, with its documents; none where the texts were not read in time.
    pub(crate) fn in_texts(&self) -> Vec<HeldName> {
        let mut seen = BTreeSet::new();
        let mut held: Vec<HeldName> = self.held.clone().unwrap_or_default();
        // Several things of one name are told once.
        held.retain(|one| seen.insert(one.name.name.to_lowercase()) && one.is_name() && !one.held.is_empty());
        held
    }
}

/// Names that stand in running text, those in the most documents first; the numbers are those of known mentions.
pub(crate) async fn known_names(store: &dyn Store, most: usize) -> Result<Vec<CountedName>, StoreError> {
    let whole = store.graph_snapshot().await?;
    let chunks = snapshot_rows::chunks(&*whole).await?;
    let entities = snapshot_rows::entities(&*whole).await?;
    let Mentions { chunks_of, .. } = Mentions::read(&*whole).await?;
    let mut counted: Vec<(CountedName, Vec<Key>)> = Vec::new();
    for (at, entity) in entities.into_iter().enumerate() {
        let row = chunks_of.row(at);
        if row.len() < 2 || !may_be_a_name(entity.kind, &entity.name) {
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

/// True for what can be told as a name: no date, no name from code, no ordinary word, no long text.
pub(crate) fn may_be_a_name(kind: Kind, name: &str) -> bool {
    let first = words(name).into_iter().next();
    !matches!(kind, Kind::Word | Kind::Date | Kind::Identifier)
        && name.len() <= LONGEST
        && first.is_some_and(|first| !is_stop_word(&first.text))
}

/// Names with the documents whose texts hold them; none where these were not all read in time.
async fn held_in_texts(
    store: &dyn Store,
    rows: &[DocumentRow],
    names: &[CountedName],
) -> Result<Option<Vec<HeldName>>, StoreError> {
    let phrases: Vec<Option<SoughtPhrase>> = names.iter().map(|name| SoughtPhrase::exact(&[&name.name])).collect();
    let empty = |name: &CountedName| HeldName { name: name.clone(), held: BTreeSet::new(), written: 0 };
    let mut found: Vec<HeldName> = names.iter().map(empty).collect();
    let (mut reader, mut at) = (TextReader::new(store, rows.to_vec()), 0);
    while let Some(document) = reader.next().await? {
        for (phrase, one) in phrases.iter().zip(&mut found) {
            if phrase.as_ref().is_some_and(|phrase| phrase.find(&document.text).is_some()) {
                one.held.insert(at);
                one.written += usize::from(is_written_as_name(&document.text, &one.name.name));
            }
        }
        at += 1;
    }
    Ok((reader.left == 0).then_some(found))
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
fn is_written_as_name(text: &str, name: &str) -> bool {
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
