//! The documents of a workspace with the things that they name, read once for all pages.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::{Key, Kind};
use quipu_kernel::text::fold_name;
use quipu_kernel::view::Filter;
use quipu_language::answer::plain;
use rustc_hash::{FxHashMap, FxHashSet};

use super::wiki_page::{WikiPageKind, WikiPart, WikiPlace};
use crate::answer::overview::may_be_a_name;
use crate::base::citation::{Citation, Quote};
use crate::base::graph::{Mentions, snapshot_rows};
use crate::base::ports::{DocumentRow, SelectChunks, Store, StoreError};
use crate::find::texts::{admitted_rows, stated_date};

/// Number of chunks that are read to see whether a name stands in sentences.
const READ: usize = 6;
/// Letters of a sentence by which it is found in its citation.
const FIRST: usize = 24;
/// Number of documents from which on a thing is to be named in more than one.
const FEW: usize = 12;

/// A thing that documents name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NamedThing {
    pub(super) key: Key,
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Number of its chunks.
    pub(super) chunks: usize,
    /// Positions of the documents that name it, each with the number of its chunks that do; the most first.
    pub(super) documents: Vec<(usize, usize)>,
    /// Some of its chunks.
    sample: Vec<Key>,
}

impl NamedThing {
    /// How much it is worth a page: documents count half where its kind is unknown, since many such names are ordinary
    /// words of the subject.
    fn worth(&self) -> usize {
        self.documents.len() * if self.is_of_known_kind() { 2 } else { 1 }
    }

    /// True if more is known of it than its name.
    pub(super) fn is_of_known_kind(&self) -> bool {
        !matches!(self.kind, Kind::Entity | Kind::Concept)
    }

    /// True if its name has letters, all of them small: many such names are ordinary words.
    pub(super) fn is_in_small_letters(&self) -> bool {
        self.name.chars().any(char::is_lowercase) && !self.name.chars().any(|c| c.is_uppercase() || c.is_numeric())
    }

    /// How its chunks write the name.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn name_use(&self, store: &dyn Store) -> Result<NameUse, StoreError> {
        let read = store.chunks(&SelectChunks::Bare(self.sample.clone())).await?;
        let texts: Vec<&str> = read.iter().map(|stored| stored.chunk.text.as_str()).collect();
        Ok(NameUse::of(&self.name, &texts))
    }
}

/// How texts write a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NameUse {
    /// True if a third of those that have it write it inside sentences, as it is shown: a word of headings or of cells
    /// is no name there.
    pub(super) in_sentences: bool,
    /// True if half of them write it in small letters, too: it is an ordinary word that a heading or a sentence begins
    /// with.
    pub(super) ordinary: bool,
}

impl NameUse {
    fn of(name: &str, texts: &[&str]) -> Self {
        let shown: Vec<&str> = texts.iter().copied().filter(|text| text.contains(name)).collect();
        // A sentence may begin with a name of several words, a heading goes on with nothing.
        let goes_on = |behind: &str| {
            let mut behind = behind.chars();
            name.contains(' ') && behind.next() == Some(' ') && behind.next().is_some_and(char::is_lowercase)
        };
        let within = |text: &&&str| {
            text.match_indices(name).any(|(at, _)| {
                let mut before = text[..at].chars().rev();
                let inside = before.next() == Some(' ') && before.next().is_some_and(char::is_lowercase);
                inside || goes_on(&text[at + name.len()..])
            })
        };
        let small = name.to_lowercase();
        let is_word = |text: &str, at: usize| {
            let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !letter(text[..at].chars().next_back()) && !letter(text[at + small.len()..].chars().next())
        };
        let in_small = |text: &&&str| small != name && text.match_indices(&small).any(|(at, _)| is_word(text, at));
        Self {
            in_sentences: shown.iter().filter(within).count() * 3 >= shown.len().max(1),
            ordinary: texts.iter().filter(in_small).count() * 2 >= texts.len().max(1),
        }
    }
}

/// The documents, and the things that they name.
pub(super) struct WikiCorpus {
    /// The documents, by key.
    pub(super) rows: Vec<DocumentRow>,
    /// Their titles as shown: each once.
    pub(super) titles: Vec<String>,
    /// The things that may have pages, the worthiest first.
    pub(super) things: Vec<NamedThing>,
    by_id: FxHashMap<String, usize>,
    by_page: FxHashMap<String, usize>,
    /// The titles, folded.
    folded: FxHashSet<String>,
}

