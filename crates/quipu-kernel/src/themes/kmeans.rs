//! Spherical k-means (Dhillon and Modha, 2001) over vectors of length 1, begun by k-means++ (Arthur and Vassilvitskii,
//! 2007).

use super::linear_algebra::{DenseMatrix, dot, normalise};
use crate::random::SplitMix;

/// Rounds of moving at most.
const ROUNDS: usize = 30;
/// Beginnings that are tried; the best is taken. One of many documents is tried less often.
const TRIES: usize = 8;
const FEW_TRIES: usize = 2;
const MANY: usize = 20_000;

/// A cluster for each of the rows `of` a matrix, numbered from 0; at most `k` of them.
pub(super) fn clusters(vectors: &DenseMatrix, of: &[u32], k: usize, seed: u64) -> Vec<u32> {
    let tries = if of.len() > MANY { FEW_TRIES } else { TRIES };
    let tried = (0..tries as u64).map(|at| run(vectors, of, k, &mut SplitMix::new(seed ^ (at << 32))));
    let best = tried.reduce(|best, one| if one.0 > best.0 { one } else { best });
    let mut assigned = best.map(|(_, assigned)| assigned).unwrap_or_default();
    renumber(&mut assigned);
    assigned
}

/// One run: its sum of similarities, and the clusters.
fn run(vectors: &DenseMatrix, of: &[u32], k: usize, random: &mut SplitMix) -> (f64, Vec<u32>) {
    let mut centres = begun(vectors, of, k, random);
    let (mut assigned, mut sum) = (vec![0u32; of.len()], 0.0);
    for _ in 0..ROUNDS {
        let (mut moved, mut next) = (false, 0.0);
        for (place, row) in assigned.iter_mut().zip(of) {
            let (best, similarity) = nearest(&centres, vectors.row(*row as usize));
            moved |= *place != best;
            *place = best;
            next += f64::from(similarity);
        }
        sum = next;
        if !moved {
            break;
        }
        centres = DenseMatrix::zeros(centres.rows(), vectors.columns);
        for (place, row) in assigned.iter().zip(of) {
            let centre = centres.row_mut(*place as usize);
            centre.iter_mut().zip(vectors.row(*row as usize)).for_each(|(sum, value)| *sum += value);
        }
        centres.values.chunks_exact_mut(vectors.columns).for_each(normalise);
    }
    (sum, assigned)
}

/// The first centres: each far from those before.
fn begun(vectors: &DenseMatrix, of: &[u32], k: usize, random: &mut SplitMix) -> DenseMatrix {
    let mut centres = DenseMatrix { columns: vectors.columns, values: Vec::new() };
    let mut far = vec![1.0f64; of.len()];
    for _ in 0..k.min(of.len()) {
        let all: f64 = far.iter().sum();
        if all <= 1e-6 {
            break;
        }
        let mut left = random.unit() * all;
        let chosen = far.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let centre = vectors.row(of[chosen.unwrap_or(of.len() - 1)] as usize).to_vec();
        for (weight, row) in far.iter_mut().zip(of) {
            let distance = f64::from(1.0 - dot(&centre, vectors.row(*row as usize))).max(0.0);
            *weight = weight.min(distance);
        }
        centres.values.extend(centre);
    }
    if centres.values.is_empty() {
        centres = DenseMatrix::zeros(1, vectors.columns);
    }
    centres
}

/// The nearest centre, and its similarity.
fn nearest(centres: &DenseMatrix, vector: &[f32]) -> (u32, f32) {
    let mut best = (0, f32::MIN);
    for (at, centre) in (0..).zip(centres.values.chunks_exact(centres.columns)) {
        let similarity = dot(centre, vector);
        if similarity > best.1 {
            best = (at, similarity);
        }
    }
    best
}

/// Numbers clusters without gaps, in the order in which they first appear.
fn renumber(assigned: &mut [u32]) {
    let mut numbers: Vec<u32> = Vec::new();
    for place in assigned {
        let known = numbers.iter().position(|number| number == place);
        *place = known.unwrap_or_else(|| {
            numbers.push(*place);
            numbers.len() - 1
        }) as u32;
    }
}
