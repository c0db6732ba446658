//! What a run of the model did, and where it stands.

use std::collections::BTreeMap;

use quipu_kernel::replies::{Loss, Records};
use serde::Serialize;

use super::failed::Failed;
use crate::gateway::Line;

/// Where a run stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Standing {
    /// Chunks of documents that are through.
    pub done: u64,
    /// Chunks of the workspace.
    pub chunks: u64,
    /// Windows that were read.
    pub windows: u64,
    /// Windows that failed.
    pub failed: u64,
    /// What was asked and spent by now.
    pub spent: Line,
    /// Seconds since the run began.
    pub seconds: f64,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ExtractReport {
    /// The model.
    pub model: String,
    /// Documents that were looked at.
    pub documents: u64,
    /// Documents of which something was read.
    pub read: u64,
    /// Windows that were read.
    pub windows: u64,
    /// Windows that had been read before and did not change.
    pub unchanged: u64,
    /// Entities, relations and claims as the replies had them.
    pub records: [u64; 3],
    /// Records that said once more what another one says.
    pub repeated: u64,
    /// Records that are lost, by why.
    pub lost: BTreeMap<Loss, u64>,
    /// Windows that failed.
    pub failed: Vec<Failed>,
    /// Windows that had failed before and were left alone.
    pub left: u64,
    /// Ids of documents in which the model found nothing at all.
    pub empty: Vec<String>,
    /// What was asked, and what it took and cost, by what it was for.
    pub spent: BTreeMap<String, Line>,
    /// Why the run ended before all was read: asked to, the budget, the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Seconds of wall time.
    pub seconds: f64,
}

impl ExtractReport {
    pub(super) fn count(&mut self, records: &Records) {
        let found = [records.entities.len(), records.relations.len(), records.claims.len()];
        self.records.iter_mut().zip(found).for_each(|(sum, found)| *sum += found as u64);
        self.repeated += records.repeated;
        for lost in &records.lost {
            *self.lost.entry(lost.why).or_default() += 1;
        }
    }

    /// Whether anything is missing that another run could bring.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.left == 0 && self.stopped.is_none()
    }
}
