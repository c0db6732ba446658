//! Similar documents: the k nearest of each by the cosine of their mean vectors, each pair once.
//!
//! Exact: every pair is compared, tile by tile, so that a tile's vectors stay in the cache. Cost:
//! documents squared x dimension / 2 multiplications; memory: one vector a document and k pairs.
//! Ties go to the document that stands first.

use std::cmp::Ordering;

/// Documents that are compared together.
const TILE: usize = 64;
/// Number of lanes in which sums are kept, so that their order does not depend on the machine.
const LANES: usize = 16;

/// Two documents, by position, the first of them first, and their cosine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlikePair {
    /// Position of one.
    pub a: u32,
    /// Position of the other, larger.
    pub b: u32,
    /// Cosine of their mean vectors.
    pub cosine: f32,
}

/// The nearest of each document that were found so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Nearest {
    k: usize,
    /// For each document at most `k` others with their cosines, nearest first.
    of: Vec<Vec<(f32, u32)>>,
}

/// Unit vectors of documents, one after another.
#[derive(Debug, Clone, Default)]
pub struct Alike {
    dimension: usize,
    vectors: Vec<f32>,
}

impl Alike {
    /// No documents, of vectors of this many components.
    pub fn new(dimension: usize) -> Self {
        Self { dimension, vectors: Vec::new() }
    }

    /// Adds a document's vector, brought to length 1. One of zeros is near nothing.
    pub fn push(&mut self, vector: &[f32]) {
        let length = dot(vector, vector).sqrt();
        let scale = if length > 0.0 && length.is_finite() { 1.0 / length } else { 0.0 };
        let padded = vector.iter().copied().chain(std::iter::repeat(0.0)).take(self.dimension);
        self.vectors.extend(padded.map(|x| if scale == 0.0 { 0.0 } else { x * scale }));
    }

    /// Adds the vector of the document at a position once more: that of a copy.
    pub fn repeat(&mut self, at: usize) {
        let start = at * self.dimension;
        self.vectors.extend_from_within(start..start + self.dimension);
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.vectors.len().checked_div(self.dimension).unwrap_or(0)
    }

    /// True if there are no documents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of rows of tiles: units of work for several workers.
    pub fn rows(&self) -> usize {
        self.len().div_ceil(TILE)
    }

    /// The nearest among the pairs of one row of tiles: its documents with themselves and all before.
    pub fn row(&self, row: usize, k: usize, least: f32, nearest: &mut Nearest) {
        nearest.of.resize(self.len().max(nearest.of.len()), Vec::new());
        nearest.k = k;
        for column in 0..=row {
            self.tile(row, column, least, nearest);
        }
    }

    fn tile(&self, row: usize, column: usize, least: f32, nearest: &mut Nearest) {
        let ends = |tile: usize| (tile * TILE)..((tile + 1) * TILE).min(self.len());
        for b in ends(row) {
            let vector = self.vector(b);
            for a in ends(column).take_while(|a| *a < b) {
                let cosine = dot(vector, self.vector(a));
                if cosine > least {
                    nearest.offer(a as u32, b as u32, cosine);
                }
            }
        }
    }

    /// The nearest of the document at a position, nearest first.
    pub fn beside(&self, at: usize, k: usize, least: f32) -> Vec<AlikePair> {
        let mut found = Vec::new();
        for other in (0..self.len()).filter(|other| *other != at) {
            let cosine = dot(self.vector(at), self.vector(other));
            if cosine > least {
                keep(&mut found, (cosine, other as u32), k);
            }
        }
        let at = at as u32;
        let pair = |(cosine, other): (f32, u32)| AlikePair { a: at.min(other), b: at.max(other), cosine };
        found.into_iter().map(pair).collect()
    }

    fn vector(&self, at: usize) -> &[f32] {
        &self.vectors[at * self.dimension..(at + 1) * self.dimension]
    }
}

impl Nearest {
    fn offer(&mut self, a: u32, b: u32, cosine: f32) {
        for (of, other) in [(a, b), (b, a)] {
            keep(&mut self.of[of as usize], (cosine, other), self.k);
        }
    }

    /// Takes in the results of another worker.
    pub fn merge(&mut self, other: Self) {
        self.k = self.k.max(other.k);
        self.of.resize(self.of.len().max(other.of.len()), Vec::new());
        for (mine, theirs) in self.of.iter_mut().zip(other.of) {
            theirs.into_iter().for_each(|found| keep(mine, found, self.k));
        }
    }

