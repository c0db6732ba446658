//! What a model said of each thing, over all documents: first counted, then gathered for those of which so
//! much is said that one description shall be made. Two passes, so that only their texts are held.

use quipu_kernel::model::{Extractor, Facts, Key};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::EngineError;
use crate::ports::{DocumentRow, EntityRow, Select, SelectChunks, Store, StoredChunk};

/// How many documents are listed at once.
const PAGE: usize = 256;
/// How many names are looked up at once.
const NAMES: usize = 512;

/// How much is said of something before one description is made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    /// More descriptions than this, or
    pub(super) fragments: u64,
    /// more tokens than this.
    pub(super) tokens: u64,
}

/// Something of which much is said.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Much {
    /// What it is kept under.
    pub(super) key: Key,
    /// How it is called.
    pub(super) name: String,
    /// What an entity's counts were, by which it is seen whether it has changed since.
    pub(super) seen: (u64, u64),
    /// What is said of it, each once, in the order of the chunks' keys.
    pub(super) fragments: Vec<String>,
    /// The chunks that say so, in the same order, each once.
    pub(super) chunks: Vec<Key>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    count: u64,
    bytes: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.bytes += other.bytes;
    }

    fn exceeds(self, bound: Bound) -> bool {
        self.count > bound.fragments || self.bytes.div_ceil(4) > bound.tokens
    }
}

/// A relation as chunks state it, or as classes of names do.
type Ends = (Key, String, Key);

/// A name with what is said under it.
struct Named {
    folded: String,
    tally: Tally,
}

/// What is counted in the first pass.
#[derive(Default)]
struct Counted {
    names: FxHashMap<Key, Named>,
    relations: FxHashMap<Ends, (String, Tally)>,
}

/// What much is said of, entities first, each kind by key.
///
/// # Errors
/// When the store cannot be read.
pub(super) async fn gather(store: &dyn Store, bound: Bound) -> Result<Vec<Much>, EngineError> {
    let mut counted = Counted::default();
    bodies(store, |chunks| chunks.iter().for_each(|stored| counted.count(stored))).await?;
    let classes = Classes::of(store, &counted).await?;
    let mut gathered = Gathered::new(&counted, &classes, bound);
    if gathered.much.is_empty() {
        return Ok(Vec::new());
    }
    bodies(store, |chunks| chunks.iter().for_each(|stored| gathered.take(stored, &classes))).await?;
    Ok(gathered.finish(bound))
}

/// Reads the chunks of every body once.
async fn bodies(store: &dyn Store, mut take: impl FnMut(&[StoredChunk])) -> Result<(), EngineError> {
    let mut after = None;
    loop {
        let rows: Vec<DocumentRow> = store.documents(&Select::After(after, PAGE)).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = Some(last.key);
        for row in &rows {
            let chunks = store.chunks(&SelectChunks::OfDocument(row.key)).await?;
            // Copies share a body: it is read where its owner comes.
            if chunks.first().is_some_and(|first| first.chunk.document == row.key) {
                take(&chunks);
            }
        }
    }
}

fn by_model(stored: &StoredChunk) -> impl Iterator<Item = &Facts> {
    stored.facts.iter().filter(|facts| facts.extractor == Extractor::Model)
}

fn one(text: &str) -> Tally {
    Tally { count: 1, bytes: text.len() as u64 }
}

impl Counted {
    fn count(&mut self, stored: &StoredChunk) {
        for facts in by_model(stored) {
            for said in facts.descriptions.iter().filter(|said| !said.text.is_empty()) {
                let new = || Named { folded: said.name.folded.clone(), tally: Tally::default() };
                self.names.entry(said.name.key()).or_insert_with(new).tally.add(one(&said.text));
            }
            for said in facts.statements.iter().filter(|said| !said.description.is_empty()) {
                let ends = (said.source.key(), said.predicate.to_lowercase(), said.target.key());
                for name in [&said.source, &said.target] {
                    let new = || Named { folded: name.folded.clone(), tally: Tally::default() };
                    self.names.entry(name.key()).or_insert_with(new);
                }
                let name = || format!("{} {} {}", said.source.folded, said.predicate, said.target.folded);
                let known = self.relations.entry(ends).or_insert_with(|| (name(), Tally::default()));
                known.1.add(one(&said.description));
            }
        }
    }
}

/// Which entity a name is of.
struct Classes {
    rows: Vec<EntityRow>,
    of: FxHashMap<Key, usize>,
}

