//! Proof of Quipu: what shows that it does what it says, in a crate that the command line alone links.
//!
//! [`laws`] are suites that every implementation of a port runs (conformance tests). [`eval`] asks questions with known
//! answers of an index made by the normal pipeline. [`bench`](mod@bench) tells what that costs. [`measure`] brings both
//! to sets on disk, with the settings of a workspace.

pub mod bench;
mod error;
pub mod eval;
pub mod laws;
pub mod measure;

pub use error::ProofError;
