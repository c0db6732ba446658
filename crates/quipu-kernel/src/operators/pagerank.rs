//! Personalised PageRank over weighted, undirected edges between any vertices (Haveliwala, 2002), by power iteration.
//!
//! Cost: two additions an edge and round, until a round moves less than a millionth of all, or [`ROUNDS`] rounds.

/// Maximal number of rounds.
const ROUNDS: usize = 100;
/// A round that moves less than this of all ends it.
const MOVED: f64 = 1e-6;

/// Vertices with their neighbours and weights.
#[derive(Debug, Clone, Default)]
pub struct WeightedGraph {
    neighbours: Vec<Vec<(u32, f64)>>,
    strength: Vec<f64>,
}

impl WeightedGraph {
    /// A graph of `vertices` vertices; edges of no positive weight, of a vertex to itself or beyond the vertices are
    /// left out, those that repeat add up.
    pub fn new(vertices: usize, pairs: impl IntoIterator<Item = (u32, u32, f64)>) -> Self {
        let mut graph = Self { neighbours: vec![Vec::new(); vertices], strength: vec![0.0; vertices] };
        let fits = |(a, b, weight): &(u32, u32, f64)| {
            a != b && (*a as usize) < vertices && (*b as usize) < vertices && weight.is_finite() && *weight > 0.0
        };
        for (a, b, weight) in pairs.into_iter().filter(fits) {
            for (from, to) in [(a, b), (b, a)] {
                graph.neighbours[from as usize].push((to, weight));
                graph.strength[from as usize] += weight;
            }
        }
        graph
    }

    /// The distribution of a walk that starts from `reset`, by the probability of following an edge. Mass that reaches
    /// a vertex without an edge stays there, so that walks from parts of a reset add up to the walk from all of it.
    pub fn walk(&self, reset: &[f64], damping: f64) -> Vec<f64> {
        let damping = if damping.is_finite() { damping.clamp(0.0, 0.999) } else { 0.5 };
        let total: f64 = reset.iter().sum();
        if total <= 0.0 || !total.is_finite() || reset.len() != self.neighbours.len() {
            return vec![0.0; self.neighbours.len()];
        }
        let mut now = reset.to_vec();
        for _ in 0..ROUNDS {
            let mut next = vec![0.0; now.len()];
            for (at, value) in now.iter().enumerate() {
                if self.strength[at] <= 0.0 {
                    next[at] += value * damping;
                    continue;
                }
                let part = value * damping / self.strength[at];
                for (to, weight) in &self.neighbours[at] {
                    next[*to as usize] += part * weight;
                }
            }
            next.iter_mut().zip(reset).for_each(|(next, reset)| *next += (1.0 - damping) * reset);
            let moved: f64 = now.iter().zip(&next).map(|(a, b)| (a - b).abs()).sum();
            now = next;
            if moved < MOVED * total {
                break;
            }
        }
        now
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_walk_of_two_vertices_is_what_the_sum_says() {
        // From one of two: (1 - d) sum of d^2k at the start is 1 / (1 + d).
        let graph = WeightedGraph::new(2, [(0, 1, 3.0)]);
        let found = graph.walk(&[1.0, 0.0], 0.5);
        assert!((found[0] - 1.0 / 1.5).abs() < 1e-5 && (found[1] - 0.5 / 1.5).abs() < 1e-5, "{found:?}");
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_walks_add_up(pairs in prop::collection::vec((0u32..9, 0u32..9, -1.0f64..3.0), 0..30), damping in 0.0f64..0.95, split in 0usize..8) {
            let graph = WeightedGraph::new(8, pairs);
            let reset: Vec<f64> = (0..8).map(|at| f64::from(at) + 0.5).collect();
            let found = graph.walk(&reset, damping);
            prop_assert!((found.iter().sum::<f64>() - 32.0).abs() < 1e-6);
            // A walk is linear in its start, and is explained by it.
            let part = |keep: bool| -> Vec<f64> {
                reset.iter().enumerate().map(|(at, value)| if (at < split) == keep { *value } else { 0.0 }).collect()
            };
            let (a, b) = (graph.walk(&part(true), damping), graph.walk(&part(false), damping));
            for at in 0..8 {
                prop_assert!((a[at] + b[at] - found[at]).abs() < 1e-3);
            }
        }
    }
}
