//! Ranking: scores as functions over slices of numbers.

pub mod bipartite;
pub mod bm25;
pub mod codes;
pub mod fuse;
pub mod lexical;
mod lumps;
pub mod measures;
pub mod mmr;
pub mod pagerank;
pub mod paths;
pub mod quantise;
mod ranked;
pub mod reach;
mod settled;
pub mod things;
pub mod traverse;