    /// The pairs, each once, nearest first, ties by position.
    pub fn pairs(&self) -> Vec<AlikePair> {
        let all = self.of.iter().zip(0..).flat_map(|(found, at): (_, u32)| {
            found.iter().map(move |(cosine, other)| AlikePair { a: at.min(*other), b: at.max(*other), cosine: *cosine })
        });
        let mut pairs: Vec<AlikePair> = all.collect();
        pairs.sort_by(|x, y| y.cosine.total_cmp(&x.cosine).then((x.a, x.b).cmp(&(y.a, y.b))));
        pairs.dedup_by_key(|pair| (pair.a, pair.b));
        pairs
    }
}

/// Nearest first, then by position.
fn order(x: &(f32, u32), y: &(f32, u32)) -> Ordering {
    y.0.total_cmp(&x.0).then(x.1.cmp(&y.1))
}

fn keep(found: &mut Vec<(f32, u32)>, new: (f32, u32), k: usize) {
    if found.len() >= k && found.last().is_none_or(|last| order(last, &new) != Ordering::Greater) {
        return;
    }
    let at = found.partition_point(|known| order(known, &new) == Ordering::Less);
    found.insert(at, new);
    found.truncate(k);
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a, last_a), (b, last_b)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [0.0f32; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f32>() + last_a.iter().zip(last_b).map(|(x, y)| x * y).sum::<f32>()
}

/// The mean of vectors that come one by one.
#[derive(Debug, Clone, Default)]
pub struct Mean {
    sum: Vec<f32>,
    count: f32,
}

impl Mean {
    /// Adds a vector; one of another length than the first is left out.
    pub fn add(&mut self, vector: &[f32]) {
        if self.count == 0.0 {
            self.sum = vec![0.0; vector.len()];
        }
        if self.sum.len() == vector.len() {
            self.sum.iter_mut().zip(vector).for_each(|(sum, x)| *sum += x);
            self.count += 1.0;
        }
    }

    /// The mean; none without any vector.
    pub fn value(mut self) -> Option<Vec<f32>> {
        self.sum.iter_mut().for_each(|sum| *sum /= self.count);
        (self.count > 0.0).then_some(self.sum)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plainly(vectors: &[Vec<f32>], k: usize, least: f32) -> Vec<AlikePair> {
        let mut alike = Alike::new(3);
        vectors.iter().for_each(|vector| alike.push(vector));
        let mut pairs = Vec::new();
        for i in 0..vectors.len() {
            let cosine = |j: usize| dot(alike.vector(i), alike.vector(j));
            let mut others: Vec<(f32, u32)> =
                (0..vectors.len()).filter(|j| *j != i && cosine(*j) > least).map(|j| (cosine(j), j as u32)).collect();
            others.sort_by(order);
            let at = i as u32;
            pairs.extend(others.iter().take(k).map(|(cosine, j)| AlikePair {
                a: at.min(*j),
                b: at.max(*j),
                cosine: *cosine,
            }));
        }
        pairs.sort_by(|x, y| y.cosine.total_cmp(&x.cosine).then((x.a, x.b).cmp(&(y.a, y.b))));
        pairs.dedup_by_key(|pair| (pair.a, pair.b));
        pairs
    }

    proptest! {
        #[test]
        fn tiles_and_workers_find_what_comparing_all_finds(
            vectors in prop::collection::vec(prop::collection::vec(-3i8..4, 3), 0..150), k in 1..5usize,
        ) {
            let vectors: Vec<Vec<f32>> = vectors.iter().map(|v| v.iter().map(|x| f32::from(*x)).collect()).collect();
            let mut alike = Alike::new(3);
            vectors.iter().for_each(|vector| alike.push(vector));
            let (mut even, mut odd) = (Nearest::default(), Nearest::default());
            for row in 0..alike.rows() {
                alike.row(row, k, 0.3, if row % 2 == 0 { &mut even } else { &mut odd });
            }
            even.merge(odd);
            prop_assert_eq!(even.pairs(), plainly(&vectors, k, 0.3));
        }
    }

    #[test]
    fn what_is_no_direction_is_near_nothing() {
        let mut alike = Alike::new(2);
        for vector in [[1.0, 0.0], [0.0, 0.0], [f32::NAN, 1.0], [2.0, 0.1]] {
            alike.push(&vector);
        }
        let mut nearest = Nearest::default();
        alike.row(0, 3, 0.3, &mut nearest);
        let pairs: Vec<(u32, u32)> = nearest.pairs().iter().map(|pair| (pair.a, pair.b)).collect();
        assert_eq!(pairs, [(0, 3)]);
        let mut mean = Mean::default();
        [&[1.0f32, 3.0][..], &[3.0, 5.0], &[9.0]].iter().for_each(|vector| mean.add(vector));
        assert_eq!((mean.value(), Mean::default().value()), (Some(vec![2.0, 4.0]), None));
    }
}
