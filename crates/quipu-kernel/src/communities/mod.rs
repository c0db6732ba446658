//! Communities of entities that belong together, found in the graph of stated relations and of common
//! chunks.
//!
//! [`pairs`] builds the weighted graph, [`leiden`] finds communities, [`CommunityTree`] communities inside communities,
//! and [`cluster`] puts all of it together, from nothing or after a change. Everything here is exact and the same on
//! every machine: weights are whole numbers, entities are visited in an order that follows from their keys.

mod cluster;
mod identity;
mod late_members;
mod leiden;
mod pairs;
mod rated;
pub mod report;
mod tested;
#[cfg(test)]
mod tests;
mod tree;
mod weighted;

use std::collections::BTreeSet;

pub use cluster::{ClusterInput, ClusterRules, Clustered, Clustering, Community, Drift, FullRun, Seat, cluster};
pub(crate) use identity::matched as same_communities;
pub use leiden::{Communities, Resolution, leiden, leiden_after, modularity};
pub use pairs::{PairGrounds, PairRules, TiedPairs, pairs};
pub use rated::{Fits, Rated, fits, picked};
pub use tested::Testing;
pub use tree::{CommunityTree, Grown, NOBODY, TreeRules, grown, regrown};
pub use weighted::{UNIT, Weighted};

/// Similarity of two sets: the size of their intersection over that of their union (Jaccard); 0 of two empty ones.
fn jaccard<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> f64 {
    let both = a.intersection(b).count();
    both as f64 / (a.len() + b.len() - both).max(1) as f64
}
