//! What a model said of each thing, over all documents: first counted, then gathered for those of which so
//! much is said that one description shall be made. Where all that is said is more than may be held, it is read twice,
//! so that only their texts are held.

use quipu_kernel::model::{Key, Name, Statement};
use rustc_hash::{FxHashMap, FxHashSet};

use super::held::{Held, Numbered};
use super::numbers::Numbers;
use crate::EngineError;
use crate::owners::Owners;
use crate::ports::{EntityRow, Store, StoredChunk};

/// How many names are looked up at once.
const NAMES: usize = 512;
/// Bytes of what is said that are held, so that it need not be read again.
const HELD: usize = 4 << 20;

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

/// How much is said of things, by their numbers.
#[derive(Default)]
struct Tallies(Vec<Tally>);

impl Tallies {
    /// Counts a text.
    fn add(&mut self, number: u32, text: &str) {
        let at = number as usize;
        self.0.resize(self.0.len().max(at + 1), Tally::default());
        self.0[at].add(Tally { count: 1, bytes: text.len() as u64 });
    }

    /// How much is said of a thing; of a name that is the end of relations alone, nothing.
    fn of(&self, number: u32) -> Tally {
        self.0.get(number as usize).copied().unwrap_or_default()
    }
}

/// A relation as chunks state it: its ends by their numbers among the names, its predicate by that among predicates.
type Stated = (u32, u32, u32);
/// A relation as classes of names have it.
type Ends<'a> = (Key, &'a str, Key);

/// What is counted in the first pass: of each name and of each relation, by their numbers.
#[derive(Default)]
struct Counted {
    names: Numbers<Name>,
    of_names: Tallies,
    predicates: Numbers<String>,
    relations: Numbers<Stated>,
    of_relations: Tallies,
}

/// What much is said of, entities first, each kind by key.
///
/// # Errors
/// When the store cannot be read.
pub(super) async fn gather(store: &dyn Store, bound: Bound) -> Result<Vec<Much>, EngineError> {
    let (mut counted, mut held) = (Counted::default(), Held::new(HELD));
    chunks(store, |stored| counted.count(stored, &mut held)).await?;
    let classes = Classes::of(store, &counted).await?;
    let mut gathered = Gathered::new(&counted, &classes, bound);
    if gathered.much.is_empty() {
        return Ok(Vec::new());
    }
    let mut take = |of, chunk, text: &str| gathered.take(of, chunk, text, &classes);
    if held.over {
        chunks(store, |stored| {
            let chunk = stored.chunk.key;
            said(stored).for_each(|(of, text)| {
                if let Some(of) = counted.known(&of) {
                    take(of, chunk, &text);
                }
            });
        })
        .await?;
    } else {
        held.all().for_each(|(of, chunk, text)| take(of, chunk, text));
    }
    Ok(gathered.finish(bound))
}

/// Reads what models say of the chunks of every body, once.
async fn chunks(store: &dyn Store, mut take: impl FnMut(StoredChunk)) -> Result<(), EngineError> {
    let mut owners = Owners::by_models(store);
    while let Some((_, chunks)) = owners.next().await? {
        chunks.into_iter().for_each(&mut take);
    }
    Ok(())
}

/// What something is said of.
enum Of {
    Entity(Name),
    /// Source, predicate in lower case, target.
    Relation(Name, String, Name),
}

/// What is said in a chunk that models alone speak of, and of what.
fn said(stored: StoredChunk) -> impl Iterator<Item = (Of, String)> {
    let all = stored.facts.into_iter().flat_map(|facts| {
        let entities = facts.descriptions.into_iter().map(|said| (Of::Entity(said.name), said.text));
        let relation =
            |of: Statement| (Of::Relation(of.source, of.predicate.to_lowercase(), of.target), of.description);
        entities.chain(facts.statements.into_iter().map(relation))
    });
    all.filter(|(_, text)| !text.is_empty())
}

impl Counted {
    /// Counts what models say of a chunk, and gives it to `held`.
    fn count(&mut self, stored: StoredChunk, held: &mut Held) {
        let chunk = stored.chunk.key;
        for (of, text) in said(stored) {
            let of = match of {
                Of::Entity(name) => {
                    let number = self.names.of(name);
                    self.of_names.add(number, &text);
                    Numbered::Entity(number)
                }
                Of::Relation(source, predicate, target) => {
                    let ends = (self.names.of(source), self.predicates.of(predicate), self.names.of(target));
                    let number = self.relations.of(ends);
                    self.of_relations.add(number, &text);
                    Numbered::Relation(number)
                }
            };
            held.add(of, chunk, &text);
        }
    }

