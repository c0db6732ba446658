//! Progress and report of a run of the model.

use crate::base::Stopped;
use std::collections::BTreeMap;

use quipu_kernel::replies::{Loss, Placed};
use serde::{Deserialize, Serialize};

use super::failed::Failed;
use crate::base::gateway::LedgerLine;
use crate::write::describe::DescribeReport;

/// The progress of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ExtractProgress {
    /// Chunks of documents that are through.
    pub done: u64,
    /// Chunks of the workspace.
    pub chunks: u64,
    /// Windows that were read.
    pub windows: u64,
    /// Windows that failed.
    pub failed: u64,
    /// The usage so far.
    pub spent: LedgerLine,
    /// Seconds since the run began.
    pub seconds: f64,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ExtractReport {
    /// The model.
    pub model: String,
    /// Documents checked.
    pub documents: u64,
    /// Documents with windows that were read.
    pub read: u64,
    /// Windows that were read.
    pub windows: u64,
    /// Windows that had been read before and did not change.
    pub unchanged: u64,
    /// Windows that are not among the share that is read.
    #[serde(default)]
    pub passed: u64,
    /// Entities, relations and claims as the replies had them.
    pub found: [u64; 3],
    /// Notes that repeat another one.
    pub repeated: u64,
    /// Notes that are lost, by why.
    pub lost: BTreeMap<Loss, u64>,
    /// The most calls about one window that waited for each other.
    pub in_row: u32,
    /// Windows that failed.
    pub failed: Vec<Failed>,
    /// Windows that had failed before and were left alone.
    pub left: u64,
    /// Ids of documents in which the model found nothing at all.
    pub empty: Vec<String>,
    /// The result of placing chunks in their documents afterwards, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<ContextReport>,
    /// The result of describing things afterwards, if a model is named for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub described: Option<DescribeReport>,
    /// The usage, by kind of work.
    pub spent: BTreeMap<String, LedgerLine>,
    /// The reason why the run ended before all was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Seconds of wall time.
    pub seconds: f64,
}

impl ExtractReport {
    /// True if it ended before all was read, placed and described.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
            || self.context.as_ref().is_some_and(|context| context.stopped.is_some())
            || self.described.as_ref().is_some_and(|described| described.stopped.is_some())
    }

    pub(super) fn count(&mut self, placed: &Placed) {
        self.found.iter_mut().zip(placed.found).for_each(|(sum, found)| *sum += found);
        self.repeated += placed.repeated;
        for lost in &placed.lost {
            *self.lost.entry(lost.why).or_default() += 1;
        }
    }

    /// True if anything is missing that another run could bring.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.left == 0 && self.stopped.is_none()
    }
}

/// The result of a run that places chunks.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ContextReport {
    /// The model.
    pub model: String,
    /// Chunks that were placed.
    pub chunks: u64,
    /// Windows that were asked about.
    pub windows: u64,
    /// Windows that had been asked about before and did not change.
    pub unchanged: u64,
    /// Windows that failed.
    pub failed: Vec<Failed>,
    /// Windows that had failed before and were left alone.
    pub left: u64,
    /// The reason why the run ended before all were placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

impl ContextReport {
    /// True if anything is missing that another run could bring.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.left == 0 && self.stopped.is_none()
    }
}
