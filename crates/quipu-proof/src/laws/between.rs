//! The law of paths: where no entity is in very many chunks, they are the first of all existing ways.

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::graph::{PathQuery, paths};
use quipu_engine::ports::{DumpRow, EntityRow};
use quipu_kernel::model::{Key, Kind, Mention};

use super::indexed::index_all;
use super::world::World;
use super::{Broken, EmptyStore, dump, patiently, toys};

/// The longest ways of the search.
const LONGEST: usize = 3;

/// Number of requested ways.
const MOST: usize = 50;

/// All ties of a workspace: from each entity to others, with the cost of the step.
#[derive(Default)]
struct Ties {
    entities: BTreeMap<Key, EntityRow>,
    steps: BTreeMap<Key, BTreeMap<Key, u32>>,
}

impl Ties {
    fn of(rows: &[DumpRow]) -> Self {
        let mut ties = Self::default();
        let mut named: BTreeMap<Key, Key> = BTreeMap::new();
        let mut chunks: BTreeMap<Key, BTreeSet<Key>> = BTreeMap::new();
        for row in rows {
            if let DumpRow::Entity(entity) | DumpRow::Word(entity) = row {
                named.extend(entity.keys.iter().map(|name| (*name, entity.key)));
                ties.entities.insert(entity.key, entity.clone());
            }
        }
        let entity = |mention: &Mention| named.get(&mention.name.key()).copied();
        for row in rows {
            let DumpRow::Chunk { chunk, facts, text, .. } = row else { continue };
            let said = facts.iter().flat_map(|facts| &facts.mentions).filter_map(entity);
            let titles = rows.iter().filter_map(|row| match row {
                DumpRow::Document(document) if document.text == *text => Some(&document.title_names),
                _ => None,
            });
            // Where a name is one of two ends of a link it is in the chunk, too.
            let links = facts.iter().flat_map(|facts| &facts.links).flat_map(|link| [link.a.key(), link.b.key()]);
            let linked = links.filter_map(|name| named.get(&name).copied());
            chunks.entry(chunk.key).or_default().extend(said.chain(titles.flatten().filter_map(entity)).chain(linked));
        }
        for together in chunks.values() {
            for a in together {
                together.iter().for_each(|b| ties.tie(*a, *b, 2_000));
            }
        }
        for row in rows {
            let DumpRow::Relation(said) = row else { continue };
            let ends = [said.source_name, said.target_name].map(|name| named.get(&name).copied());
            if let [Some(a), Some(b)] = ends {
                ties.tie(a, b, 1_000);
                ties.tie(b, a, 1_000);
            }
        }
        ties
    }

    fn tie(&mut self, a: Key, b: Key, cost: u32) {
        if a != b {
            let step = self.steps.entry(a).or_default().entry(b).or_insert(cost);
            *step = cost.min(*step);
        }
    }

    fn passing(&self, entity: &Key) -> u32 {
        let entity = &self.entities[entity];
        let vague = if matches!(entity.kind, Kind::Date | Kind::Concept | Kind::Word) { 1_000 } else { 0 };
        100 * entity.chunks.max(1).ilog2() + vague
    }

    /// Every way from the last entity of `way` on to `to`: steps, cost, entities.
    fn all(&self, to: Key, way: &[Key], cost: u32, found: &mut Vec<(usize, u32, Vec<Key>)>) {
        let at = way[way.len() - 1];
        if at == to {
            found.push((way.len() - 1, cost, way.to_vec()));
            return;
        }
        for (next, step) in self.steps.get(&at).into_iter().flatten().filter(|_| way.len() <= LONGEST) {
            if !way.contains(next) {
                let passing = if *next == to { 0 } else { self.passing(next) };
                let onward = [way, &[*next]].concat();
                self.all(to, &onward, cost + step + passing, found);
            }
        }
    }
}

/// Among all ways between two entities, found by exhaustive search, those of fewest steps come first, then the
/// cheapest.
pub(super) async fn the_shortest_ways_come_first(empty: EmptyStore<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::of_at_least(3, seed ^ 0x9a7);
    let workspace = toys::workspace(empty());
    index_all(&workspace, &world.documents).await?;
    let rows = patiently(async || Ok(dump(&*workspace.store).await?)).await?;
    let ties = Ties::of(&rows);
    // A name of several entities is refused: the caller has to choose.
    let own = |entity: &&EntityRow| {
        let name = entity.names.first();
        name.is_some_and(|name| ties.entities.values().filter(|other| other.names.contains(name)).count() == 1)
    };
    let entities: Vec<&EntityRow> = ties.entities.values().filter(own).collect();
    if entities.len() < 2 {
        return Ok(());
    }
    for ways in [1, 3, MOST] {
        let (from, to) = (*world.random.of(&entities), *world.random.of(&entities));
        let query = PathQuery { from: from.names[0].clone(), to: to.names[0].clone(), ways: MOST, longest: LONGEST };
        let found = patiently(async || paths(&*workspace.store, &query).await).await?;
        let found = found.paths.iter().map(|way| {
            let cost = (way.cost * 1_000.0).round() as u32;
            (way.length, cost, way.entities.iter().map(|entity| entity.key).collect::<Vec<Key>>())
        });
        let mut found: Vec<(usize, u32, Vec<Key>)> = found.collect();
        let whole = found.len() < MOST;
        // A way may pass a plain name that is only written in senses of its own, which has no row.
        found.retain(|(_, _, passed)| passed.iter().all(|key| ties.entities.contains_key(key)));
        let ways = if whole { ways } else { ways.min(found.len()) };
        found.truncate(ways);
        let mut every = Vec::new();
        if from.key != to.key {
            ties.all(to.key, &[from.key], 0, &mut every);
        }
        every.sort();
        every.truncate(ways);
        Broken::unless(found == every, "the shortest ways come first", || {
            format!("{query:?}\n{found:?}\nis not\n{every:?}")
        })?;
    }
    Ok(())
}
