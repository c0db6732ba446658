//! Small folders as units: where a folder is one thing in several files, such as a table with its description, its
//! documents stay together.

use rustc_hash::FxHashMap;

use super::digest::DocumentDigest;
use super::linear_algebra::{DenseMatrix, normalise};

/// The most documents of a unit.
const LARGEST: usize = 8;
/// The fewest units, and the share of the documents that they must hold.
const FEWEST: usize = 12;
const COVERED: f64 = 0.7;

/// Documents, by position, that stay together.
pub(super) fn units(digests: &[DocumentDigest], of: &[u32]) -> Vec<Vec<u32>> {
    let mut places: FxHashMap<&[String], usize> = FxHashMap::default();
    let mut folders: Vec<Vec<u32>> = Vec::new();
    for at in of {
        let place = *places.entry(&digests[*at as usize].folders).or_insert(folders.len());
        if place == folders.len() {
            folders.push(Vec::new());
        }
        folders[place].push(*at);
    }
    let small = || folders.iter().filter(|of| (2..=LARGEST).contains(&of.len()));
    let inside = folders.iter().filter(|of| of.len() <= LARGEST).map(Vec::len).sum::<usize>() as f64;
    if small().count() < FEWEST || inside < COVERED * of.len() as f64 {
        return of.iter().map(|at| vec![*at]).collect();
    }
    let parts = |of: Vec<u32>| if of.len() <= LARGEST { vec![of] } else { of.into_iter().map(|at| vec![at]).collect() };
    folders.into_iter().flat_map(parts).collect()
}

/// The document of a unit that says what it is: the page of its folder, else the first.
pub(super) fn speaker(digests: &[DocumentDigest], unit: &[u32]) -> Option<u32> {
    unit.iter().find(|at| digests[**at as usize].index).or(unit.first()).copied()
}

/// The mean vector of each unit, of length 1; `places` are the rows of documents.
pub(super) fn unit_vectors(vectors: &DenseMatrix, units: &[Vec<u32>], places: &FxHashMap<u32, u32>) -> DenseMatrix {
    let mut means = DenseMatrix::zeros(units.len(), vectors.columns);
    for (at, unit) in units.iter().enumerate() {
        let mean = means.row_mut(at);
        for document in unit {
            mean.iter_mut().zip(vectors.row(places[document] as usize)).for_each(|(sum, value)| *sum += value);
        }
        normalise(mean);
    }
    means
}
