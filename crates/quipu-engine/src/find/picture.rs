//! A picture: the entities, relations and chunks around a question or an entity, each tie with the
//! sentence that states it. Renderers decide nothing.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::{Key, Kind, Span};
use quipu_kernel::text::sentences;

use crate::base::citation::Quote;
use crate::base::graph::around;
use crate::base::graph::resolve_name;
use crate::base::ports::{DocumentRow, EntityFound, Select, SelectChunks, Store, StoreError, StoredChunk};
use crate::base::query::Query;
use crate::base::{EngineError, Workspace};
use crate::find::graph::grouped::own_kind;
use crate::find::graph::merged_views::SeenGraph;
use crate::find::graph::neighbour_tree::{Tie, TreeSurroundings};
use crate::find::graph::tie_quotes::{self, UnquotedTie, carried, names};
use crate::find::graph::{Line, Picture, Point};
use crate::find::search::search;

/// Number of neighbours whose relations are drawn too.
const FOLLOWED: usize = 12;
/// Batch size of lookups of chunks' names.
const LOOKED_UP: usize = 256;

/// The centre of a picture.
#[derive(Debug, Clone, PartialEq)]
pub enum PictureCentre {
    /// The evidence of a question.
    Question(Box<Query>),
    /// The entity of a name.
    Entity(String),
}

/// Options of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureQuery {
    /// The centre of a picture.
    pub about: PictureCentre,
    /// The maximum number of entities.
    pub entities: usize,
    /// The maximum number of chunks.
    pub chunks: usize,
}

/// The picture around a question or an entity.
///
/// # Errors
/// When nothing or several things have the name, or the store or the embedding model fails.
pub async fn picture(workspace: &Workspace, query: &PictureQuery) -> Result<Picture, EngineError> {
    let store = &*workspace.store;
    let mut chosen = match &query.about {
        PictureCentre::Question(asked) => of_question(workspace, asked, query).await?,
        PictureCentre::Entity(name) => of_entity(store, name, query).await?,
    };
    let keys = chosen.entities.clone();
    chosen.seen.add(around(store, &keys, "", 0).await?);
    let mut picture = drawn(store, &chosen).await?;
    called(workspace, &chosen, &mut picture).await?;
    Ok(picture)
}

/// The contents of a picture.
struct Chosen {
    title: String,
    seen: SeenGraph,
    /// The best first.
    entities: Vec<Key>,
    chunks: Vec<Key>,
    /// The central entity, as read from the store.
    root: Option<EntityFound>,
}

async fn of_entity(store: &dyn Store, name: &str, query: &PictureQuery) -> Result<Chosen, EngineError> {
    let found = resolve_name::one(store, name).await?;
    let root = found.0.key;
    let mut seen = SeenGraph::default();
    seen.add(around(store, &[root], name, 1).await?);
    let mut near = TreeSurroundings::of(&seen).neighbours(root);
    near.retain(|(key, _)| !seen.is_word(*key));
    let is_stated = |(_, tie): &&(Key, Tie)| matches!(tie, Tie::Stated { .. });
    let stated: Vec<Key> = near.iter().filter(is_stated).map(|(key, _)| *key).collect();
    // Relations of neighbours are more informative than chunks that merely mention both.
    seen.add(around(store, &stated[..stated.len().min(FOLLOWED)], name, 1).await?);
    let farther = TreeSurroundings::of(&seen);
    let beyond = stated.iter().take(FOLLOWED).flat_map(|key| farther.neighbours(*key));
    let beyond: Vec<Key> =
        beyond.filter(|found| is_stated(&found)).map(|(key, _)| key).filter(|key| !seen.is_word(*key)).collect();
    let is_notion = |key: &Key| seen.entities.get(key).is_some_and(|entity| entity.kind == Kind::Concept);
    let (notions, beside): (Vec<Key>, Vec<Key>) =
        near.iter().filter(|found| !is_stated(found)).map(|(key, _)| *key).partition(is_notion);
    let mut known = BTreeSet::new();
    let all = [root].into_iter().chain(stated).chain(beyond).chain(beside).chain(notions);
    let entities: Vec<Key> = all.filter(|key| known.insert(*key)).take(query.entities.max(1)).collect();
    let shown: BTreeSet<Key> = entities.iter().copied().collect();
    let mut held: BTreeMap<Key, usize> = seen.chunks_of(root).map(|chunk| (chunk, 0)).collect();
    for (entity, chunk) in &seen.mentions {
        if let Some(count) = held.get_mut(chunk).filter(|_| shown.contains(entity)) {
            *count += 1;
        }
    }
    let mut chunks: Vec<(Key, usize)> = held.into_iter().collect();
    chunks.sort_by(|(a, x), (b, y)| y.cmp(x).then(a.cmp(b)));
    let chunks = chunks.into_iter().take(query.chunks).map(|(chunk, _)| chunk).collect();
    Ok(Chosen { title: found.0.name.clone(), seen, entities, chunks, root: Some(found) })
}