impl WikiCorpus {
    /// Reads it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn read(store: &dyn Store) -> Result<Self, StoreError> {
        let rows = admitted_rows(store, &Filter::default()).await?;
        let titles = titles(&rows);
        let by_id = rows.iter().enumerate().map(|(at, row)| (row.id.clone(), at)).collect();
        let by_page = rows.iter().enumerate().map(|(at, row)| (WikiPageKind::Source.key(row.key), at)).collect();
        let folded = rows.iter().map(|row| fold_name(&row.title)).collect();
        let things = named_things(store, &rows).await?;
        Ok(Self { rows, titles, things, by_id, by_page, folded })
    }

    /// The position of a document.
    pub(super) fn position(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The position of the document of a place.
    pub(super) fn position_of(&self, place: &WikiPlace) -> Option<usize> {
        self.by_page.get(&place.document).copied()
    }

    /// True if a document has one of these names as its title.
    pub(super) fn has_title(&self, names: &[String]) -> bool {
        names.iter().any(|name| self.folded.contains(&fold_name(name)))
    }

    /// A link to the page of a document.
    pub(super) fn link(&self, at: usize) -> WikiPart {
        WikiPart::Page { key: WikiPageKind::Source.key(self.rows[at].key), text: self.titles[at].clone() }
    }

    /// The place of a sentence within its citation.
    pub(super) fn place(&self, of: &Citation, said: &str) -> Option<WikiPlace> {
        let row = &self.rows[self.position(&of.document)?];
        let mut place = WikiPlace::of(of, row.key, row.source.text_offset);
        // A quote may begin with the line that introduces the sentence.
        let first: String = said.chars().take(FIRST).collect();
        place.move_to(of.quote.find(&first).unwrap_or(0));
        Some(place)
    }

    /// A sentence of a document with its place.
    pub(super) fn sentence(&self, of: &Quote) -> Option<[WikiPart; 2]> {
        Some([WikiPart::text(plain(&of.quote)), WikiPart::Cite(self.quoted(of)?)])
    }

    /// The place of a quote.
    pub(super) fn quoted(&self, of: &Quote) -> Option<WikiPlace> {
        let row = &self.rows[self.position(&of.document)?];
        Some(WikiPlace::quoted(of, row.key, row.source.text_offset))
    }

    /// The things of each document, by their positions, the most frequent there first.
    pub(super) fn things_of_documents(&self) -> Vec<Vec<(usize, usize)>> {
        let mut of: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.rows.len()];
        for (at, thing) in self.things.iter().enumerate() {
            for (document, count) in &thing.documents {
                of[*document].push((at, *count));
            }
        }
        of.iter_mut().for_each(|things| things.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0))));
        of
    }
}

/// Titles as shown; those that several documents share have their paths behind them.
fn titles(rows: &[DocumentRow]) -> Vec<String> {
    let shown = |row: &DocumentRow| {
        let title = plain(row.title.trim());
        if title.is_empty() { row.id.clone() } else { title }
    };
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    rows.iter().for_each(|row| *count.entry(shown(row).to_lowercase()).or_default() += 1);
    let title = |row: &DocumentRow| {
        let title = shown(row);
        let below = row.source.path.split_once('/').map_or(row.source.path.as_str(), |(_, below)| below);
        if count[&title.to_lowercase()] > 1 { format!("{title} ({below})") } else { title }
    };
    rows.iter().map(title).collect()
}

/// The things that documents name, the worthiest first.
async fn named_things(store: &dyn Store, rows: &[DocumentRow]) -> Result<Vec<NamedThing>, StoreError> {
    let at: FxHashMap<Key, usize> = rows.iter().enumerate().map(|(at, row)| (row.key, at)).collect();
    let whole = store.graph_snapshot().await?;
    let chunks = snapshot_rows::chunks(&*whole).await?;
    let entities = snapshot_rows::entities(&*whole).await?;
    let Mentions { chunks_of, .. } = Mentions::read(&*whole).await?;
    let least = if rows.len() > FEW { 2 } else { 1 };
    let mut things: Vec<NamedThing> = Vec::new();
    for (position, entity) in entities.into_iter().enumerate() {
        let row = chunks_of.row(position);
        if row.len() < least || !may_be_a_name(entity.kind, &entity.name) {
            continue;
        }
        let mut count: BTreeMap<usize, usize> = BTreeMap::new();
        let owners = row.iter().filter_map(|chunk| at.get(&chunks[*chunk as usize].document));
        owners.for_each(|owner| *count.entry(*owner).or_default() += 1);
        if count.len() < least {
            continue;
        }
        let mut documents: Vec<(usize, usize)> = count.into_iter().collect();
        documents.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let step = row.len().div_ceil(READ);
        let sample = row.iter().step_by(step).map(|chunk| chunks[*chunk as usize].key).collect();
        let (key, name, kind) = (entity.key, entity.name, entity.kind);
        things.push(NamedThing { key, name, kind, chunks: row.len(), documents, sample });
    }
    things.sort_by(|a, b| {
        b.worth()
            .cmp(&a.worth())
            .then(b.chunks.cmp(&a.chunks))
            .then_with(|| a.name.cmp(&b.name))
            .then(a.key.cmp(&b.key))
    });
    Ok(things)
}

/// The date that a document states as its own.
pub(super) fn date_of(row: &DocumentRow) -> Option<&str> {
    stated_date(row, &["updated", "date"])
}

/// Positions in the order of their titles.
pub(super) fn by_title(corpus: &WikiCorpus, of: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let positions: BTreeSet<(String, usize)> =
        of.into_iter().map(|at| (corpus.titles[at].to_lowercase(), at)).collect();
    positions.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_sentences_and_an_ordinary_word_in_small_letters_too() {
        let of = |name: &str, texts: &[&str]| {
            let NameUse { in_sentences, ordinary } = NameUse::of(name, texts);
            (in_sentences, ordinary)
        };
        assert_eq!(of("Varga", &["the bell of Varga", "Varga cast it", "She", "He"]), (true, false));
        assert_eq!(of("Ilse Varga", &["Ilse Varga cast it"]), (true, false));
        assert_eq!(of("Data", &["we keep Data here", "all data is kept"]), (true, true));
        assert_eq!(of("Ohio", &["Texas, Ohio, Maine", "state: Ohio"]), (false, false));
        assert_eq!(of("IT", &["the IT of it", "their item"]), (true, true));
    }
}
