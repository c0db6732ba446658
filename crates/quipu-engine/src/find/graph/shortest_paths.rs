//! The shortest ways between two entities, with the sentences that carry each step.
//!
//! Both ends are expanded in turn, the one with fewer entities before it first (Pohl, 1971,
//! "Bi-directional search"), a batch of entities a view. A view also shows where the neighbours of
//! expanded entities are, so ways of `a + b + 1` steps are all known once `a` steps around one end and
//! `b` around the other are expanded. An end in very many chunks cannot be expanded whole: it is only
//! searched for from the other one; if both are so, the chunks that hold both are found, and a note
//! states the omission. Ways through another such entity are not searched, but one that was met
//! from both sides counts like any other.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::graph::PathLimits;
use quipu_kernel::model::{Key, Period};
use serde::Serialize;

use super::Named;
use super::merged_views::{SeenGraph, SeenRelation};
use super::tie_quotes::{UnquotedTie, carried, names};
use crate::base::EngineError;
use crate::base::citation::Quote;
use crate::base::graph::resolve_name;
use crate::base::graph::{BATCH, CAP, around, shared};
use crate::base::ports::{EntityFound, RelationRow, Store, StoreError};

/// The most views that a search cuts.
const VIEWS: usize = 48;

/// A query for ways between two entities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathQuery {
    /// Name of one entity.
    pub from: String,
    /// Name of the other.
    pub to: String,
    /// The maximum number of ways.
    pub ways: usize,
    /// The maximum number of steps.
    pub longest: usize,
}

/// The ways that were found.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Paths {
    /// Their start.
    pub from: Named,
    /// Their end.
    pub to: Named,
    /// The ways: fewest steps first, then the cheapest.
    pub paths: Vec<ShownWay>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// A way.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ShownWay {
    /// Number of its steps.
    pub length: usize,
    /// Its cost: a step 1 where a relation is stated, else 2; an entity on the way 0.1 for each
    /// doubling of the number of its chunks, and 1 more if it is a date or an idea.
    pub cost: f64,
    /// The entities, both ends included.
    pub entities: Vec<Named>,
    /// The steps between them.
    pub steps: Vec<Step>,
}

/// A step from one entity to the next.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "PathStep")]
pub struct Step {
    /// Name of the entity that it leaves.
    pub from: String,
    /// Name of the entity that it reaches.
    pub to: String,
    /// The heaviest relation stated between them; none where they only stand together.
    pub relation: Option<StepSaid>,
    /// Number of chunks in which they were seen together.
    pub chunks: usize,
    /// The sentences that carry the step.
    pub quotes: Vec<Quote>,
}

/// A relation, in the direction of a step.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct StepSaid {
    /// The predicate.
    pub predicate: String,
    /// True if the relation leads the other way.
    pub backwards: bool,
    /// Sum of the weights of its statements.
    pub weight: f64,
    /// The periods that its statements give.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<Period>,
}

/// The shortest ways between two entities.
///
/// # Errors
/// When nothing or several things have one of the names, or the store cannot be read.
pub async fn paths(store: &dyn Store, query: &PathQuery) -> Result<Paths, EngineError> {
    let (from, to) = (resolve_name::one(store, &query.from).await?, resolve_name::one(store, &query.to).await?);
    let ends = [from.0.key, to.0.key];
    let mut search = Search { store, ends, words: format!("{} {}", query.from, query.to), ..Search::new(store, ends) };
    search.relate(&from, &to);
    let wanted = PathLimits { ways: query.ways, longest: query.longest };
    let ways = search.run(wanted).await?;
    let paths = shown(store, &search.seen, ways, [&from, &to]).await?;
    let shown =
        |(row, _): &EntityFound| Named { key: row.key, name: row.name.clone(), kind: row.kind, chunks: row.chunks };
    Ok(Paths { from: shown(&from), to: shown(&to), paths, notes: search.notes })
}

