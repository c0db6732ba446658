//! A job, and its state.

use quipu::communities::ReportWriting;
use quipu::documents::{Amendment, DocumentProperties, ExportShape};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::reports::JobReport;
use super::wanted_papers::WantedPapers;
use super::webhook_delivery::WebhookDelivery;
use crate::originals::Upload;
use crate::problem::HttpProblem;
use crate::schemas;

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The job waits for its turn.
    Queued,
    /// The job is running.
    Running,
    /// A client paused the job; it goes on when it is resumed.
    Paused,
    /// The job is done.
    Done,
    /// The job failed; it can be retried.
    Failed,
    /// A client cancelled the job.
    Cancelled,
}

impl State {
    /// Its name, as JSON has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// True if its state is final, without a new request.
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// The work of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schema(as = Work)]
pub enum JobWork {
    /// Files and folders of the server's machine are read.
    Index {
        /// Files and folders below an allowed root.
        paths: Vec<String>,
        /// True if documents of missing files are deleted.
        #[serde(default)]
        prune: bool,
        /// With `prune`: true if documents in empty, unreachable or unreadable folders are deleted, too.
        #[serde(default)]
        force: bool,
        /// The name of the root in ids and citations.
        #[serde(default)]
        root_name: Option<String>,
        /// True if hidden files are read too.
        #[serde(default)]
        hidden: bool,
        /// The id of the document, where a single file is read.
        #[serde(default)]
        document: Option<String>,
        /// True if no model reads the indexed documents.
        #[serde(default)]
        offline: bool,
        /// The most that a model's reading may cost.
        #[serde(default)]
        budget: Option<f64>,
    },
    /// Uploaded files are read.
    Upload {
        /// The files.
        files: Vec<Upload>,
        /// Properties that their sender states.
        #[serde(default, skip_serializing_if = "DocumentProperties::is_empty")]
        #[schema(value_type = UploadProperties)]
        properties: DocumentProperties,
        /// True if no model reads the indexed documents.
        #[serde(default)]
        offline: bool,
    },
    /// Texts that came together are read.
    Batch {
        /// The kept lines of JSON.
        file: Upload,
        /// Number of texts.
        texts: usize,
        /// True if no model reads the indexed documents.
        #[serde(default)]
        offline: bool,
    },
    /// Folders are read, and again whenever something changes, until it is cancelled.
    Watch {
        /// Folders below an allowed root.
        paths: Vec<String>,
        /// True if documents of missing files are deleted.
        #[serde(default)]
        prune: bool,
        /// True if no model reads the indexed documents.
        #[serde(default)]
        offline: bool,
    },
    /// Documents go.
    Delete {
        /// Ids, paths of files, or globs over ids.
        documents: Vec<String>,
    },
    /// Documents get a title or metadata by hand.
    Amend {
        /// Ids, paths of files, or globs over ids.
        documents: Vec<String>,
        /// The change to them.
        #[schema(value_type = schemas::Amendment)]
        amendment: Amendment,
    },
    /// The model reads unread chunks.
    Extract {
        /// True if failed chunks are read again.
        #[serde(default)]
        again: bool,
        /// The most that it may cost.
        #[serde(default)]
        budget: Option<f64>,
    },
    /// Documents of the web are fetched and read.
    Fetch {
        /// Their addresses.
        addresses: Vec<String>,
        /// True if no model reads the indexed documents.
        #[serde(default)]
        offline: bool,
    },
    /// Papers are found and added, their abstracts at once and their texts behind.
    Papers {
        /// The papers to add.
        wanted: WantedPapers,
    },
    /// Every chunk gets a vector of the model that the settings name.
    Reembed {
        /// Another model, which the settings name from then on.
        #[serde(default)]
        model: Option<String>,
    },
    /// Communities and their reports are brought up to date.
    Cluster {
        /// True if everything is rebuilt.
        #[serde(default)]
        full: bool,
        /// Options of reports by a model; missing for none.
        #[serde(default)]
        #[schema(value_type = Option<schemas::ReportWriting>)]
        write: Option<ReportWriting>,
    },
    /// Everything is checked.
    Doctor {
        /// True if damaged derived data is rebuilt.
        #[serde(default)]
        repair: bool,
    },
    /// An export in JSON lines is taken in.
    Import {
        /// The uploaded export.
        file: Upload,
    },
    /// The workspace is written in another shape, into a file that is kept with the job.
    Export {
        /// The shape.
        format: ExportFormat,
    },
    /// The workspace is copied whole.
    Backup {
        /// A file of the server's machine, which its owner alone may name; by default the copy is kept with the job.
        #[serde(default)]
        to: Option<String>,
    },
    /// Sets of questions with known answers are evaluated, each on a fresh index.
    Eval {
        /// Folders of sets below an allowed root.
        paths: Vec<String>,
        /// The strategies; all of them if empty.
        #[serde(default)]
        strategies: Vec<String>,
        /// Only the first questions of each set, this many.
        #[serde(default)]
        questions: Option<usize>,
    },
}

/// Classes of jobs that run side by side, with a limit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JobLane {
    /// The job writes.
    Write,
    /// The job only reads, for long.
    Look,
    /// The job waits for changes, and writes now and then.
    Watch,
}

