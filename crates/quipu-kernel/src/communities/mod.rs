//! Which things belong together: communities of entities, found in the graph of what is stated of them and what is told of them
//! together.
//!
//! [`pairs`] says who is tied to whom, [`leiden`] finds communities, [`Tree`] communities inside communities, and [`cluster`]
//! puts all of it together, from nothing or after a change. Everything here is exact and the same on every machine: weights
//! are whole numbers, entities are visited in an order that follows from their keys.

mod cluster;
mod guests;
mod identity;
mod leiden;
mod pairs;
pub mod report;
#[cfg(test)]
mod tests;
mod tree;
mod weighted;

pub use cluster::{ClusterRules, Clustered, Clustering, Community, Contents, Drift, FullRun, Seat, cluster};
pub use leiden::{Communities, Resolution, leiden, leiden_after, modularity};
pub use pairs::{Grounds, PairRules, Pairs, pairs};
pub use tree::{Grown, NOBODY, Tree, TreeRules, grown, regrown};
pub use weighted::{UNIT, Weighted};