async fn of_question(workspace: &Workspace, asked: &Query, query: &PictureQuery) -> Result<Chosen, EngineError> {
    let found = search(workspace, asked).await?;
    let chunks: Vec<Key> = found.hits.iter().take(query.chunks).map(|hit| hit.chunk).collect();
    let stored = workspace.store.chunks(&SelectChunks::Keys(chunks.clone())).await?;
    // A name's places among the chunks, the best chunk first.
    let mut said: BTreeMap<Key, BTreeSet<Key>> = BTreeMap::new();
    for stored in &stored {
        for mention in stored.facts.iter().flat_map(|facts| &facts.mentions) {
            said.entry(mention.name.key()).or_default().insert(stored.chunk.key);
        }
    }
    let (mut seen, mut held) = (SeenGraph::default(), BTreeMap::<Key, BTreeSet<Key>>::new());
    let keys: Vec<Key> = said.keys().copied().collect();
    for batch in keys.chunks(LOOKED_UP) {
        let view = around(&*workspace.store, batch, &asked.text, 0).await?;
        for named in &view.named {
            let entity = view.entities[named.entity as usize].key;
            held.entry(entity).or_default().extend(&said[&batch[named.name as usize]]);
        }
        seen.add(view);
    }
    for (entity, chunks) in &held {
        seen.mentions.extend(chunks.iter().map(|chunk| (*entity, *chunk)));
    }
    let asked_of = quipu_kernel::text::fold_name(&asked.text);
    let named = |key: &Key| {
        let name = seen.entities.get(key).map(|entity| quipu_kernel::text::fold_name(&entity.name)).unwrap_or_default();
        !name.is_empty() && format!(" {asked_of} ").contains(&format!(" {name} "))
    };
    let common = |key: &Key| seen.entities.get(key).map_or(0, |entity| entity.chunks);
    let mut ranked: Vec<(Key, usize)> =
        held.iter().filter(|(key, _)| !seen.is_word(**key)).map(|(key, chunks)| (*key, chunks.len())).collect();
    ranked.sort_by(|(a, x), (b, y)| {
        named(b).cmp(&named(a)).then(y.cmp(x)).then(common(a).cmp(&common(b))).then(a.cmp(b))
    });
    let entities = ranked.into_iter().take(query.entities).map(|(key, _)| key).collect();
    Ok(Chosen { title: asked.text.clone(), seen, entities, chunks, root: None })
}

/// The chosen things with their ties and sentences.
async fn drawn(store: &dyn Store, chosen: &Chosen) -> Result<Picture, StoreError> {
    let Chosen { seen, .. } = chosen;
    let keys: BTreeSet<Key> = chosen.entities.iter().copied().collect();
    let root: Vec<&EntityFound> = chosen.root.iter().collect();
    let names = names(store, seen, &keys, &root).await?;
    let stored = store.chunks(&SelectChunks::Keys(chosen.chunks.clone())).await?;
    let owners: BTreeSet<Key> = stored.iter().map(|stored| stored.chunk.document).collect();
    let owners = store.documents(&Select::Keys(owners.into_iter().collect())).await?;
    let owners: BTreeMap<Key, DocumentRow> = owners.into_iter().map(|row| (row.key, row)).collect();
    let entities =
        chosen.entities.iter().filter_map(|key| entity_point(seen, *key, chosen.entities.first() == Some(key)));
    let mut points: Vec<Point> = entities.collect();
    let place: BTreeMap<String, u32> = points.iter().zip(0..).map(|(point, at)| (point.id.clone(), at)).collect();
    let at = |key: Key| place.get(&key.to_string()).copied();
    let mut lines = Vec::new();
    for stored in &stored {
        let Some(owner) = owners.get(&stored.chunk.document) else { continue };
        let here = points.len() as u32;
        points.push(chunk_point(stored, owner));
        for key in &chosen.entities {
            let none = BTreeSet::new();
            let spans = tie_quotes::named(&stored.facts, names.get(key).unwrap_or(&none));
            let in_title = seen.mentions.contains(&(*key, stored.chunk.key));
            if let Some(from) = at(*key).filter(|_| !spans.is_empty() || in_title) {
                lines.push(mention(from, here, stored, owner, &spans));
            }
        }
    }
    lines.extend(between(store, chosen, &names, &at, &lines).await?);
    Ok(Picture { title: chosen.title.clone(), points, lines, notes: Vec::new() })
}

/// Labels entities with their kinds in the ontology of the settings.
async fn called(workspace: &Workspace, chosen: &Chosen, picture: &mut Picture) -> Result<(), StoreError> {
    if !workspace.ontology.has_kinds() {
        return Ok(());
    }
    let name = |key: &Key| Some(quipu_kernel::text::fold_name(&chosen.seen.entities.get(key)?.name));
    let names: Vec<String> = chosen.entities.iter().filter_map(name).collect();
    for (entity, relations) in workspace.store.entities(&names).await? {
        let Some(kind) = own_kind(&workspace.ontology, &entity, &relations) else { continue };
        let id = entity.key.to_string();
        picture.points.iter_mut().filter(|point| point.id == id).for_each(|point| point.kind.clone_from(&kind));
    }
    Ok(())
}