    /// The number of what was counted.
    fn known(&self, of: &Of) -> Option<Numbered> {
        match of {
            Of::Entity(name) => self.names.known(name).map(Numbered::Entity),
            Of::Relation(source, predicate, target) => {
                let predicate = self.predicates.known(predicate.as_str())?;
                let ends = (self.names.known(source)?, predicate, self.names.known(target)?);
                self.relations.known(&ends).map(Numbered::Relation)
            }
        }
    }
}

/// Which entity each name is of, by the number of the name.
struct Classes<'a> {
    rows: Vec<EntityRow>,
    of: Vec<Option<u32>>,
    names: Vec<&'a Name>,
    keys: Vec<Key>,
    predicates: Vec<&'a String>,
    relations: Vec<&'a Stated>,
}

impl<'a> Classes<'a> {
    /// Of the names under which something is said twice at least, and of the ends of such relations. (A class
    /// of many names with one description each stays merged.)
    async fn of(store: &dyn Store, counted: &'a Counted) -> Result<Self, EngineError> {
        let (names, relations) = (counted.names.in_order(), counted.relations.in_order());
        let mut wanted: FxHashSet<u32> =
            (0..names.len() as u32).filter(|at| counted.of_names.of(*at).count > 1).collect();
        let repeated = relations.iter().zip(0..).filter(|(_, number)| counted.of_relations.of(*number).count > 1);
        wanted.extend(repeated.flat_map(|((source, _, target), _)| [*source, *target]));
        let mut folded: Vec<String> = wanted.iter().map(|at| names[*at as usize].folded.clone()).collect();
        folded.sort_unstable();
        folded.dedup();
        let keys: Vec<Key> = names.iter().map(|name| name.key()).collect();
        let numbers: FxHashMap<Key, usize> = keys.iter().enumerate().map(|(at, key)| (*key, at)).collect();
        let predicates = counted.predicates.in_order();
        let mut classes = Self { rows: Vec::new(), of: vec![None; keys.len()], names, keys, predicates, relations };
        let mut seen = FxHashSet::default();
        for some in folded.chunks(NAMES) {
            for row in store.named(some).await? {
                if !seen.insert(row.key) {
                    continue;
                }
                for number in row.keys.iter().filter_map(|key| numbers.get(key)) {
                    classes.of[*number] = Some(classes.rows.len() as u32);
                }
                classes.rows.push(row);
            }
        }
        Ok(classes)
    }

    /// The ends of a relation as classes; a name without one stands for itself.
    fn ends(&self, (source, predicate, target): &Stated) -> Ends<'a> {
        let class =
            |at: u32| self.of[at as usize].map_or(self.keys[at as usize], |class| self.rows[class as usize].key);
        (class(*source), self.predicates[*predicate as usize], class(*target))
    }
}

