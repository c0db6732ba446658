//! The graph of entities and the chunks that hold them, ready to be walked.
//!
//! A step from an entity enters one of its chunks in proportion to the chunk's pull, a step from a
//! chunk enters one of its entities in proportion to the entity's; so an edge holds no number. A few
//! edges may be heavier for the steps from entities: they are kept beside the others. Entities of
//! one chunk alone, most of a graph, stand together (see `lumps`).

use super::lumps::Lumps;

/// Entities, chunks and which holds which, ready to be walked.
#[derive(Debug, Clone)]
pub struct Bipartite {
    pub(super) lumps: Lumps,
    /// By place.
    pub(super) entities: Side,
    pub(super) chunks: Side,
    pub(super) heavy: Heavy,
}

/// Edges on which steps from entities weigh more.
#[derive(Debug, Clone, Default)]
pub(super) struct Heavy {
    /// Place of the entity and chunk, sorted.
    pub(super) pairs: Vec<(u32, u32)>,
    /// The additional weight, in pulls of the chunk.
    pub(super) bonus: f64,
}

/// One side: for each of its vertices the neighbours on the other side.
#[derive(Debug, Clone)]
pub(super) struct Side {
    start: Vec<u32>,
    neighbours: Vec<u32>,
    /// Attraction of each vertex for a walk.
    pub(super) pull: Vec<f64>,
    /// The reciprocal of the pull of all its neighbours; 0 without neighbours.
    pub(super) share: Vec<f64>,
}

impl Side {
    fn new(pull: &[f64], pairs: &[(u32, u32)]) -> Self {
        let mut start = vec![0u32; pull.len() + 1];
        for &(own, _) in pairs {
            start[own as usize + 1] += 1;
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let neighbours = pairs.iter().map(|&(_, other)| other).collect();
        Self { start, neighbours, pull: pull.to_vec(), share: Vec::new() }
    }

    pub(super) fn of(&self, vertex: usize) -> &[u32] {
        &self.neighbours[self.start[vertex] as usize..self.start[vertex + 1] as usize]
    }

    fn weigh(&mut self, other_pull: &[f64]) {
        let share = |vertex| {
            let pull: f64 = self.of(vertex).iter().map(|&other| other_pull[other as usize]).sum();
            if pull > 0.0 { 1.0 / pull } else { 0.0 }
        };
        self.share = (0..self.pull.len()).map(share).collect();
    }
}

impl Bipartite {
    /// A graph from (entity, chunk) pairs and the pull of each entity and chunk. Pairs may repeat
    /// and come in any order; pairs outside the lists are left out, and a pull that is no
    /// positive number is 0.
    pub fn new(entity_pull: &[f64], chunk_pull: &[f64], pairs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let inside = |&(e, c): &(u32, u32)| (e as usize) < entity_pull.len() && (c as usize) < chunk_pull.len();
        let mut pairs: Vec<(u32, u32)> = pairs.into_iter().filter(inside).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let clean = |pull: &[f64]| -> Vec<f64> {
            pull.iter().map(|&p| if p.is_finite() && p > 0.0 { p } else { 0.0 }).collect()
        };
        let lumps = Lumps::new(&clean(entity_pull), &mut pairs);
        let mut entities = Side::new(&lumps.pull, &pairs);
        let mut swapped: Vec<(u32, u32)> = pairs.into_iter().map(|(e, c)| (c, e)).collect();
        swapped.sort_unstable();
        let mut chunks = Side::new(&clean(chunk_pull), &swapped);
        entities.weigh(&chunks.pull);
        chunks.weigh(&entities.pull);
        Self { lumps, entities, chunks, heavy: Heavy::default() }
    }

