//! Descriptions of each thing by a model, over all documents: first counted, then gathered for things with so
//! many that one description is to be made. Only the texts of these are held; their documents
//! are read twice, or all where the list of these was too long to hold.

use crate::write::describe::overheard::chunks;
use quipu_kernel::model::{Key, Name};
use rustc_hash::{FxHashMap, FxHashSet};

use super::counted::{Bound, Counted, Of, Stated, Tally, said};
use super::held::Numbered;
use super::overheard::Overheard;
use crate::base::EngineError;
use crate::base::ports::{EntityRow, SelectChunks, Store, StoredChunk};

/// Batch size of name lookups.
const NAMES: usize = 512;

/// A thing with many descriptions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Much {
    /// Its key.
    pub(super) key: Key,
    /// Its name.
    pub(super) name: String,
    /// The entity's counts, by which later changes are detected.
    pub(super) seen: (u64, u64),
    /// Its descriptions, each once, in the order of the chunks' keys.
    pub(super) fragments: Vec<String>,
    /// The chunks of these, in the same order, each once.
    pub(super) chunks: Vec<Key>,
}

/// A relation as classes of names have it.
type Ends<'a> = (Key, &'a str, Key);

/// The things with many descriptions, entities first, each kind by key. Counts of all chunks, if given, are not read
/// again.
///
/// # Errors
/// When the store cannot be read.
pub(super) async fn gather(
    store: &dyn Store,
    bound: Bound,
    overheard: Option<Overheard>,
) -> Result<Vec<Much>, EngineError> {
    let (counted, held) = match overheard.and_then(Overheard::whole) {
        Some(all) => all,
        None => super::overheard::read(store).await?,
    };
    let classes = Classes::of(store, &counted).await?;
    let mut gathered = Gathered::new(&counted, &classes, bound);
    if gathered.much.is_empty() {
        return Ok(Vec::new());
    }
    let documents = (!held.over).then(|| held.documents(|of| gathered.place(of, &classes).is_some()));
    let sought = gathered.names(&classes);
    let mut take = |stored: StoredChunk| {
        let chunk = stored.chunk.key;
        // Few descriptions are of these.
        let of_these = |(of, _): &(Of<'_>, &str)| match of {
            Of::Entity(name) | Of::Relation(name, ..) => sought.contains(*name),
        };
        said(&stored).filter(of_these).for_each(|(of, text)| {
            if let Some(at) = counted.known(&of).and_then(|of| gathered.place(of, &classes)) {
                gathered.take(at, chunk, text);
            }
        });
    };
    match documents {
        None => chunks(store, take).await?,
        Some(documents) => {
            for document in documents {
                store.chunks(&SelectChunks::ByModels(document)).await?.into_iter().for_each(&mut take);
            }
        }
    }
    Ok(gathered.finish(bound))
}

/// The entity of each name, by the number of the name.
struct Classes<'a> {
    rows: Vec<EntityRow>,
    of: Vec<Option<u32>>,
    names: Vec<&'a Name>,
    keys: Vec<Key>,
    predicates: Vec<&'a String>,
    relations: Vec<&'a Stated>,
}

impl<'a> Classes<'a> {
    /// Classes of the names with at least two descriptions, and of the ends of such relations. (A class
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

    /// The ends of a relation as classes; a name without one is its own class.
    fn ends(&self, (source, predicate, target): &Stated) -> Ends<'a> {
        let class =
            |at: u32| self.of[at as usize].map_or(self.keys[at as usize], |class| self.rows[class as usize].key);
        (class(*source), self.predicates[*predicate as usize], class(*target))
    }
}

/// The state of the second pass: the things to gather, with their positions in the list.
struct Gathered {
    much: Vec<Much>,
    /// The descriptions of each of them, with their chunks.
    said: Vec<Vec<(Key, String)>>,
    /// By the class.
    entities: FxHashMap<u32, usize>,
    /// By the number of the relation.
    relations: FxHashMap<u32, usize>,
}

impl Gathered {
    /// All things that may have many descriptions: duplicates of descriptions are detected in the second pass.
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

    /// The position of a thing in the list, if it is gathered.
    fn place(&self, of: Numbered, classes: &Classes<'_>) -> Option<usize> {
        match of {
            Numbered::Entity(number) => classes.of[number as usize].and_then(|class| self.entities.get(&class)),
            Numbered::Relation(number) => self.relations.get(&number),
        }
        .copied()
    }

    /// The names of the things, and those that relations start from.
    fn names<'a>(&self, classes: &Classes<'a>) -> FxHashSet<&'a Name> {
        let of = |number: u32| classes.names[number as usize];
        let numbered = (0..).zip(&classes.of).filter_map(|(number, class)| Some((number, (*class)?)));
        let entities = numbered.filter(|(_, class)| self.entities.contains_key(class)).map(|(number, _)| of(number));
        let sources = self.relations.keys().map(|number| of(classes.relations[*number as usize].0));
        entities.chain(sources).collect()
    }

    fn take(&mut self, at: usize, chunk: Key, text: &str) {
        self.said[at].push((chunk, text.to_owned()));
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

/// Classes with more descriptions than the bound, by key.
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

/// Relations with more descriptions than the bound, with the least of their names and their numbers, in order.
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

/// The key of a relation between classes.
fn relation_key((source, predicate, target): &Ends<'_>) -> Key {
    Key::text(&format!("relation\n{source}\n{predicate}\n{target}"))
}
