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

/// A relation as chunks state it, its ends by their number among the names.
type Stated = (usize, String, usize);
/// A relation as classes of names have it.
type Ends = (Key, String, Key);

/// What is counted in the first pass: of each name, and of each relation.
#[derive(Default)]
struct Counted {
    numbers: FxHashMap<Name, usize>,
    names: Vec<Tally>,
    relations: FxHashMap<Stated, Tally>,
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
    chunks(store, |stored| gathered.take(stored, &counted, &classes)).await?;
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

impl Counted {
    fn count(&mut self, stored: &StoredChunk) {
        for (of, text) in said(stored) {
            let one = Tally { count: 1, bytes: text.len() as u64 };
            match of {
                Of::Entity(name) => {
                    let number = self.number(name);
                    self.names[number].add(one);
                }
                Of::Relation(said) => {
                    let (source, target) = (self.number(&said.source), self.number(&said.target));
                    let stated = (source, said.predicate.to_lowercase(), target);
                    self.relations.entry(stated).or_default().add(one);
                }
            }
        }
    }

    fn number(&mut self, name: &Name) -> usize {
        if let Some(known) = self.numbers.get(name) {
            return *known;
        }
        self.names.push(Tally::default());
        self.numbers.insert(name.clone(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// A relation that was counted.
    fn stated(&self, said: &Statement) -> Option<Stated> {
        let (source, target) = (self.numbers.get(&said.source)?, self.numbers.get(&said.target)?);
        Some((*source, said.predicate.to_lowercase(), *target))
    }

    /// The names by their numbers.
    fn by_number(&self) -> Vec<&Name> {
        let mut all: Vec<(&Name, usize)> = self.numbers.iter().map(|(name, number)| (name, *number)).collect();
        all.sort_unstable_by_key(|(_, number)| *number);
        all.into_iter().map(|(name, _)| name).collect()
    }
}

/// Which entity each name is of, by the number of the name.
struct Classes<'a> {
    rows: Vec<EntityRow>,
    of: Vec<Option<usize>>,
    names: Vec<&'a Name>,
    keys: Vec<Key>,
}

impl<'a> Classes<'a> {
    /// Of the names under which something is said twice at least, and of the ends of such relations. (A class
    /// of many names with one description each stays merged.)
    async fn of(store: &dyn Store, counted: &'a Counted) -> Result<Self, EngineError> {
        let names = counted.by_number();
        let mut wanted: FxHashSet<usize> = (0..names.len()).filter(|at| counted.names[*at].count > 1).collect();
        let repeated = counted.relations.iter().filter(|(_, tally)| tally.count > 1);
        wanted.extend(repeated.flat_map(|((source, _, target), _)| [*source, *target]));
        let mut folded: Vec<String> = wanted.iter().map(|at| names[*at].folded.clone()).collect();
        folded.sort_unstable();
        folded.dedup();
        let keys: Vec<Key> = names.iter().map(|name| name.key()).collect();
        let numbers: FxHashMap<Key, usize> = keys.iter().enumerate().map(|(at, key)| (*key, at)).collect();
        let mut classes = Self { rows: Vec::new(), of: vec![None; keys.len()], names, keys };
        let mut seen = FxHashSet::default();
        for some in folded.chunks(NAMES) {
            for row in store.named(some).await? {
                if !seen.insert(row.key) {
                    continue;
                }
                for number in row.keys.iter().filter_map(|key| numbers.get(key)) {
                    classes.of[*number] = Some(classes.rows.len());
                }
                classes.rows.push(row);
            }
        }
        Ok(classes)
    }

    /// The ends of a relation as classes; a name without one stands for itself.
    fn ends(&self, (source, predicate, target): &Stated) -> Ends {
        let class = |at: usize| self.of[at].map_or(self.keys[at], |class| self.rows[class].key);
        (class(*source), predicate.clone(), class(*target))
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
    fn new(counted: &Counted, classes: &Classes<'_>, bound: Bound) -> Self {
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

    fn take(&mut self, stored: &StoredChunk, counted: &Counted, classes: &Classes<'_>) {
        for (of, text) in said(stored) {
            let at = match of {
                Of::Entity(name) => {
                    let class = counted.numbers.get(name).and_then(|at| classes.of[*at]);
                    class.and_then(|class| self.entities.get(&class))
                }
                Of::Relation(_) if self.relations.is_empty() => None,
                Of::Relation(said) => {
                    counted.stated(said).and_then(|stated| self.relations.get(&classes.ends(&stated)))
                }
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
fn entities(counted: &Counted, classes: &Classes<'_>, bound: Bound) -> Vec<usize> {
    let mut of = vec![Tally::default(); classes.rows.len()];
    for (class, tally) in classes.of.iter().zip(&counted.names) {
        if let Some(class) = class {
            of[*class].add(*tally);
        }
    }
    let mut out: Vec<usize> = (0..of.len()).filter(|at| of[*at].exceeds(bound)).collect();
    out.sort_by_key(|at| classes.rows[*at].key);
    out
}

/// Relations of which more is said than the bound, with the least of their names, in order.
fn relations(counted: &Counted, classes: &Classes<'_>, bound: Bound) -> Vec<(Ends, String)> {
    let mut of: FxHashMap<Ends, Vec<(&Stated, Tally)>> = FxHashMap::default();
    for (stated, tally) in &counted.relations {
        of.entry(classes.ends(stated)).or_default().push((stated, *tally));
    }
    let name = |(source, predicate, target): &Stated| {
        format!("{} {predicate} {}", classes.names[*source].folded, classes.names[*target].folded)
    };
    let much = of.into_iter().filter_map(|(ends, all)| {
        let mut sum = Tally::default();
        all.iter().for_each(|(_, tally)| sum.add(*tally));
        if !sum.exceeds(bound) {
            return None;
        }
        Some((ends, all.iter().map(|(stated, _)| name(stated)).min()?))
    });
    let mut out: Vec<(Ends, String)> = much.collect();
    out.sort_unstable();
    out
}

/// What stands for a relation between classes.
fn relation_key((source, predicate, target): &Ends) -> Key {
    Key::text(&format!("relation\n{source}\n{predicate}\n{target}"))
}
