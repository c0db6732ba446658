//! Data about an indexing run: progress while it runs, a report at its end.

use serde::{Deserialize, Serialize};

use crate::base::ports::Lagging;

/// A source that gave no document, or not all of one, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Skipped {
    /// The path, as shown to the user.
    pub path: String,
    /// The reason.
    pub why: String,
}

/// A document that has another id than before and the same text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Moved {
    /// The id that is missing.
    pub from: String,
    /// An id with the same text that this run added.
    pub to: String,
}

/// The result of an indexing run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct IndexReport {
    /// Documents that are new.
    pub added: u64,
    /// Documents that were known and are different now.
    pub changed: u64,
    /// Documents that are as they were.
    pub unchanged: u64,
    /// Ids removed because their files are gone (only with `prune`).
    pub removed: Vec<String>,
    /// Ids whose files are gone, and which are still here.
    pub missing: Vec<String>,
    /// Ids whose files could not be reached: they stay, also with `prune`.
    pub kept: Vec<String>,
    /// Missing or removed ids that seem to have moved.
    pub moved: Vec<Moved>,
    /// Sources that gave no document.
    pub skipped: Vec<Skipped>,
    /// Documents that are not whole.
    pub partial: Vec<Skipped>,
    /// Sources whose id another source of the run took; the later one counts.
    pub replaced: Vec<Skipped>,
    /// Chunks added.
    pub chunks_added: u64,
    /// Chunks removed.
    pub chunks_removed: u64,
    /// Added chunks without a vector, since the model does not cover or did not take their text:
    /// words alone find them.
    pub uncovered: u64,
    /// Bytes of text that were read.
    pub bytes: u64,
    /// Documents of this run that are durable.
    pub durable: u64,
    /// True if the run was stopped before its end; the next run goes on.
    pub stopped: bool,
    /// A process that kept the store from reusing the space of replaced data, if any.
    pub lagging: Option<Lagging>,
    /// Seconds of wall time.
    pub seconds: f64,
}

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Progress {
    /// Sources read, those that gave nothing included.
    pub sources: u64,
    /// Documents that needed no work.
    pub unchanged: u64,
    /// Documents that are new or changed.
    pub fresh: u64,
    /// Documents of this run that are durable.
    pub durable: u64,
    /// Sources skipped.
    pub skipped: u64,
    /// Bytes of text read.
    pub bytes: u64,
    /// Durable chunks added so far.
    pub chunks: u64,
    /// Seconds since the run began.
    pub seconds: f64,
}

impl Progress {
    /// Bytes of text a second since the run began.
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.bytes as f64 / self.seconds } else { 0.0 }
    }
}
