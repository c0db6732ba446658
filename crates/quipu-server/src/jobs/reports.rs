//! Reports of jobs, for OpenAPI: one per kind of job.

#![allow(dead_code)] // It says what reports look like.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::schemas;

/// The result of a job. Its `kind` is that of the job, or `paper_graph` and `papers_refreshed`; beside it stands the report
/// that the command line prints with `--json`.
#[derive(ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum JobReport {
    /// The report of `index`.
    Index(schemas::Indexed),
    /// The report of `upload`.
    Upload(schemas::Indexed),
    /// The report of `batch`.
    Batch(schemas::Indexed),
    /// The report of `fetch`.
    Fetch(FetchReport),
    /// The report of `watch`.
    Watch(WatchReport),
    /// The report of `delete`.
    Delete(schemas::DeleteReport),
    /// The report of `amend`.
    Amend(schemas::AmendReport),
    /// The report of `extract`.
    Extract(schemas::ExtractReport),
    /// The report of `papers` without a session.
    Papers(schemas::PapersAdded),
    /// The report of `papers` with a session.
    PaperGraph(schemas::PaperGraph),
    /// The report of `papers` that were checked again.
    PapersRefreshed(schemas::PapersRefreshed),
    /// The report of `reembed`.
    Reembed(schemas::ReembedReport),
    /// The report of `cluster`.
    Cluster(schemas::ClusterReport),
    /// The report of `doctor`.
    Doctor(schemas::Verified),
    /// The report of `import`.
    Import(schemas::ImportReport),
    /// The report of `export`.
    Export(schemas::ExportReport),
    /// The report of `backup`.
    Backup(schemas::BackupReport),
    /// The report of `eval`.
    Eval(EvaluationReport),
}

/// The result of an evaluation.
#[derive(ToSchema)]
pub(super) struct EvaluationReport {
    /// The sets, each with its strategies.
    sets: Vec<schemas::EvaluatedSet>,
}

/// A report with its kind, by which readers tell reports apart. The list of an evaluation stands under `sets`.
pub(super) fn tagged(report: Value, kind: &str) -> Value {
    let mut report = match report {
        Value::Array(sets) => json!({ "sets": sets }),
        report => report,
    };
    if let Some(fields) = report.as_object_mut() {
        fields.entry("kind").or_insert_with(|| kind.into());
    }
    report
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_of_which_kind_it_is() {
        assert_eq!(tagged(json!({ "added": 1 }), "upload"), json!({ "added": 1, "kind": "upload" }));
        assert_eq!(tagged(json!([1]), "eval"), json!({ "sets": [1], "kind": "eval" }));
        assert_eq!(tagged(json!({ "kind": "paper_graph" }), "papers"), json!({ "kind": "paper_graph" }));
    }
}