impl Classes {
    /// Of the names under which something is said twice at least, and of the ends of such relations. (A class
    /// of many names with one description each stays merged.)
    async fn of(store: &dyn Store, counted: &Counted) -> Result<Self, EngineError> {
        let mut wanted: FxHashSet<Key> =
            counted.names.iter().filter(|(_, named)| named.tally.count > 1).map(|(key, _)| *key).collect();
        let repeated = counted.relations.iter().filter(|(_, (_, tally))| tally.count > 1);
        wanted.extend(repeated.flat_map(|((source, _, target), _)| [*source, *target]));
        let mut folded: Vec<String> =
            wanted.iter().filter_map(|key| Some(counted.names.get(key)?.folded.clone())).collect();
        folded.sort_unstable();
        folded.dedup();
        let mut classes = Self { rows: Vec::new(), of: FxHashMap::default() };
        for names in folded.chunks(NAMES) {
            for (row, _) in store.entities(names).await? {
                if classes.of.contains_key(&row.key) {
                    continue;
                }
                let at = classes.rows.len();
                classes.of.extend(row.keys.iter().map(|key| (*key, at)));
                classes.rows.push(row);
            }
        }
        Ok(classes)
    }

    /// The ends of a relation as classes; a name without one stands for itself.
    fn ends(&self, (source, predicate, target): &Ends) -> Ends {
        let class = |key: &Key| self.of.get(key).map_or(*key, |at| self.rows[*at].key);
        (class(source), predicate.clone(), class(target))
    }
}

/// What is gathered in the second pass: for each thing what is said, by chunk.
struct Gathered {
    much: Vec<(Much, Vec<(Key, String)>)>,
    entities: FxHashMap<usize, usize>,
    relations: FxHashMap<Ends, usize>,
}

impl Gathered {
    fn new(counted: &Counted, classes: &Classes, bound: Bound) -> Self {
        let mut of_entity: FxHashMap<usize, Tally> = FxHashMap::default();
        for (key, named) in &counted.names {
            if let Some(at) = classes.of.get(key) {
                of_entity.entry(*at).or_default().add(named.tally);
            }
        }
        let mut of_relation: FxHashMap<Ends, (String, Tally)> = FxHashMap::default();
        for (ends, (name, tally)) in &counted.relations {
            let known = of_relation.entry(classes.ends(ends)).or_insert_with(|| (name.clone(), Tally::default()));
            known.0 = known.0.clone().min(name.clone());
            known.1.add(*tally);
        }
        let mut gathered = Self { much: Vec::new(), entities: FxHashMap::default(), relations: FxHashMap::default() };
        let much =
            |key: Key, name: String, seen: (u64, u64)| Much { key, name, seen, fragments: vec![], chunks: vec![] };
        let mut entities: Vec<usize> =
            of_entity.into_iter().filter(|(_, tally)| tally.exceeds(bound)).map(|(at, _)| at).collect();
        entities.sort_by_key(|at| classes.rows[*at].key);
        for at in entities {
            let row = &classes.rows[at];
            gathered.entities.insert(at, gathered.much.len());
            gathered.much.push((much(row.key, row.name.clone(), (row.chunks, row.mentions)), Vec::new()));
        }
        let mut relations: Vec<(Ends, String)> = of_relation
            .into_iter()
            .filter(|(_, (_, tally))| tally.exceeds(bound))
            .map(|(ends, (name, _))| (ends, name))
            .collect();
        relations.sort_unstable();
        for (ends, name) in relations {
            let key = relation_key(&ends);
            gathered.relations.insert(ends, gathered.much.len());
            gathered.much.push((much(key, name, (0, 0)), Vec::new()));
        }
        gathered
    }

    fn take(&mut self, stored: &StoredChunk, classes: &Classes) {
        let chunk = stored.chunk.key;
        for facts in by_model(stored) {
            for said in &facts.descriptions {
                let at = classes.of.get(&said.name.key()).and_then(|class| self.entities.get(class));
                if let Some(at) = at {
                    self.much[*at].1.push((chunk, said.text.clone()));
                }
            }
            for said in facts.statements.iter().filter(|said| !said.description.is_empty()) {
                let ends = (said.source.key(), said.predicate.to_lowercase(), said.target.key());
                if let Some(at) = self.relations.get(&classes.ends(&ends)) {
                    self.much[*at].1.push((chunk, said.description.clone()));
                }
            }
        }
    }

    fn finish(self, bound: Bound) -> Vec<Much> {
        let whole = |(mut much, mut said): (Much, Vec<(Key, String)>)| {
            said.retain(|(_, text)| !text.is_empty());
            said.sort_unstable();
            let mut seen = FxHashSet::default();
            said.retain(|(_, text)| seen.insert(text.clone()));
            much.chunks = said.iter().map(|(chunk, _)| *chunk).collect();
            much.chunks.dedup();
            much.fragments = said.into_iter().map(|(_, text)| text).collect();
            much
        };
        let told = |much: &Much| {
            let bytes = much.fragments.iter().map(|text| text.len() as u64).sum();
            Tally { count: much.fragments.len() as u64, bytes }.exceeds(bound)
        };
        self.much.into_iter().map(whole).filter(told).collect()
    }
}

/// What stands for a relation between classes.
pub(super) fn relation_key((source, predicate, target): &Ends) -> Key {
    Key::text(&format!("relation\n{source}\n{predicate}\n{target}"))
}
