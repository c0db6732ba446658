//! The storage of written reports: by community, each with a hash of the question that it answers.

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::base::paging;
use crate::base::ports::{Kept, LlmError, StoreError, Write};
use crate::find::communities::keys::{keyed, named};

const WRITTEN: &str = "written/";
const MISSING: &str = "missing/";

/// One thing that a report found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReportFinding {
    /// The summary.
    pub summary: String,
    /// The explanation: sentences that the chunks support.
    pub explanation: String,
    /// Its chunks.
    pub chunks: Vec<Key>,
}

/// A report that a model wrote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::find::communities) struct WrittenReport {
    /// The community.
    pub(in crate::find::communities) community: Key,
    /// A hash of the request: model, words, material.
    pub of: Key,
    /// A hash of the inputs that the report without a model had then.
    pub input: Key,
    /// A sample of the chunks that spoke of the community then ([`crate::find::communities::Report::sketch`]).
    pub sketch: Vec<u64>,
    /// The model.
    pub model: String,
    /// The title.
    pub title: String,
    /// The summary.
    pub summary: String,
    /// Its importance, from 0 to 10.
    pub rating: f64,
    /// The reason of the rating.
    pub reason: String,
    /// The findings, the most important first.
    pub findings: Vec<ReportFinding>,
    /// Rows and reports that did not fit into the prompt.
    pub left_out: u64,
    /// Findings and sentences that nothing bore out, and that are not in it.
    pub dropped: u64,
}

/// A report that could not be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct MissingReport {
    /// The community.
    pub community: Key,
    /// Its title.
    pub title: String,
    /// A hash of the request.
    pub of: Key,
    /// The error.
    pub error: LlmError,
}

async fn rows<T: for<'a> Deserialize<'a>>(
    shelf: &dyn Kept,
    prefix: &str,
    of: impl Fn(&T) -> Key,
) -> Result<FxHashMap<Key, T>, StoreError> {
    let rows = paging::rows(shelf, &named(prefix)).await?;
    let read = |(_, value): &(Vec<u8>, Vec<u8>)| serde_json::from_slice(value).ok();
    Ok(rows.iter().filter_map(read).map(|row: T| (of(&row), row)).collect())
}

/// The reports that are kept, by community.
pub(in crate::find::communities) async fn written(
    shelf: &dyn Kept,
) -> Result<FxHashMap<Key, WrittenReport>, StoreError> {
    rows(shelf, WRITTEN, |row: &WrittenReport| row.community).await
}

/// The failed reports, by community.
pub(in crate::find::communities) async fn missing(
    shelf: &dyn Kept,
) -> Result<FxHashMap<Key, MissingReport>, StoreError> {
    rows(shelf, MISSING, |row: &MissingReport| row.community).await
}

/// Keeps a report; then it is missing no more.
pub(super) async fn keep(shelf: &dyn Kept, report: &WrittenReport) -> Result<(), StoreError> {
    let value = serde_json::to_vec(report).unwrap_or_default();
    let gone = Write::Remove { key: keyed(MISSING, report.community) };
    shelf.write(vec![Write::Put { key: keyed(WRITTEN, report.community), value }, gone]).await
}

/// Notes that a report could not be written.
pub(super) async fn miss(shelf: &dyn Kept, report: &MissingReport) -> Result<(), StoreError> {
    shelf.put(&keyed(MISSING, report.community), &serde_json::to_vec(report).unwrap_or_default()).await
}

/// The writes that remove a community's written report and its failure.
pub(in crate::find::communities) fn of_state(community: Key) -> [Write; 2] {
    [WRITTEN, MISSING].map(|row| Write::Remove { key: keyed(row, community) })
}
