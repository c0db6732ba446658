//! What jobs report, for OpenAPI: which of these a job gives, its kind says.

#![allow(dead_code)] // It says what reports look like.

use serde::Serialize;
use utoipa::ToSchema;

use crate::schemas;

/// What a job did: which of these, its kind says. It is the report that the command line prints with `--json`.
#[derive(ToSchema)]
#[serde(untagged)]
pub(super) enum JobReport {
    /// Of `index` and `upload`.
    Indexed(schemas::Indexed),
    /// Of `fetch`.
    Fetched(FetchReport),
    /// Of `watch`.
    Watched(WatchReport),
    /// Of `delete`.
    Deleted(schemas::DeleteReport),
    /// Of `amend`.
    Amended(schemas::AmendReport),
    /// Of `extract`.
    Extracted(schemas::ExtractReport),
    /// Of `papers` without a session.
    PapersAdded(schemas::PapersAdded),
    /// Of `papers` with a session.
    PaperGraph(schemas::PaperGraph),
    /// Of `reembed`.
    Reembedded(schemas::ReembedReport),
    /// Of `cluster`.
    Clustered(schemas::ClusterReport),
    /// Of `doctor`.
    Verified(schemas::Verified),
    /// Of `import`.
    Imported(schemas::ImportReport),
    /// Of `export`.
    Exported(schemas::ExportReport),
    /// Of `backup`.
    BackedUp(schemas::BackupReport),
    /// Of `eval`.
    Evaluated(Vec<schemas::EvaluatedSet>),
}

/// A document that was not fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct NotFetched {
    /// Its address.
    pub(super) address: String,
    /// Why.
    pub(super) reason: String,
}

/// What fetching did.
#[derive(ToSchema)]
pub(super) struct FetchReport {
    /// What became of the files.
    #[serde(flatten)]
    indexed: schemas::Indexed,
    /// What could not be fetched.
    not_fetched: Vec<NotFetched>,
}

/// What watching did.
#[derive(ToSchema)]
pub(super) struct WatchReport {
    /// How often files were read.
    rounds: u64,
}