impl JobLane {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Write, Self::Look, Self::Watch];

    /// Limit of running jobs of the class.
    pub(crate) fn at_once(self) -> usize {
        match self {
            Self::Write | Self::Look => 1,
            Self::Watch => 16,
        }
    }
}

/// The shapes of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// Lines of JSON that hold everything.
    Jsonl,
    /// One GraphML file.
    Graphml,
    /// Two tables for Neo4j, in an archive.
    Csv,
    /// A vault of notes for Obsidian, in an archive.
    Obsidian,
}

impl ExportFormat {
    /// The shape as the library has it.
    pub(crate) fn shape(self) -> ExportShape {
        match self {
            Self::Jsonl => ExportShape::Jsonl,
            Self::Graphml => ExportShape::Graphml,
            Self::Csv => ExportShape::Csv,
            Self::Obsidian => ExportShape::Obsidian,
        }
    }

    /// The name of its file.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Jsonl => "export.jsonl",
            Self::Graphml => "export.graphml",
            Self::Csv => "export-csv.zip",
            Self::Obsidian => "export-obsidian.zip",
        }
    }
}

impl JobWork {
    /// Its kind, as JSON names it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Index { .. } => "index",
            Self::Upload { .. } => "upload",
            Self::Batch { .. } => "batch",
            Self::Watch { .. } => "watch",
            Self::Delete { .. } => "delete",
            Self::Amend { .. } => "amend",
            Self::Extract { .. } => "extract",
            Self::Fetch { .. } => "fetch",
            Self::Papers { .. } => "papers",
            Self::Reembed { .. } => "reembed",
            Self::Cluster { .. } => "cluster",
            Self::Doctor { .. } => "doctor",
            Self::Import { .. } => "import",
            Self::Export { .. } => "export",
            Self::Backup { .. } => "backup",
            Self::Eval { .. } => "eval",
        }
    }

    /// The kind of its report: a job about papers has one of three.
    pub(super) fn report_kind(&self) -> &'static str {
        match self {
            Self::Papers { wanted } if wanted.refresh => "papers_refreshed",
            Self::Papers { wanted } if wanted.session_id.is_some() => "paper_graph",
            _ => self.kind(),
        }
    }

    /// The paths of the server's machine that it reads.
    pub(crate) fn paths(&self) -> &[String] {
        match self {
            Self::Index { paths, .. } | Self::Watch { paths, .. } | Self::Eval { paths, .. } => paths,
            Self::Papers { wanted } => &wanted.paths,
            _ => &[],
        }
    }

    /// The uploads that it needs.
    pub(crate) fn uploads(&self) -> &[Upload] {
        match self {
            Self::Upload { files, .. } => files,
            Self::Import { file } | Self::Batch { file, .. } => std::slice::from_ref(file),
            _ => &[],
        }
    }

    /// Its class, which limits concurrent jobs.
    pub(crate) fn turn(&self) -> JobLane {
        match self {
            // One waits for changes, the other for the pace of its source: both write now and then.
            Self::Watch { .. } | Self::Papers { .. } => JobLane::Watch,
            Self::Export { .. } | Self::Eval { .. } => JobLane::Look,
            _ => JobLane::Write,
        }
    }

    /// The name of the file that is kept with a job that did it, if there is one.
    pub(crate) fn file(&self) -> Option<&'static str> {
        match self {
            Self::Export { format } => Some(format.file()),
            Self::Backup { to: None } => Some("backup.zip"),
            _ => None,
        }
    }
}

