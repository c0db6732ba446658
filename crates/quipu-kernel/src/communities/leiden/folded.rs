//! Aggregation: each refined community becomes one vertex of a smaller graph.

use super::{Communities, numbered};
use crate::communities::Weighted;

/// A smaller graph.
pub(super) struct Folded {
    pub(super) graph: Weighted,
    /// The vertex of the smaller graph to which each vertex came.
    pub(super) places: Communities,
    /// The community with which each vertex of the smaller graph begins.
    pub(super) parts: Communities,
    /// True for each vertex of the smaller graph that belongs to a touched community.
    pub(super) touched: Vec<bool>,
}

/// Folds a graph by its refined communities; the smaller one begins with the unrefined ones.
pub(super) fn fold(graph: &Weighted, parts: &[u32], refined: &[u32], touched: &[bool]) -> Folded {
    let mut places = refined.to_vec();
    let count = numbered(&mut places, graph.len());
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
    (0..).zip(&places).for_each(|(at, place)| members[*place as usize].push(at));
    let mut pairs = Vec::new();
    let (mut ties, mut met) = (vec![0u64; count], Vec::new());
    for (members, place) in members.iter().zip(0u32..) {
        let mut inside = 0;
        for &at in members {
            inside += 2 * graph.inside(at);
            for (other, weight) in graph.beside(at) {
                let there = places[other as usize];
                if there == place {
                    inside += weight;
                } else if there > place {
                    if ties[there as usize] == 0 {
                        met.push(there);
                    }
                    ties[there as usize] += weight;
                }
            }
        }
        if inside > 0 {
            pairs.push((place, place, inside / 2));
        }
        pairs.extend(met.drain(..).map(|there: u32| (place, there, std::mem::take(&mut ties[there as usize]))));
    }
    let first = |members: &Vec<u32>| parts[members[0] as usize];
    let of: Communities = members.iter().map(first).collect();
    let touched = of.iter().map(|part| touched[*part as usize]).collect();
    let mut parts = of;
    numbered(&mut parts, graph.len());
    Folded { graph: Weighted::of(count, &pairs), places, parts, touched }
}