/// What is gathered in the second pass: of which things, and where each stands in the list.
struct Gathered {
    much: Vec<Much>,
    /// For each of them what is said, with the chunk that says it.
    said: Vec<Vec<(Key, String)>>,
    /// By the class.
    entities: FxHashMap<u32, usize>,
    /// By the number of the relation.
    relations: FxHashMap<u32, usize>,
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
            let row = &classes.rows[at as usize];
            gathered.entities.insert(at, gathered.much.len());
            gathered.add(row.key, row.name.clone(), (row.chunks, row.mentions));
        }
        for (ends, name, numbers) in relations(counted, classes, bound) {
            gathered.relations.extend(numbers.into_iter().map(|number| (number, gathered.much.len())));
            gathered.add(relation_key(&ends), name, (0, 0));
        }
        gathered
    }

    fn add(&mut self, key: Key, name: String, seen: (u64, u64)) {
        self.much.push(Much { key, name, seen, fragments: Vec::new(), chunks: Vec::new() });
        self.said.push(Vec::new());
    }

    fn take(&mut self, of: Numbered, chunk: Key, text: &str, classes: &Classes<'_>) {
        let at = match of {
            Numbered::Entity(number) => classes.of[number as usize].and_then(|class| self.entities.get(&class)),
            Numbered::Relation(number) => self.relations.get(&number),
        };
        if let Some(at) = at {
            self.said[*at].push((chunk, text.to_owned()));
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
fn entities(counted: &Counted, classes: &Classes<'_>, bound: Bound) -> Vec<u32> {
    let mut of = vec![Tally::default(); classes.rows.len()];
    for (class, number) in classes.of.iter().zip(0..) {
        if let Some(class) = class {
            of[*class as usize].add(counted.of_names.of(number));
        }
    }
    let mut out: Vec<u32> = (0..).zip(&of).filter(|(_, said)| said.exceeds(bound)).map(|(at, _)| at).collect();
    out.sort_by_key(|at| classes.rows[*at as usize].key);
    out
}

/// Relations of which more is said than the bound, with the least of their names and their numbers, in order.
fn relations<'a>(counted: &Counted, classes: &Classes<'a>, bound: Bound) -> Vec<(Ends<'a>, String, Vec<u32>)> {
    let mut of: FxHashMap<Ends<'_>, Vec<(&Stated, u32)>> = FxHashMap::default();
    for (stated, number) in classes.relations.iter().zip(0..) {
        of.entry(classes.ends(stated)).or_default().push((stated, number));
    }
    let name = |(source, predicate, target): &Stated| {
        let [source, target] = [source, target].map(|at| &classes.names[*at as usize].folded);
        format!("{source} {} {target}", classes.predicates[*predicate as usize])
    };
    let much = of.into_iter().filter_map(|(ends, all)| {
        let mut sum = Tally::default();
        all.iter().for_each(|(_, number)| sum.add(counted.of_relations.of(*number)));
        if !sum.exceeds(bound) {
            return None;
        }
        Some((ends, all.iter().map(|(stated, _)| name(stated)).min()?, all.into_iter().map(|(_, at)| at).collect()))
    });
    let mut out: Vec<(Ends<'_>, String, Vec<u32>)> = much.collect();
    out.sort_unstable();
    out
}

/// What stands for a relation between classes.
fn relation_key((source, predicate, target): &Ends<'_>) -> Key {
    Key::text(&format!("relation\n{source}\n{predicate}\n{target}"))
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::{Chunk, Description, Facts, Period, Span};

    use super::*;

    fn chunk(number: u8, names: &[&str]) -> StoredChunk {
        let mut facts = Facts::default();
        for name in names {
            let text = format!("{name} is here.");
            facts.descriptions.push(Description { name: Name::new(name), kind: String::new(), text });
        }
        for pair in names.windows(2) {
            facts.statements.push(Statement {
                source: Name::new(pair[0]),
                predicate: "Knows".to_owned(),
                target: Name::new(pair[1]),
                description: format!("{} knows {}.", pair[0], pair[1]),
                quote: Span::default(),
                weight: 1.0,
                period: Period::default(),
                keywords: Vec::new(),
            });
        }
        StoredChunk { chunk: Chunk { key: Key::from_bytes([number; 16]), ..Chunk::default() }, facts: vec![facts] }
    }

    #[test]
    fn what_is_held_is_what_a_second_reading_finds() {
        let all = [chunk(1, &["Ada", "Babbage", "Ada"]), chunk(2, &["Babbage", "Ada", "Menabrea"])];
        let (mut counted, mut again) = (Counted::default(), Counted::default());
        let (mut held, mut over) = (Held::new(HELD), Held::new(40));
        all.iter().for_each(|stored| counted.count(stored.clone(), &mut held));
        all.iter().for_each(|stored| again.count(stored.clone(), &mut over));
        let read = all.iter().flat_map(|stored| {
            let chunk = stored.chunk.key;
            said(stored.clone()).map(move |(of, text)| (of, chunk, text))
        });
        let read: Vec<_> =
            read.map(|(of, chunk, text)| (again.known(&of).expect("it was counted"), chunk, text)).collect();
        let texts: Vec<_> = held.all().map(|(of, chunk, text)| (of, chunk, text.to_owned())).collect();
        assert_eq!(read, texts);
        assert!(!held.over && over.over && over.all().next().is_none());
        assert_eq!((again.names.in_order().len(), again.relations.in_order().len()), (3, 3));
    }
}
