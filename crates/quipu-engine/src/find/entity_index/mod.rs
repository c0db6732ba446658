//! Things that are searched by their own texts, by words and by vectors: entities and stated relations (LightRAG's
//! entity and relation stores), and the reports of communities.
//!
//! They are derived from the documents and kept beside them. They are computed on demand: a search brings them up to
//! date first, and computes only those that changed. Cost of the first time: each entity's text is
//! read from two chunks at most and embedded once; of another, one walk over the graph.

mod admitted;
mod entities;
mod found_thing;
mod kept;
mod models;
mod near;
mod relations;
mod reports;
mod search;
mod up;
mod wanted;
mod whole;

use quipu_kernel::rank::things::Spread;
use serde::{Deserialize, Serialize};

pub use found_thing::FoundThing;
pub use near::nearest;
pub use search::{ThingQuery, ThingsFound, search};
pub use up::bring_up;

/// Maximum number of things per kind, those in the most chunks.
pub const MOST: usize = 1_000_000;
/// Number of things that are worded, embedded and made durable together.
const TOGETHER: usize = 512;

/// The least number of chunks of a searched thing without a description: a single chunk is mostly noise where there are
/// more things than `few`, and all evidence where there are fewer.
fn least_chunks(things: usize, few: usize) -> usize {
    if things > few { 2 } else { 1 }
}

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThingProgress {
    /// Things that were made so far.
    pub made: u64,
    /// Number of all to compute.
    pub of: u64,
}

/// The state of a kind of things.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ThingState {
    /// Number of things.
    pub things: u64,
    /// Number left out, since there are more than [`MOST`].
    pub left_out: u64,
    /// The distribution of cosines of unrelated things.
    pub spread: Spread,
}

/// The result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ThingReport {
    /// Entities.
    pub entities: ThingState,
    /// Stated relations.
    pub relations: ThingState,
    /// Number of computed things, of both kinds.
    pub made: u64,
    /// Number of removed things.
    pub gone: u64,
    /// Seconds of wall time.
    pub seconds: f64,
}