/// A search under way.
struct Search<'s> {
    store: &'s dyn Store,
    ends: [Key; 2],
    /// The words that rank the chunks of an end that has too many.
    words: String,
    seen: SeenGraph,
    expanded: BTreeSet<Key>,
    views: usize,
    notes: Vec<String>,
}

impl<'s> Search<'s> {
    fn new(store: &'s dyn Store, ends: [Key; 2]) -> Self {
        let (seen, expanded) = (SeenGraph::default(), BTreeSet::new());
        Self { store, ends, words: String::new(), seen, expanded, views: 0, notes: Vec::new() }
    }

    /// Adds the relations stated between the two ends, which no view shows when both are in very many
    /// chunks.
    fn relate(&mut self, from: &EntityFound, to: &EntityFound) {
        let ends = |row: &RelationRow| {
            let (a, b) = (&from.0.keys, &to.0.keys);
            match () {
                () if a.contains(&row.source_name) && b.contains(&row.target_name) => Some((from.0.key, to.0.key)),
                () if b.contains(&row.source_name) && a.contains(&row.target_name) => Some((to.0.key, from.0.key)),
                () => None,
            }
        };
        for row in &from.1 {
            let Some((source, target)) = ends(row) else { continue };
            let (predicate, chunks) = (row.predicate.clone(), row.chunks.iter().take(BATCH).copied().collect());
            let (weight, sure, periods) = (row.weight, row.is_sure(), row.periods.clone());
            let related = SeenRelation { source, predicate, target, weight, sure, periods, chunks };
            self.seen.relations.insert(row.key, related);
        }
    }

    async fn run(&mut self, wanted: PathLimits) -> Result<Vec<(u32, Vec<Key>)>, StoreError> {
        let [from, to] = self.ends;
        if from == to {
            self.notes.push("both names mean the same entity".to_owned());
            return Ok(Vec::new());
        }
        self.expand(&[from, to]).await?;
        let whole = [from, to].map(|end| self.is_whole(end));
        if whole == [false, false] {
            self.meet().await?;
        }
        let mut around = whole.map(usize::from);
        loop {
            // If an end is incomplete, the chunks of its neighbours are only known once these are expanded.
            let known = (around[0] + around[1] + usize::from(whole == [true, true])).max(1);
            let within = PathLimits { longest: wanted.longest.min(known), ..wanted };
            let (ways, _) = self.seen.ways(self.ends, within, false);
            if ways.len() >= wanted.ways || known >= wanted.longest {
                return self.finish(wanted, ways).await;
            }
            let next = [0, 1].map(|side| self.seen.at_distance(self.ends, self.ends[side], around[side] as u32));
            let side = match whole {
                [true, true] => usize::from(next[1].len() < next[0].len()),
                [first, _] => usize::from(!first),
            };
            let ended = next[side].is_empty() || !whole[side];
            if ended || !self.expand(&next[side]).await? {
                if !ended {
                    let why = "the search ended early: there is too much around the two; longer paths may be missing";
                    self.notes.push(why.to_owned());
                }
                return self.finish(wanted, ways).await;
            }
            around[side] += 1;
        }
    }

    /// True if all chunks of an end were seen; else a note is added.
    fn is_whole(&mut self, end: Key) -> bool {
        let Some(entity) = self.seen.entities.get(&end).filter(|entity| entity.hub) else { return true };
        let (name, chunks) = (&entity.name, entity.chunks);
        self.notes.push(format!("{name} is in {chunks} chunks, too many to look at all: paths may be missing"));
        false
    }

    /// Finds chunks that hold both ends.
    async fn meet(&mut self) -> Result<(), StoreError> {
        let shared = shared(self.store, self.ends, &self.words).await?;
        for chunk in shared.into_iter().take(CAP) {
            self.seen.mentions.extend(self.ends.map(|end| (end, chunk)));
        }
        Ok(())
    }

