//! The contents of several views, merged by key.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::graph::{PathLimits, Ways, Web, shortest};
use quipu_kernel::model::{Key, Kind, Period, Statement};
use quipu_kernel::view::{View, ViewEntity};

/// A relation between two entities.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::find) struct SeenRelation {
    /// Key of the entity it starts from.
    pub(in crate::find) source: Key,
    /// The predicate.
    pub(in crate::find) predicate: String,
    /// Key of the entity it leads to.
    pub(in crate::find) target: Key,
    /// Sum of the weights of its statements.
    pub(in crate::find) weight: f64,
    /// True if it is shown without being asked for.
    pub(in crate::find) sure: bool,
    /// The periods that its statements give.
    pub(in crate::find) periods: Vec<Period>,
    /// Chunks that state it, as far as they were seen.
    pub(in crate::find) chunks: BTreeSet<Key>,
}

/// Entities, mentions and relations of all views so far.
#[derive(Debug, Default)]
pub(in crate::find) struct SeenGraph {
    /// By key.
    pub(in crate::find) entities: BTreeMap<Key, ViewEntity>,
    /// Entity and chunk.
    pub(in crate::find) mentions: BTreeSet<(Key, Key)>,
    /// By key.
    pub(in crate::find) relations: BTreeMap<Key, SeenRelation>,
}

impl SeenGraph {
    /// Adds the contents of a view.
    pub(in crate::find) fn add(&mut self, view: View) {
        let entity = |at: u32| view.entities[at as usize].key;
        let chunk = |at: u32| view.chunks[at as usize].key;
        self.mentions.extend(view.mentions.iter().map(|mention| (entity(mention.entity), chunk(mention.chunk))));
        for relation in &view.relations {
            let known = self.relations.entry(relation.key).or_insert_with(|| SeenRelation {
                source: entity(relation.source),
                predicate: relation.predicate.clone(),
                target: entity(relation.target),
                weight: f64::from(relation.weight),
                sure: Statement::are_sure(f64::from(relation.weight), relation.chunks.len()),
                periods: relation.periods.clone(),
                chunks: BTreeSet::new(),
            });
            known.chunks.extend(relation.chunks.iter().map(|at| chunk(*at)));
        }
        self.entities.extend(view.entities.into_iter().map(|entity| (entity.key, entity)));
    }

    /// The relations that are shown, by key.
    pub(in crate::find) fn sure_relations(&self) -> impl Iterator<Item = &SeenRelation> {
        self.relations.values().filter(|said| said.sure)
    }

    /// True if an entity is an ordinary word, which is shown nowhere.
    pub(in crate::find) fn is_word(&self, key: Key) -> bool {
        self.entities.get(&key).is_some_and(|entity| entity.kind == Kind::Word)
    }

    /// The web of the merged views, without entities in very many chunks except for `ends`, unless `hubs`
    /// is set; and the keys of its positions.
    pub(in crate::find) fn web(&self, ends: [Key; 2], hubs: bool) -> (Vec<Key>, Web) {
        let kept = self.entities.values().filter(|entity| hubs || !entity.hub || ends.contains(&entity.key));
        let (keys, entities): (Vec<Key>, Vec<(u64, Kind)>) =
            kept.map(|entity| (entity.key, (entity.chunks, entity.kind))).unzip();
        let at = |key: &Key| keys.binary_search(key).ok().map(|at| at as u32);
        let chunks: BTreeSet<Key> = self.mentions.iter().map(|(_, chunk)| *chunk).collect();
        let chunks: BTreeMap<Key, u32> = chunks.into_iter().zip(0..).collect();
        let mentions = self.mentions.iter().filter_map(|(entity, chunk)| Some((at(entity)?, *chunks.get(chunk)?)));
        let stated = self.sure_relations().filter_map(|said| Some((at(&said.source)?, at(&said.target)?)));
        let web = Web::new(&entities, mentions, stated);
        (keys, web)
    }

    /// The shortest ways between two entities, by key, each with its cost; and whether the search for
    /// them gave up.
    pub(in crate::find) fn ways(&self, ends: [Key; 2], wanted: PathLimits, hubs: bool) -> (Vec<(u32, Vec<Key>)>, bool) {
        let (keys, web) = self.web(ends, hubs);
        let [Ok(from), Ok(to)] = ends.map(|end| keys.binary_search(&end)) else { return (Vec::new(), false) };
        let Ways { ways, gave_up } = shortest(&web, from as u32, to as u32, wanted);
        let keyed = |way: Vec<u32>| way.into_iter().map(|at| keys[at as usize]).collect();
        (ways.into_iter().map(|way| (way.cost, keyed(way.entities))).collect(), gave_up)
    }

    /// Entities at exactly this distance from one of two ends.
    pub(in crate::find) fn at_distance(&self, ends: [Key; 2], from: Key, steps: u32) -> Vec<Key> {
        let (keys, web) = self.web(ends, false);
        let Ok(start) = keys.binary_search(&from) else { return Vec::new() };
        let found = web.steps_from(start as u32, steps);
        keys.into_iter().zip(found).filter(|(_, at)| *at == Some(steps)).map(|(key, _)| key).collect()
    }

    /// The relations between two entities, heaviest first, ties by key.
    pub(in crate::find) fn between(&self, a: Key, b: Key) -> Vec<&SeenRelation> {
        let ties = |said: &&SeenRelation| [(a, b), (b, a)].contains(&(said.source, said.target));
        let mut found: Vec<&SeenRelation> = self.sure_relations().filter(ties).collect();
        found.sort_by(|x, y| y.weight.total_cmp(&x.weight));
        found
    }

    /// The chunks of an entity that were seen, by key.
    pub(in crate::find) fn chunks_of(&self, entity: Key) -> impl Iterator<Item = Key> + '_ {
        let (least, most) = (Key::from_bytes([0; 16]), Key::from_bytes([0xff; 16]));
        self.mentions.range((entity, least)..=(entity, most)).map(|(_, chunk)| *chunk)
    }

    /// The chunks that hold both, as far as they were seen, by key.
    pub(in crate::find) fn together(&self, a: Key, b: Key) -> Vec<Key> {
        self.chunks_of(a).filter(|chunk| self.mentions.contains(&(b, *chunk))).collect()
    }
}
