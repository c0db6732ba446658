//! Reports of jobs, for OpenAPI: one per kind of job.

#![allow(dead_code)] // It says what reports look like.

use serde::Serialize;
use utoipa::ToSchema;

use crate::schemas;

/// The result of a job, by its kind. It is the report that the command line prints with `--json`.
#[derive(ToSchema)]
#[serde(untagged)]
pub(super) enum JobReport {
    /// The report of `index` and `upload`.
    Indexed(schemas::Indexed),
    /// The report of `fetch`.
    Fetched(FetchReport),
    /// The report of `watch`.
    Watched(WatchReport),
    /// The report of `delete`.
    Deleted(schemas::DeleteReport),
    /// The report of `amend`.
    Amended(schemas::AmendReport),
    /// The report of `extract`.
    Extracted(schemas::ExtractReport),
    /// The report of `papers` without a session.
    PapersAdded(schemas::PapersAdded),
    /// The report of `papers` with a session.
    PaperGraph(schemas::PaperGraph),
    /// The report of `reembed`.
    Reembedded(schemas::ReembedReport),
    /// The report of `cluster`.
    Clustered(schemas::ClusterReport),
    /// The report of `doctor`.
    Verified(schemas::Verified),
    /// The report of `import`.
    Imported(schemas::ImportReport),
    /// The report of `export`.
    Exported(schemas::ExportReport),
    /// The report of `backup`.
    BackedUp(schemas::BackupReport),
    /// The report of `eval`.
    Evaluated(Vec<schemas::EvaluatedSet>),
}

/// A document that was not fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct NotFetched {
    /// Its address.
    pub(super) address: String,
    /// The reason.
    pub(super) reason: String,
}

/// The result of fetching.
#[derive(ToSchema)]
pub(super) struct FetchReport {
    /// The outcome of the files.
    #[serde(flatten)]
    indexed: schemas::Indexed,
    /// The documents that could not be fetched.
    not_fetched: Vec<NotFetched>,
}

/// The result of watching.
#[derive(ToSchema)]
pub(super) struct WatchReport {
    /// Number of times that files were read.
    rounds: u64,
}
