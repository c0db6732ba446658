//! Personalised PageRank (Haveliwala, 2002, "Topic-Sensitive PageRank") on the graph of entities
//! and the chunks that hold them, forwards from a reset and backwards from a result.
//!
//! PageRank is linear in its reset. So one walk from all seeds gives every score, and one
//! transposed walk from a result gives each seed's contribution to it, exactly. A round costs two
//! additions a mention; a walk back starts on one side, so that each of its rounds is on one side
//! only and costs half. Tunables: damping (the probability of following an edge) and rounds.

use super::bipartite::{Bipartite, Side};
use super::reach::Walk;

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

impl Bipartite {
    /// The distribution of a walk that starts from `reset`: in each round 1 - damping of it starts
    /// again, and the rest moves a step.
    pub fn walk(&self, reset: &Scores, walk: Walk) -> Scores {
        let mut entities = vec![[0.0]; self.entities.pull.len()];
        for (place, value) in self.lumps.places.iter().zip(&reset.entities) {
            entities[*place as usize][0] += value;
        }
        let start = Lanes { entities, chunks: reset.chunks.iter().map(|value| [*value]).collect() };
        let kept = 1.0 - walk.followed();
        let mut step = Step::new(self, walk, false);
        let mut now = start.clone();
        // Overwritten in each round; to allocate them there would cost more than the additions.
        let mut next = start.clone();
        for _ in 0..walk.rounds {
            step.at_entities(&now.chunks, &mut next.entities);
            step.at_chunks(&now.entities, &mut next.chunks);
            next.add(&start, kept);
            std::mem::swap(&mut now, &mut next);
        }
        let (started, found) = (start.lane(0), now.lane(0));
        let entities = self.lumps.shared_out(&reset.entities, &started.entities, &found.entities, walk);
        Scores { entities, chunks: found.chunks }
    }

    /// For each of `chunks`, the contribution of one unit of reset at each vertex to its score.
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

    /// Walks back from at most `N` chunks at once: the sum over rounds of (1 - damping) x damping^k
    /// x the k-th power of the transposed steps, and the whole of the last.
    fn back_from<const N: usize>(&self, chunks: &[u32], walk: Walk, out: &mut Vec<Scores>) {
        let (entity_count, chunk_count) = (self.entities.pull.len(), self.chunks.pull.len());
        let mut now = Lanes { entities: vec![[0.0; N]; entity_count], chunks: vec![[0.0; N]; chunk_count] };
        for (lane, &chunk) in chunks.iter().enumerate() {
            if let Some(values) = now.chunks.get_mut(chunk as usize) {
                values[lane] = 1.0;
            }
        }
        let mut sum = Lanes { entities: vec![[0.0; N]; entity_count], chunks: vec![[0.0; N]; chunk_count] };
        let mut step = Step::new(self, walk, true);
        for round in 0..=walk.rounds {
            let last = round == walk.rounds;
            let kept = if last { 1.0 } else { 1.0 - walk.followed() };
            let (on, of, to) = match round % 2 {
                0 => (&now.chunks, &mut sum.chunks, &mut now.entities),
                _ => (&now.entities, &mut sum.entities, &mut now.chunks),
            };
            add_all(of, on, kept);
            match round % 2 {
                _ if last => {}
                0 => step.at_entities(on, to),
                _ => step.at_chunks(on, to),
            }
        }
        let of_all = |scores: Scores| Scores { entities: self.lumps.repeated(&scores.entities), ..scores };
        out.extend((0..chunks.len()).map(|lane| of_all(sum.lane(lane))));
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

    fn add(&mut self, from: &Self, weight: f64) {
        add_all(&mut self.entities, &from.entities, weight);
        add_all(&mut self.chunks, &from.chunks, weight);
    }
}

fn add_all<const N: usize>(to: &mut [[f64; N]], from: &[[f64; N]], weight: f64) {
    to.iter_mut().zip(from).for_each(|(to, from)| add(to, from, weight));
}

fn add<const N: usize>(to: &mut [f64; N], from: &[f64; N], weight: f64) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += weight * from);
}

/// One step of a walk, forwards or (transposed) backwards.
struct Step<'a, const N: usize> {
    graph: &'a Bipartite,
    damping: f64,
    back: bool,
    /// Buffer for the mass that leaves each vertex.
    moving: Vec<[f64; N]>,
}

impl<'a, const N: usize> Step<'a, N> {
    fn new(graph: &'a Bipartite, walk: Walk, back: bool) -> Self {
        let most = graph.entities.pull.len().max(graph.chunks.pull.len());
        Self { graph, damping: walk.followed(), back, moving: vec![[0.0; N]; most] }
    }

    /// From chunks, where the walk is `at`, to entities.
    fn at_entities(&mut self, at: &[[f64; N]], out: &mut [[f64; N]]) {
        self.arrive(&self.graph.entities, &self.graph.chunks, at, out);
        if self.back {
            self.each_heavy(|entity, chunk, weight| add(&mut out[entity], &at[chunk], weight));
        }
    }

    /// From entities, where the walk is `at`, to chunks.
    fn at_chunks(&mut self, at: &[[f64; N]], out: &mut [[f64; N]]) {
        self.arrive(&self.graph.chunks, &self.graph.entities, at, out);
        if !self.back {
            self.each_heavy(|entity, chunk, weight| add(&mut out[chunk], &at[entity], weight));
        }
    }

    fn arrive(&mut self, to: &Side, from: &Side, at: &[[f64; N]], out: &mut [[f64; N]]) {
        let (leaving, entering) = if self.back { (&from.pull, &to.share) } else { (&from.share, &to.pull) };
        for ((moving, at), leaving) in self.moving.iter_mut().zip(at).zip(leaving) {
            for lane in 0..N {
                moving[lane] = at[lane] * leaving;
            }
        }
        for (vertex, out) in out.iter_mut().enumerate() {
            let mut sum = [0.0; N];
            for &neighbour in to.of(vertex) {
                let moving = &self.moving[neighbour as usize];
                for lane in 0..N {
                    sum[lane] += moving[lane];
                }
            }
            let moved = self.damping * entering[vertex];
            for lane in 0..N {
                out[lane] = moved * sum[lane];
            }
        }
    }

    /// The additional mass that heavier edges carry in one step: entity, chunk, and amount.
    fn each_heavy(&self, mut carry: impl FnMut(usize, usize, f64)) {
        let Bipartite { entities, chunks, heavy, .. } = self.graph;
        for &(entity, chunk) in &heavy.pairs {
            let (entity, chunk) = (entity as usize, chunk as usize);
            carry(entity, chunk, self.damping * heavy.bonus * entities.share[entity] * chunks.pull[chunk]);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BONUS: f64 = 3.0;

    /// The walk by a dense matrix of all transition probabilities.
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
            let n = entity_pull.len();
            let heavy: Vec<(u32, u32)> = pairs.iter().copied().step_by(3).collect();
            let graph = Bipartite::new(&entity_pull, &chunk_pull, pairs.iter().copied()).heavier(heavy.clone(), BONUS);
            for walk in [0, 1, 15].map(|rounds| Walk { damping, rounds }) {
                let found = graph.walk(&Scores { entities: reset[..n].to_vec(), chunks: reset[n..].to_vec() }, walk);
                let expected = naive(&entity_pull, &chunk_pull, &pairs, &heavy, &reset, walk);
                for (found, expected) in found.entities.iter().chain(&found.chunks).zip(&expected) {
                    prop_assert!((found - expected).abs() < 1e-12);
                }
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
