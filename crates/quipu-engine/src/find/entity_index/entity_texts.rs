//! The searched texts of entities: `name (kind): description`; for one without a description by a model, the first of
//! its relations, and its most informative sentence.

use std::cmp::Reverse;

use quipu_kernel::model::{Key, Kind, Mention, Span};
use quipu_kernel::text::{head, sentences};
use quipu_language::answer::plain;
use rustc_hash::FxHashMap;

use super::least_chunks;
use super::model_texts::ModelSaid;
use super::stored_things::IndexedThing;
use super::wanted::WantedThing;
use super::whole_graph::{EntityRelation, WholeGraph};
use crate::base::graph::names_of;
use crate::base::ports::{SelectChunks, Store, StoreError, StoredChunk};

/// Changes in how they are worded count it up.
const RECIPE: &[u8] = b"entity 1";
/// Above this number of entities, those of one chunk without a description are not searched.
const FEW: usize = 20_000;
/// Number of its relations in the text.
const RELATIONS: usize = 5;
/// Number of chunks in which its best sentence is searched.
const CHUNKS: usize = 2;
/// The length of a sentence in bytes: others are uninformative or too long.
const SENTENCE: std::ops::RangeInclusive<usize> = 40..=320;
/// Maximum offset of a name in a sentence about it, in bytes.
const LEAD: usize = 8;

/// An entity that is searched.
pub(super) struct EntityWords {
    /// Its position.
    at: u32,
    described: Option<String>,
    /// Its first relations, in words.
    relations: Vec<String>,
    /// The chunks in which its best sentence is searched.
    pub(super) chunks: Vec<Key>,
}

/// The entities that are searched.
pub(super) fn wanted(whole: &WholeGraph, said: &ModelSaid) -> Vec<(WantedThing, EntityWords)> {
    let mut ties: FxHashMap<u32, Vec<&EntityRelation>> = FxHashMap::default();
    for tie in &whole.ties {
        ties.entry(tie.ends.0).or_default().push(tie);
        if tie.ends.1 != tie.ends.0 {
            ties.entry(tie.ends.1).or_default().push(tie);
        }
    }
    let least = least_chunks(whole.entities.len(), FEW);
    let words = |at: u32| {
        let described = said.of_entity(at);
        let held = whole.chunks_of.row(at as usize);
        if described.is_none() && (held.len() < least || whole.entities[at as usize].kind == Kind::Word) {
            return None;
        }
        let of = ties.get(&at).map_or(&[][..], Vec::as_slice);
        let words = match described {
            Some(text) => {
                EntityWords { at, described: Some(text.to_owned()), relations: Vec::new(), chunks: Vec::new() }
            }
            None => EntityWords { at, described: None, relations: told(whole, of), chunks: chosen(whole, at, of) },
        };
        let wanted =
            WantedThing { key: whole.entities[at as usize].key, input: words.input(whole), chunks: held.len() as u64 };
        Some((wanted, words))
    };
    (0..whole.entities.len() as u32).filter_map(words).collect()
}

/// The relations that most chunks state, in words.
fn told(whole: &WholeGraph, ties: &[&EntityRelation]) -> Vec<String> {
    let mut ties = ties.to_vec();
    ties.sort_by(|x, y| y.chunks.len().cmp(&x.chunks.len()).then(x.key.cmp(&y.key)));
    ties.into_iter().take(RELATIONS).map(|tie| whole.sentence(tie)).collect()
}

/// The most informative chunks of an entity: those with a statement that begins with it, then the others.
fn chosen(whole: &WholeGraph, at: u32, ties: &[&EntityRelation]) -> Vec<Key> {
    let stating = ties.iter().filter(|tie| tie.ends.0 == at).flat_map(|tie| &tie.chunks);
    let mut chunks: Vec<u32> = Vec::new();
    for chunk in stating.chain(whole.chunks_of.row(at as usize)) {
        if !chunks.contains(chunk) {
            chunks.push(*chunk);
        }
        if chunks.len() == CHUNKS {
            break;
        }
    }
    chunks.into_iter().map(|chunk| whole.chunks[chunk as usize].key).collect()
}

