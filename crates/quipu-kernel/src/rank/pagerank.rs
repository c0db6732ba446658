//! Personalised PageRank (Haveliwala, 2002, "Topic-Sensitive PageRank") on the graph of entities
//! and the chunks that hold them, forwards from a reset and backwards from a result.
//!
//! PageRank is linear in its reset. So one walk from all seeds gives every score, and one
//! transposed walk from a result gives how much each seed added to it, exactly.
//!
//! A step from an entity enters one of its chunks in proportion to the chunk's pull, a step from a
//! chunk enters one of its entities in proportion to the entity's; so an edge holds no number, and
//! a round costs two additions a mention. A few edges may be heavier for the steps from entities:
//! they are kept beside the others, and cost two additions more each. Entities of one chunk alone,
//! most of a graph, all lead back to it: they are walked as one, which changes no number (the chain
//! is lumpable). Tunables: damping (the probability of following an edge) and rounds.

use super::lumps::Lumps;

/// How far a walk goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Walk {
    /// Probability of following an edge rather than starting again.
    pub damping: f64,
    /// How many steps are summed.
    pub rounds: usize,
}

impl Walk {
    /// The damping that is used: within 0 to 1.
    pub(super) fn followed(self) -> f64 {
        if self.damping.is_finite() { self.damping.clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// A number for each entity and each chunk.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scores {
    /// By position of the entity.
    pub entities: Vec<f64>,
    /// By position of the chunk.
    pub chunks: Vec<f64>,
}

impl Scores {
    /// Zeros.
    pub fn zeros(entities: usize, chunks: usize) -> Self {
        Self { entities: vec![0.0; entities], chunks: vec![0.0; chunks] }
    }

    /// Sum of all numbers.
    pub fn total(&self) -> f64 {
        self.entities.iter().chain(&self.chunks).sum()
    }
}

/// Entities, chunks and which holds which, ready to be walked.
#[derive(Debug, Clone)]
pub struct Bipartite {
    lumps: Lumps,
    /// By place.
    entities: Side,
    chunks: Side,
    heavy: Heavy,
}

/// Edges on which steps from entities weigh more.
#[derive(Debug, Clone, Default)]
struct Heavy {
    /// Place of the entity and chunk, sorted.
    pairs: Vec<(u32, u32)>,
    /// How much more, in pulls of the chunk.
    bonus: f64,
}

/// One side: for each of its vertices the neighbours on the other side.
#[derive(Debug, Clone)]
struct Side {
    start: Vec<u32>,
    neighbours: Vec<u32>,
    /// How strongly a vertex attracts a walk.
    pull: Vec<f64>,
    /// One over the pull of all its neighbours; 0 when there are none.
    share: Vec<f64>,
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

    fn of(&self, vertex: usize) -> &[u32] {
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
    /// and come in any order; what lies outside the lists is left out, and a pull that is no
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

    /// The same graph, where a step from an entity enters the chunks of `pairs` (entity, chunk) as if
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
            if *share > 0.0 {
                *share = 1.0 / (1.0 / *share + bonus * more);
            }
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

    /// Where a walk that starts as `reset` says is found.
    pub fn walk(&self, reset: &Scores, walk: Walk) -> Scores {
        let mut entities = vec![[0.0]; self.entities.pull.len()];
        for (place, value) in self.lumps.places.iter().zip(&reset.entities) {
            entities[*place as usize][0] += value;
        }
        let start = Lanes { entities, chunks: reset.chunks.iter().map(|value| [*value]).collect() };
        let end = self.power(&start, walk, false);
        let entities = self.lumps.shared_out(&reset.entities, &start.lane(0).entities, &end.lane(0).entities, walk);
        Scores { entities, chunks: end.lane(0).chunks }
    }

    /// For each of `chunks`: what one unit of reset at each vertex adds to its score.
    pub fn walk_back(&self, chunks: &[u32], walk: Walk) -> Vec<Scores> {
        let mut out = Vec::with_capacity(chunks.len());
        for group in chunks.chunks(16) {
            match group.len() {
                1..=4 => self.back_from::<4>(group, walk, &mut out),
                5..=10 => self.back_from::<10>(group, walk, &mut out),
                _ => self.back_from::<16>(group, walk, &mut out),
            }
        }
        out
    }

    /// Walks back from at most `N` chunks at once.
    fn back_from<const N: usize>(&self, chunks: &[u32], walk: Walk, out: &mut Vec<Scores>) {
        let (entity_count, chunk_count) = (self.entities.pull.len(), self.chunks.pull.len());
        let mut start = Lanes { entities: vec![[0.0; N]; entity_count], chunks: vec![[0.0; N]; chunk_count] };
        for (lane, &chunk) in chunks.iter().enumerate() {
            if let Some(values) = start.chunks.get_mut(chunk as usize) {
                values[lane] = 1.0;
            }
        }
        let end = self.power(&start, walk, true);
        let of_all = |scores: Scores| Scores { entities: self.lumps.repeated(&scores.entities), ..scores };
        out.extend((0..chunks.len()).map(|lane| of_all(end.lane(lane))));
    }

    /// The power iteration: each round keeps 1 - damping of the reset and moves the rest a step,
    /// forwards or (transposed) backwards.
    fn power<const N: usize>(&self, reset: &Lanes<N>, walk: Walk, back: bool) -> Lanes<N> {
        let step = Step { damping: walk.followed(), back };
        let mut now = reset.clone();
        // Written anew in each round; to allocate them there would cost more than the additions.
        let mut next = reset.clone();
        let mut moving = vec![[0.0; N]; reset.entities.len().max(reset.chunks.len())];
        for _ in 0..walk.rounds {
            step.arrive(&self.entities, &self.chunks, &now.chunks, &reset.entities, &mut moving, &mut next.entities);
            step.arrive(&self.chunks, &self.entities, &now.entities, &reset.chunks, &mut moving, &mut next.chunks);
            self.heavier_steps(&now, &mut next, step);
            std::mem::swap(&mut now, &mut next);
        }
        now
    }

    /// What the heavier edges carry in one step beside the others.
    fn heavier_steps<const N: usize>(&self, at: &Lanes<N>, out: &mut Lanes<N>, step: Step) {
        let weight = step.damping * self.heavy.bonus;
        for &(entity, chunk) in &self.heavy.pairs {
            let (entity, chunk) = (entity as usize, chunk as usize);
            let weight = weight * self.entities.share[entity] * self.chunks.pull[chunk];
            if step.back {
                add(&mut out.entities[entity], &at.chunks[chunk], weight);
            } else {
                add(&mut out.chunks[chunk], &at.entities[entity], weight);
            }
        }
    }
}

/// Several walks at once, side by side in each vertex.
#[derive(Clone)]
struct Lanes<const N: usize> {
    entities: Vec<[f64; N]>,
    chunks: Vec<[f64; N]>,
}

impl<const N: usize> Lanes<N> {
    fn lane(&self, lane: usize) -> Scores {
        let pick = |values: &[[f64; N]]| values.iter().map(|value| value[lane]).collect();
        Scores { entities: pick(&self.entities), chunks: pick(&self.chunks) }
    }
}

fn add<const N: usize>(to: &mut [f64; N], from: &[f64; N], weight: f64) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += weight * from);
}

/// How a step goes.
#[derive(Clone, Copy)]
struct Step {
    damping: f64,
    back: bool,
}

impl Step {
    /// One step into side `to` from side `from`, where the walk is `at`; `moving` is room for what
    /// leaves each vertex.
    fn arrive<const N: usize>(
        &self,
        to: &Side,
        from: &Side,
        at: &[[f64; N]],
        reset: &[[f64; N]],
        moving: &mut [[f64; N]],
        out: &mut [[f64; N]],
    ) {
        let (leaving, entering) = if self.back { (&from.pull, &to.share) } else { (&from.share, &to.pull) };
        for ((moving, at), leaving) in moving.iter_mut().zip(at).zip(leaving) {
            for lane in 0..N {
                moving[lane] = at[lane] * leaving;
            }
        }
        for (vertex, out) in out.iter_mut().enumerate() {
            let mut sum = [0.0; N];
            for &neighbour in to.of(vertex) {
                let moving = &moving[neighbour as usize];
                for lane in 0..N {
                    sum[lane] += moving[lane];
                }
            }
            let (kept, moved) = (1.0 - self.damping, self.damping * entering[vertex]);
            for lane in 0..N {
                out[lane] = reset[vertex][lane] * kept + moved * sum[lane];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BONUS: f64 = 3.0;

    /// The same by a dense matrix of all transition probabilities.
    fn naive(
        entity_pull: &[f64],
        chunk_pull: &[f64],
        pairs: &[(u32, u32)],
        heavy: &[(u32, u32)],
        reset: &[f64],
        walk: Walk,
    ) -> Vec<f64> {
        let (n, m) = (entity_pull.len(), chunk_pull.len());
        let mut matrix = vec![vec![0.0; n + m]; n + m];
        for &(e, c) in pairs {
            let weight = if heavy.contains(&(e, c)) { 1.0 + BONUS } else { 1.0 };
            matrix[e as usize][n + c as usize] = weight * chunk_pull[c as usize];
            matrix[n + c as usize][e as usize] = entity_pull[e as usize];
        }
        for row in &mut matrix {
            let sum: f64 = row.iter().sum();
            if sum > 0.0 {
                row.iter_mut().for_each(|value| *value /= sum);
            }
        }
        let mut now = reset.to_vec();
        for _ in 0..walk.rounds {
            now = (0..n + m)
                .map(|to| {
                    let came: f64 = (0..n + m).map(|from| now[from] * matrix[from][to]).sum();
                    (1.0 - walk.damping) * reset[to] + walk.damping * came
                })
                .collect();
        }
        now
    }

    fn graphs() -> impl Strategy<Value = (Vec<f64>, Vec<f64>, Vec<(u32, u32)>, Vec<f64>, f64)> {
        (1usize..7, 1usize..7).prop_flat_map(|(n, m)| {
            (
                prop::collection::vec(0.1f64..2.0, n),
                prop::collection::vec(0.1f64..2.0, m),
                prop::collection::vec((0..n as u32, 0..m as u32), 0..20),
                prop::collection::vec(0.0f64..1.0, n + m),
                0.0f64..1.0,
            )
        })
    }

    proptest! {
        #[test]
        fn walks_as_a_dense_matrix_does((entity_pull, chunk_pull, pairs, reset, damping) in graphs()) {
            let walk = Walk { damping, rounds: 15 };
            let n = entity_pull.len();
            let heavy: Vec<(u32, u32)> = pairs.iter().copied().step_by(3).collect();
            let graph = Bipartite::new(&entity_pull, &chunk_pull, pairs.iter().copied()).heavier(heavy.clone(), BONUS);
            let found = graph.walk(&Scores { entities: reset[..n].to_vec(), chunks: reset[n..].to_vec() }, walk);
            let expected = naive(&entity_pull, &chunk_pull, &pairs, &heavy, &reset, walk);
            for (found, expected) in found.entities.iter().chain(&found.chunks).zip(&expected) {
                prop_assert!((found - expected).abs() < 1e-12);
            }
        }

        #[test]
        fn the_walk_back_shares_out_every_score((entity_pull, chunk_pull, pairs, reset, damping) in graphs()) {
            let walk = Walk { damping, rounds: 15 };
            let n = entity_pull.len();
            let reset = Scores { entities: reset[..n].to_vec(), chunks: reset[n..].to_vec() };
            let heavy = pairs.iter().copied().step_by(3);
            let graph = Bipartite::new(&entity_pull, &chunk_pull, pairs.iter().copied()).heavier(heavy, BONUS);
            let scores = graph.walk(&reset, walk).chunks;
            let all: Vec<u32> = (0..scores.len() as u32).collect();
            for (score, back) in scores.iter().zip(graph.walk_back(&all, walk)) {
                let entities: f64 = reset.entities.iter().zip(&back.entities).map(|(a, b)| a * b).sum();
                let chunks: f64 = reset.chunks.iter().zip(&back.chunks).map(|(a, b)| a * b).sum();
                prop_assert!((entities + chunks - score).abs() < 1e-12);
            }
        }

        #[test]
        fn the_order_of_pairs_changes_nothing((entity_pull, chunk_pull, pairs, reset, damping) in graphs()) {
            let walk = Walk { damping, rounds: 15 };
            let n = entity_pull.len();
            let reset = Scores { entities: reset[..n].to_vec(), chunks: reset[n..].to_vec() };
            let one = Bipartite::new(&entity_pull, &chunk_pull, pairs.iter().copied()).walk(&reset, walk);
            let other = Bipartite::new(&entity_pull, &chunk_pull, pairs.iter().rev().copied()).walk(&reset, walk);
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn nothing_is_out_of_reach_of_a_bad_input() {
        let graph = Bipartite::new(&[f64::NAN, 1.0], &[1.0], [(7, 0), (0, 9), (1, 0), (0, 0)]);
        let walk = Walk { damping: f64::NAN, rounds: 3 };
        let scores = graph.walk(&Scores { entities: vec![0.5, 0.5], chunks: vec![0.0] }, walk);
        assert!(scores.total().is_finite());
        assert!(Bipartite::new(&[], &[], []).walk(&Scores::default(), walk).chunks.is_empty());
    }
}