fn entity_point(seen: &SeenGraph, key: Key, first: bool) -> Option<Point> {
    let entity = seen.entities.get(&key)?;
    let chunks = entity.chunks;
    Some(Point {
        id: key.to_string(),
        label: entity.name.clone(),
        kind: entity.kind.label().to_owned(),
        about: if chunks == 1 { "in 1 chunk".to_owned() } else { format!("in {chunks} chunks") },
        weight: (1.0 + f64::from(chunks.max(1).ilog2()) / 8.0).min(2.0) + if first { 0.5 } else { 0.0 },
        quotes: Vec::new(),
        group: None,
    })
}

fn chunk_point(stored: &StoredChunk, owner: &DocumentRow) -> Point {
    let chunk = &stored.chunk;
    let title = chunk.headings.last().filter(|heading| !heading.is_empty()).unwrap_or(&owner.title);
    let whole = Quote::of(stored, owner, Span::new(0, chunk.text.len()));
    Point {
        id: chunk.key.to_string(),
        label: if title.is_empty() { owner.id.clone() } else { title.clone() },
        kind: "chunk".to_owned(),
        about: owner.id.clone(),
        weight: 1.0,
        quotes: whole.into_iter().collect(),
        group: None,
    }
}

fn mention(from: u32, to: u32, stored: &StoredChunk, owner: &DocumentRow, spans: &[Span]) -> Line {
    let cut = sentences(&stored.chunk.text);
    let sentence = spans.first().and_then(|span| tie_quotes::around(&cut, *span));
    let quotes = sentence.and_then(|span| Quote::of(stored, owner, span)).into_iter().collect();
    Line { from, to, says: String::new(), kind: "mention", weight: 0.5, periods: Vec::new(), quotes }
}

/// The relations between the entities shown, and common chunks of the first entity with those that no line ties
/// to it. `drawn` are the lines that are there already.
async fn between(
    store: &dyn Store,
    chosen: &Chosen,
    names: &BTreeMap<Key, BTreeSet<String>>,
    at: &dyn Fn(Key) -> Option<u32>,
    drawn: &[Line],
) -> Result<Vec<Line>, StoreError> {
    let (seen, of) = (&chosen.seen, |key: &Key| names.get(key).cloned().unwrap_or_default());
    let mut tied = Parts::default();
    drawn.iter().for_each(|line| tied.tie(line.from, line.to));
    let mut found = Vec::new();
    for said in seen.sure_relations().filter(|said| said.source != said.target) {
        let (Some(from), Some(to)) = (at(said.source), at(said.target)) else { continue };
        let together = seen.together(said.source, said.target);
        let chunks = said.chunks.iter().copied().chain(together).collect();
        let (says, periods) = (said.predicate.clone(), said.periods.clone());
        let line = Line { from, to, says, kind: "relation", weight: 1.0, periods, quotes: Vec::new() };
        tied.tie(from, to);
        found.push((line, UnquotedTie { a: of(&said.source), b: of(&said.target), chunks }));
    }
    let root = chosen.entities.first().filter(|_| chosen.root.is_some());
    for (root, key) in root.into_iter().flat_map(|root| chosen.entities.iter().skip(1).map(move |key| (root, key))) {
        let (Some(from), Some(to)) = (at(*root), at(*key)) else { continue };
        let chunks = seen.together(*root, *key);
        if chunks.is_empty() || tied.are_one(from, to) {
            continue;
        }
        let (says, periods) = (String::new(), Vec::new());
        let line = Line { from, to, says, kind: "together", weight: 0.5, periods, quotes: Vec::new() };
        tied.tie(from, to);
        found.push((line, UnquotedTie { a: of(root), b: of(key), chunks }));
    }
    let (lines, ties): (Vec<Line>, Vec<UnquotedTie>) = found.into_iter().unzip();
    let quotes = carried(store, &ties).await?;
    Ok(lines.into_iter().zip(quotes).map(|(line, quotes)| Line { quotes, ..line }).collect())
}

/// The connected components of points, over any number of lines.
#[derive(Default)]
struct Parts {
    /// Another point of the same part; a missing point represents its part.
    up: BTreeMap<u32, u32>,
}

impl Parts {
    fn top(&mut self, mut at: u32) -> u32 {
        while let Some(above) = self.up.get(&at).copied() {
            // Ways are halved as they are gone, so none gets long.
            if let Some(higher) = self.up.get(&above).copied() {
                self.up.insert(at, higher);
            }
            at = above;
        }
        at
    }

    fn tie(&mut self, a: u32, b: u32) {
        let (a, b) = (self.top(a), self.top(b));
        if a != b {
            self.up.insert(a.max(b), a.min(b));
        }
    }

    fn are_one(&mut self, a: u32, b: u32) -> bool {
        self.top(a) == self.top(b)
    }
}
