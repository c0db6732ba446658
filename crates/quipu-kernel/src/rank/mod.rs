//! Ranking: scores as functions over slices of numbers.

pub mod bm25;
pub mod quantise;
