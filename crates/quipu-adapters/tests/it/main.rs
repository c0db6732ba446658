//! Stores, stories and models over the adapters. One binary: linking one for each file took longer than the tests.

mod followed;
mod graph;
mod laws;
mod rerank;
mod stories;
mod things;
mod traverse;
