//! What a model said of each thing, over all documents: first counted, then gathered for those of which so
//! much is said that one description shall be made. Two passes, so that only their texts are held.

use quipu_kernel::model::{Key, Name, Statement};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::EngineError;
use crate::owners::Owners;
use crate::ports::{EntityRow, Store, StoredChunk};

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
    chunks(store, |stored| counted.count(stored)).await?;
    let classes = Classes::of(store, &counted).await?;
    let mut gathered = Gathered::new(&counted, &classes, bound);
    if gathered.much.is_empty() {
        return Ok(Vec::new());
    }
    chunks(store, |stored| gathered.take(stored, &classes)).await?;
    Ok(gathered.finish(bound))
}

/// Reads what models say of the chunks of every body, once.
async fn chunks(store: &dyn Store, mut take: impl FnMut(&StoredChunk)) -> Result<(), EngineError> {
    let mut owners = Owners::by_models(store);
    while let Some((_, chunks)) = owners.next().await? {
        chunks.iter().for_each(&mut take);
    }
    Ok(())
}

/// What something is said of.
enum Of<'a> {
    Entity(&'a Name),
    Relation(&'a Statement),
}

/// What is said in a chunk that models alone speak of, and of what.
fn said(stored: &StoredChunk) -> impl Iterator<Item = (Of<'_>, &str)> {
    let all = stored.facts.iter().flat_map(|facts| {
        let entities = facts.descriptions.iter().map(|said| (Of::Entity(&said.name), said.text.as_str()));
        let relations = facts.statements.iter().map(|said| (Of::Relation(said), said.description.as_str()));
        entities.chain(relations)
    });
    all.filter(|(_, text)| !text.is_empty())
}

fn ends(stated: &Statement) -> Ends {
    (stated.source.key(), stated.predicate.to_lowercase(), stated.target.key())
}

impl Counted {
    fn count(&mut self, stored: &StoredChunk) {
        for (of, text) in said(stored) {
            let one = Tally { count: 1, bytes: text.len() as u64 };
            match of {
                Of::Entity(name) => self.named(name).tally.add(one),
                Of::Relation(stated) => {
                    let (source, target) = (&stated.source, &stated.target);
                    self.named(source);
                    self.named(target);
                    let name = || format!("{} {} {}", source.folded, stated.predicate, target.folded);
                    self.relations.entry(ends(stated)).or_insert_with(|| (name(), Tally::default())).1.add(one);
                }
            }
        }
    }

    fn named(&mut self, name: &Name) -> &mut Named {
        let new = || Named { folded: name.folded.clone(), tally: Tally::default() };
        self.names.entry(name.key()).or_insert_with(new)
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

/// What is gathered in the second pass: of which things, and where each stands in the list.
struct Gathered {
    much: Vec<Much>,
    /// For each of them what is said, with the chunk that says it.
    said: Vec<Vec<(Key, String)>>,
    entities: FxHashMap<usize, usize>,
    relations: FxHashMap<Ends, usize>,
}

impl Gathered {
    /// Everything of which much may be said: what copies of a description say twice is seen in the second pass.
    fn new(counted: &Counted, classes: &Classes, bound: Bound) -> Self {
        let mut gathered = Self {
            much: Vec::new(),
            said: Vec::new(),
            entities: FxHashMap::default(),
            relations: FxHashMap::default(),
        };
        for at in entities(counted, classes, bound) {
            let row = &classes.rows[at];
            gathered.entities.insert(at, gathered.much.len());
            gathered.add(row.key, row.name.clone(), (row.chunks, row.mentions));
        }
        for (ends, name) in relations(counted, classes, bound) {
            let key = relation_key(&ends);
            gathered.relations.insert(ends, gathered.much.len());
            gathered.add(key, name, (0, 0));
        }
        gathered
    }

    fn add(&mut self, key: Key, name: String, seen: (u64, u64)) {
        self.much.push(Much { key, name, seen, fragments: Vec::new(), chunks: Vec::new() });
        self.said.push(Vec::new());
    }

    fn take(&mut self, stored: &StoredChunk, classes: &Classes) {
        for (of, text) in said(stored) {
            let at = match of {
                Of::Entity(name) => classes.of.get(&name.key()).and_then(|class| self.entities.get(class)),
                Of::Relation(stated) => self.relations.get(&classes.ends(&ends(stated))),
            };
            if let Some(at) = at {
                self.said[*at].push((stored.chunk.key, text.to_owned()));
            }
        }
    }

    fn finish(self, bound: Bound) -> Vec<Much> {
        let whole = |(mut much, mut said): (Much, Vec<(Key, String)>)| {
            said.sort_unstable();
            let mut seen = FxHashSet::default();
            said.retain(|(_, text)| seen.insert(text.clone()));
            much.chunks = said.iter().map(|(chunk, _)| *chunk).collect();
            much.chunks.dedup();
            much.fragments = said.into_iter().map(|(_, text)| text).collect();
            much
        };
        let exceeds = |much: &Much| {
            let bytes = much.fragments.iter().map(|text| text.len() as u64).sum();
            Tally { count: much.fragments.len() as u64, bytes }.exceeds(bound)
        };
        self.much.into_iter().zip(self.said).map(whole).filter(exceeds).collect()
    }
}

/// Classes of which more is said than the bound, by key.
fn entities(counted: &Counted, classes: &Classes, bound: Bound) -> Vec<usize> {
    let mut of: FxHashMap<usize, Tally> = FxHashMap::default();
    for (key, named) in &counted.names {
        if let Some(at) = classes.of.get(key) {
            of.entry(*at).or_default().add(named.tally);
        }
    }
    let mut out: Vec<usize> = of.into_iter().filter(|(_, tally)| tally.exceeds(bound)).map(|(at, _)| at).collect();
    out.sort_by_key(|at| classes.rows[*at].key);
    out
}

/// Relations of which more is said than the bound, with the least of their names, in order.
fn relations(counted: &Counted, classes: &Classes, bound: Bound) -> Vec<(Ends, String)> {
    let mut of: FxHashMap<Ends, (&String, Tally)> = FxHashMap::default();
    for (ends, (name, tally)) in &counted.relations {
        let known = of.entry(classes.ends(ends)).or_insert((name, Tally::default()));
        known.0 = known.0.min(name);
        known.1.add(*tally);
    }
    let much = of.into_iter().filter(|(_, (_, tally))| tally.exceeds(bound));
    let mut out: Vec<(Ends, String)> = much.map(|(ends, (name, _))| (ends, name.clone())).collect();
    out.sort_unstable();
    out
}

/// What stands for a relation between classes.
fn relation_key((source, predicate, target): &Ends) -> Key {
    Key::text(&format!("relation\n{source}\n{predicate}\n{target}"))
}