impl EntityWords {
    /// A hash of the inputs of its text.
    fn input(&self, whole: &WholeGraph) -> Key {
        let entity = &whole.entities[self.at as usize];
        let chunks: Vec<u8> = self.chunks.iter().flat_map(|chunk| *chunk.bytes()).collect();
        let (described, relations) = (self.described.as_deref().unwrap_or_default(), self.relations.join("\n"));
        let kind = entity.kind.label();
        let parts = [entity.name.as_str(), kind, described, relations.as_str()].map(str::as_bytes);
        Key::of("thing", &[RECIPE, parts[0], parts[1], parts[2], parts[3], &chunks])
    }

    fn row(&self, whole: &WholeGraph, input: Key, best: Option<&Sentence>) -> IndexedThing {
        let entity = &whole.entities[self.at as usize];
        let kind = if entity.kind == Kind::default() {
            String::new()
        } else {
            format!(" ({})", entity.kind.label().to_lowercase())
        };
        let said = match &self.described {
            Some(text) => text.clone(),
            None => self
                .relations
                .iter()
                .map(|said| format!("{said}."))
                .chain(best.map(|best| best.text.clone()))
                .collect::<Vec<_>>()
                .join(" "),
        };
        IndexedThing {
            input,
            words: entity.name.clone(),
            text: format!("{}{kind}: {said}", entity.name).trim_end_matches([':', ' ']).to_owned(),
            ends: None,
            vector: None,
        }
    }
}

/// The rows of some entities, without their vectors.
///
/// # Errors
/// When the store cannot be read.
pub(super) async fn worded(
    store: &dyn Store,
    whole: &WholeGraph,
    some: &[&(WantedThing, EntityWords)],
) -> Result<Vec<(Key, IndexedThing)>, StoreError> {
    // An entity with a description needs no sentence.
    let sought = some.iter().filter(|(_, words)| !words.chunks.is_empty());
    let names = names_of(store, sought.map(|(wanted, words)| (wanted.key, whole.name(words.at)))).await?;
    // Chunks that were read for other entities are ignored, or the result would depend on these.
    let own: FxHashMap<Key, &[Key]> = some.iter().map(|(wanted, words)| (wanted.key, &*words.chunks)).collect();
    let mut chunks: Vec<Key> = own.values().copied().flatten().copied().collect();
    chunks.sort_unstable();
    chunks.dedup();
    let mut best: FxHashMap<Key, Sentence> = FxHashMap::default();
    for stored in store.chunks(&SelectChunks::Keys(chunks)).await? {
        for (entity, said) in sentences_in(&stored, &names) {
            if own.get(&entity).is_some_and(|own| own.contains(&stored.chunk.key)) {
                best.entry(entity).and_modify(|known| known.outdo(&said)).or_insert(said);
            }
        }
    }
    let row = |(wanted, words): &&(WantedThing, EntityWords)| {
        (wanted.key, words.row(whole, wanted.input, best.get(&wanted.key)))
    };
    Ok(some.iter().map(row).collect())
}

/// A sentence about an entity.
#[derive(Debug, Clone)]
struct Sentence {
    /// The rank: true for a sentence of suitable length and lead, and the offset of the entity's name in it.
    rank: (bool, Reverse<usize>),
    text: String,
}

impl Sentence {
    /// Becomes the other one if that has a higher rank; the first of equals stays.
    fn outdo(&mut self, other: &Self) {
        if other.rank > self.rank {
            self.clone_from(other);
        }
    }
}

/// The sentences of a chunk with the entities that they name; `names` maps names to entities. Headings and rows of
/// tables are skipped.
fn sentences_in(stored: &StoredChunk, names: &FxHashMap<Key, Key>) -> Vec<(Key, Sentence)> {
    let text = stored.chunk.text.as_str();
    let mut parts: Option<Vec<Span>> = None;
    let sentence = |mention: &Mention| {
        let entity = names.get(&mention.name.key())?;
        let parts = parts.get_or_insert_with(|| sentences(text));
        let first = parts.partition_point(|part| part.end <= mention.span.start);
        let part = parts.get(first).filter(|part| part.start <= mention.span.start)?;
        let said = text.get(part.range()).filter(|said| !said.trim_start().starts_with(['#', '|']))?;
        let (clean, before) = (plain(said), (mention.span.start - part.start) as usize);
        let good = SENTENCE.contains(&clean.len()) && before <= LEAD;
        let whole = Sentence { rank: (good, Reverse(before)), text: head(&clean, *SENTENCE.end()).to_owned() };
        (clean.len() >= *SENTENCE.start()).then_some((*entity, whole))
    };
    stored.facts.iter().flat_map(|facts| &facts.mentions).filter_map(sentence).collect()
}