    /// Expands entities, a batch a view; false when the views are spent before the end.
    async fn expand(&mut self, keys: &[Key]) -> Result<bool, StoreError> {
        let fresh: Vec<Key> = keys.iter().copied().filter(|key| !self.expanded.contains(key)).collect();
        for batch in fresh.chunks(BATCH) {
            if self.views >= VIEWS {
                return Ok(false);
            }
            self.views += 1;
            self.expanded.extend(batch);
            let view = around(self.store, batch, &self.words, 1).await?;
            self.seen.add(view);
        }
        Ok(true)
    }

    /// The ways after all relations among their entities were seen, those through entities in very many
    /// chunks among them.
    async fn finish(
        &mut self,
        wanted: PathLimits,
        ways: Vec<(u32, Vec<Key>)>,
    ) -> Result<Vec<(u32, Vec<Key>)>, StoreError> {
        let (through, _) = self.seen.ways(self.ends, wanted, true);
        let passed: BTreeSet<Key> = ways.iter().chain(&through).flat_map(|(_, way)| way).copied().collect();
        for batch in passed.into_iter().collect::<Vec<_>>().chunks(BATCH) {
            self.seen.add(around(self.store, batch, &self.words, 0).await?);
        }
        let (ways, gave_up) = self.seen.ways(self.ends, wanted, true);
        if gave_up {
            let why = "there are too many paths of one length to try them all: some that are as short may be missing";
            self.notes.push(why.to_owned());
        }
        Ok(ways)
    }
}

/// The ways with their sentences.
async fn shown(
    store: &dyn Store,
    seen: &SeenGraph,
    ways: Vec<(u32, Vec<Key>)>,
    ends: [&EntityFound; 2],
) -> Result<Vec<ShownWay>, StoreError> {
    let passed = ways.iter().flat_map(|(_, way)| way).copied().collect();
    let names = names(store, seen, &passed, &ends).await?;
    let pairs: BTreeSet<(Key, Key)> =
        ways.iter().flat_map(|(_, way)| way.windows(2).map(|two| (two[0], two[1]))).collect();
    let tied = |(a, b): &(Key, Key)| {
        let stated = seen.between(*a, *b).into_iter().flat_map(|said| said.chunks.iter().copied());
        let mut chunks: Vec<Key> = Vec::new();
        for chunk in stated.chain(seen.together(*a, *b)) {
            if !chunks.contains(&chunk) {
                chunks.push(chunk);
            }
        }
        let of = |key: &Key| names.get(key).cloned().unwrap_or_default();
        UnquotedTie { a: of(a), b: of(b), chunks }
    };
    let ties: Vec<UnquotedTie> = pairs.iter().map(tied).collect();
    let quotes: BTreeMap<(Key, Key), Vec<Quote>> = pairs.into_iter().zip(carried(store, &ties).await?).collect();
    Ok(ways.iter().map(|(cost, way)| shown_way(seen, &quotes, *cost, way)).collect())
}

fn shown_way(seen: &SeenGraph, quotes: &BTreeMap<(Key, Key), Vec<Quote>>, cost: u32, way: &[Key]) -> ShownWay {
    let name = |key: Key| seen.entities.get(&key).map_or(String::new(), |entity| entity.name.clone());
    let step = |two: &[Key]| {
        let (a, b) = (two[0], two[1]);
        let said = seen.between(a, b).first().map(|said| StepSaid {
            predicate: said.predicate.clone(),
            backwards: said.source == b,
            weight: said.weight,
            periods: said.periods.clone(),
        });
        let quotes = quotes.get(&(a, b)).cloned().unwrap_or_default();
        Step { from: name(a), to: name(b), relation: said, chunks: seen.together(a, b).len(), quotes }
    };
    ShownWay {
        length: way.len() - 1,
        cost: f64::from(cost) / 1000.0,
        entities: way.iter().filter_map(|key| seen.entities.get(key).map(Named::from)).collect(),
        steps: way.windows(2).map(step).collect(),
    }
}
