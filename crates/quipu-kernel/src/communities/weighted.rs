//! An undirected graph with whole weights, by its rows (CSR).
//!
//! Weights are whole numbers, so that sums do not depend on the order in which they are added, and gains can be
//! compared exactly. A vertex that stands for several keeps the weight inside it as its loop.

/// The whole number that stands for a weight of 1.
pub const UNIT: f64 = 1_048_576.0;

/// An undirected graph with whole weights, by its rows (CSR).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Weighted {
    starts: Vec<usize>,
    ends: Vec<u32>,
    weights: Vec<u64>,
    loops: Vec<u64>,
    strengths: Vec<u64>,
    total: u64,
}

impl Weighted {
    /// The graph of `vertices` vertices with these pairs, each once, in any order; a pair of a vertex with itself is
    /// its loop. Pairs without weight, and pairs beyond the vertices, are left out.
    pub fn of(vertices: usize, pairs: &[(u32, u32, u64)]) -> Self {
        let in_order = |(a, b, _): &(u32, u32, u64)| (*a.min(b), *a.max(b));
        if !pairs.is_sorted_by_key(in_order) {
            // So that each row is sorted for any order of pairs.
            let mut sorted = pairs.to_vec();
            sorted.sort_unstable_by_key(in_order);
            return Self::of(vertices, &sorted);
        }
        let mut loops = vec![0; vertices];
        let mut degrees = vec![0usize; vertices + 1];
        let stands = |&&(a, b, weight): &&(u32, u32, u64)| weight > 0 && (a.max(b) as usize) < vertices;
        for &(a, b, weight) in pairs.iter().filter(stands) {
            if a == b {
                loops[a as usize] += weight;
            } else {
                degrees[a as usize + 1] += 1;
                degrees[b as usize + 1] += 1;
            }
        }
        for at in 0..vertices {
            degrees[at + 1] += degrees[at];
        }
        let (starts, mut next) = (degrees.clone(), degrees);
        let mut ends = vec![0; starts[vertices]];
        let mut weights = vec![0; starts[vertices]];
        for &(a, b, weight) in pairs.iter().filter(stands).filter(|(a, b, _)| a != b) {
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut next[from as usize];
                (ends[*place], weights[*place]) = (to, weight);
                *place += 1;
            }
        }
        let of = |at: usize| weights[starts[at]..starts[at + 1]].iter().sum::<u64>() + 2 * loops[at];
        let strengths: Vec<u64> = (0..vertices).map(of).collect();
        let total = strengths.iter().sum();
        Self { starts, ends, weights, loops, strengths, total }
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// True if it has no vertex.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// Twice the weight of all pairs, loops included.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The weight of a vertex's pairs, its loop counted twice.
    pub fn strength(&self, at: u32) -> u64 {
        self.strengths[at as usize]
    }

    /// The weight inside a vertex.
    pub fn inside(&self, at: u32) -> u64 {
        self.loops[at as usize]
    }

    /// The other ends of a vertex's pairs with their weights, in their order, its loop left out.
    pub fn beside(&self, at: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        let row = self.starts[at as usize]..self.starts[at as usize + 1];
        self.ends[row.clone()].iter().copied().zip(self.weights[row].iter().copied())
    }

    /// The graph of some vertices, in their order, with the pairs between them. `place` is as long as there are
    /// vertices, all `u32::MAX`, and is left so.
    pub fn among(&self, members: &[u32], place: &mut [u32]) -> Self {
        members.iter().zip(0..).for_each(|(member, at)| place[*member as usize] = at);
        let mut pairs = Vec::new();
        for (member, at) in members.iter().zip(0u32..) {
            let inside = self.beside(*member).map(|(other, weight)| (place[other as usize], weight));
            pairs.extend(
                inside.filter(|(other, _)| *other != u32::MAX && *other > at).map(|(b, weight)| (at, b, weight)),
            );
            if self.inside(*member) > 0 {
                pairs.push((at, at, self.inside(*member)));
            }
        }
        members.iter().for_each(|member| place[*member as usize] = u32::MAX);
        Self::of(members.len(), &pairs)
    }
}