    /// Makes the graph's steps from an entity enter the chunks of `pairs` (entity, chunk) as if
    /// their pull were `1 + bonus` times as strong. Pairs that are no edge are left out.
    #[must_use]
    pub fn heavier(mut self, pairs: impl IntoIterator<Item = (u32, u32)>, bonus: f64) -> Self {
        if !bonus.is_finite() || bonus <= 0.0 {
            return self;
        }
        let known = |(entity, chunk): (u32, u32)| {
            let place = self.lumps.bridge(entity)?;
            self.entities.of(place as usize).binary_search(&chunk).is_ok().then_some((place, chunk))
        };
        let mut pairs: Vec<(u32, u32)> = pairs.into_iter().filter_map(known).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for of_one in pairs.chunk_by(|a, b| a.0 == b.0) {
            let more: f64 = of_one.iter().map(|&(_, chunk)| self.chunks.pull[chunk as usize]).sum();
            let share = &mut self.entities.share[of_one[0].0 as usize];
            // A share of nothing stays one.
            *share = 1.0 / (1.0 / *share + bonus * more);
        }
        self.heavy = Heavy { pairs, bonus };
        self
    }

    /// The chunks of an entity.
    pub fn chunks_of(&self, entity: u32) -> &[u32] {
        self.entities.of(self.lumps.places[entity as usize] as usize)
    }

    /// The entities of a chunk that are in others too, in order.
    pub fn bridges_of(&self, chunk: u32) -> impl Iterator<Item = u32> {
        self.chunks.of(chunk as usize).iter().map_while(|place| self.lumps.bridges.get(*place as usize)).copied()
    }

    /// Number of entities and of chunks.
    pub fn size(&self) -> (usize, usize) {
        (self.lumps.places.len(), self.chunks.pull.len())
    }

    /// Probability of the step from an entity to a chunk that holds it.
    pub fn to_chunk(&self, entity: u32, chunk: u32) -> f64 {
        let place = self.lumps.places[entity as usize];
        let heavy = self.heavy.pairs.binary_search(&(place, chunk)).is_ok();
        let weight = if heavy { 1.0 + self.heavy.bonus } else { 1.0 };
        self.entities.share[place as usize] * self.chunks.pull[chunk as usize] * weight
    }

    /// Probability of the step from a chunk to an entity that it holds.
    pub fn to_entity(&self, chunk: u32, entity: u32) -> f64 {
        self.chunks.share[chunk as usize] * self.lumps.own[entity as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_pairs() -> impl Strategy<Value = Vec<(u32, u32)>> {
        prop::collection::btree_set((0..5u32, 0..5u32), 0..16).prop_map(|pairs| pairs.into_iter().collect())
    }

    fn pulls() -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec(prop::sample::select(vec![0.0, 0.5, 1.0, 2.0]), 5)
    }

    proptest! {
        #[test]
        fn steps_are_shares_of_the_pulls_of_neighbours(
            pairs in any_pairs(), heavy in any_pairs(), entities in pulls(), chunks in pulls(),
            bonus in prop::sample::select(vec![f64::NAN, f64::INFINITY, -1.0, 0.0, 0.5, 3.0]),
        ) {
            let graph = Bipartite::new(&entities, &chunks, pairs.clone()).heavier(heavy.clone(), bonus);
            let bonus = if bonus.is_finite() && bonus > 0.0 { bonus } else { 0.0 };
            let pull = |(e, c): (u32, u32)| {
                chunks[c as usize] * if heavy.contains(&(e, c)) { 1.0 + bonus } else { 1.0 }
            };
            let share = |part: f64, all: f64| if all > 0.0 { part / all } else { 0.0 };
            for &(e, c) in &pairs {
                let of_entity: f64 = pairs.iter().filter(|pair| pair.0 == e).map(|pair| pull(*pair)).sum();
                let of_chunk: f64 = pairs.iter().filter(|pair| pair.1 == c).map(|pair| entities[pair.0 as usize]).sum();
                prop_assert!((graph.to_chunk(e, c) - share(pull((e, c)), of_entity)).abs() < 1e-12);
                prop_assert!((graph.to_entity(c, e) - share(entities[e as usize], of_chunk)).abs() < 1e-12);
            }
        }
    }
}
