//! Proof of Quipu: tests and measurements of its behaviour, in a crate that only the command line links.
//!
//! [`laws`] are suites that every implementation of a port runs (conformance tests). [`eval`] asks questions with known
//! answers of an index made by the normal pipeline. [`bench`](mod@bench) measures the cost. [`measure`] applies both
//! to sets on disk, with the settings of a workspace.

pub mod bench;
mod error;
pub mod eval;
pub mod laws;
pub mod measure;

pub use error::ProofError;
