//! The writer of reports, and its options.

use crate::base::gateway::Remembered;
use crate::base::ports::Kept;
use crate::find::communities::CommunityWords;
use std::sync::Arc;
/// The writer of reports.
pub struct ReportWriter<'a> {
    /// The model.
    pub llm: &'a Remembered,
    /// The shelf of statistics of its calls.
    pub kept: &'a Arc<dyn Kept>,
    /// The options.
    pub options: &'a ReportOptions,
}

impl ReportWriter<'_> {
    /// The key of the statistics of its calls.
    pub(crate) fn learned(&self) -> Vec<u8> {
        ["reports/learned/1/", self.llm.model()].concat().into_bytes()
    }
}

/// Options of reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportOptions {
    /// The most tokens that a report is written from.
    pub tokens: u64,
    /// A community of fewer entities has the report without a model alone, in a workspace of 500 chunks and more.
    pub least: u64,
    /// Maximum number of concurrent requests.
    pub at_once: usize,
    /// True if failed reports are requested again.
    pub again: bool,
    /// The language; empty for that of the passages.
    pub language: String,
    /// The prompt texts.
    pub words: CommunityWords,
}
