//! Ranking: scores as functions over slices of numbers.

pub mod bipartite;
pub mod bm25;
pub mod codes;
mod converged;
pub mod fuse;
pub mod lexical;
pub mod measures;
pub mod mmr;
pub mod pagerank;
pub mod quantise;
mod ranked;
pub mod reach;
mod singletons;
pub mod things;
pub mod traverse;
pub mod walk_paths;