/// The progress of a job.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = Standing)]
pub struct JobStanding {
    /// The amount done.
    pub done: u64,
    /// The total amount, where that is known.
    pub total: Option<u64>,
    /// The unit: sources, chunks, vectors.
    pub unit: String,
    /// The rate per second.
    pub rate: f64,
    /// Seconds left; missing before 3 % or 10 are done.
    pub left_s: Option<f64>,
    /// Bytes of text that were read.
    pub bytes: u64,
    /// Calls of models.
    pub calls: u64,
    /// Tokens that went to models.
    pub tokens_in: u64,
    /// Tokens that came from models.
    pub tokens_out: u64,
    /// The cost, in the currency of the prices.
    pub money: f64,
}

impl QueuedJob {
    /// The job with paths of the machine reduced to their last parts.
    pub(crate) fn without_paths(mut self) -> Self {
        let name = |path: &mut String| {
            let last = path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            *path = last;
        };
        match &mut self.work {
            JobWork::Index { paths, .. } | JobWork::Watch { paths, .. } | JobWork::Eval { paths, .. } => {
                paths.iter_mut().for_each(name);
            }
            JobWork::Papers { wanted } => wanted.paths.iter_mut().for_each(name),
            JobWork::Backup { to: Some(to) } => name(to),
            _ => {}
        }
        self
    }
}

impl JobStanding {
    /// The progress of a work after this time.
    pub(crate) fn of(unit: &str, done: u64, total: Option<u64>, seconds: f64) -> Self {
        let rate = if seconds > 0.0 { done as f64 / seconds } else { 0.0 };
        let known = total.filter(|total| done >= 10 || done * 100 >= total * 3);
        let left_s = known.filter(|_| rate > 0.0).map(|total| total.saturating_sub(done) as f64 / rate);
        Self { done, total, unit: unit.to_owned(), rate, left_s, ..Self::default() }
    }
}

/// A job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Job)]
pub struct QueuedJob {
    /// Its id, a ULID.
    pub id: String,
    /// Its state.
    pub state: State,
    /// Its work.
    #[serde(flatten)]
    pub work: JobWork,
    /// The workspace.
    pub workspace: String,
    /// Its creator, by the name of the token.
    pub by: String,
    /// The id of their token, where they have one.
    #[serde(default)]
    pub token: Option<String>,
    /// When it was asked for, RFC 3339.
    pub created: String,
    /// When it started last.
    pub started: Option<String>,
    /// When it ended.
    pub ended: Option<String>,
    /// Number of starts.
    pub attempts: u32,
    /// Number of starts in a row without progress.
    pub idle_starts: u32,
    /// The change number of the workspace at its last start.
    #[serde(default)]
    pub change: u64,
    /// Its progress.
    pub progress: JobStanding,
    /// Its result: the report that the command line prints with `--json`, with its `kind`.
    #[schema(value_type = Option<JobReport>)]
    pub report: Option<Value>,
    /// The reason of its failure.
    pub problem: Option<HttpProblem>,
    /// The job that it does again.
    pub again_of: Option<String>,
    /// The key of its request, so that it is not created twice.
    pub idempotency_key: Option<String>,
    /// The delivery of its end to a webhook, where one is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<WebhookDelivery>,
}

/// Properties of the documents of an upload, for OpenAPI.
#[derive(ToSchema)]
#[allow(dead_code)] // It says what they look like.
struct UploadProperties {
    /// The id of the one document.
    id: Option<String>,
    /// The title.
    title: Option<String>,
    /// Fields of metadata, tags among them.
    #[schema(value_type = Object, required = false)]
    metadata: serde_json::Map<String, Value>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_it_takes_is_not_guessed_too_soon() {
        assert_eq!(JobStanding::of("sources", 2, Some(1000), 1.0).left_s, None);
        assert_eq!(JobStanding::of("sources", 10, Some(1000), 1.0).left_s, Some(99.0));
        assert_eq!(JobStanding::of("sources", 1, Some(10), 2.0).left_s, Some(18.0));
        assert_eq!(JobStanding::of("sources", 10, None, 1.0).left_s, None);
    }
}
