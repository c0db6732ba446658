//! Options of an indexing run: sources of documents, sizes of groups, listeners.

use std::sync::Arc;
use std::time::Duration;

use quipu_kernel::model::Document;

use super::index_report::Skipped;
use crate::base::Stop;

/// One source, not yet read: reading and parsing happen on a worker.
pub type Source = Box<dyn FnOnce() -> SourceDocuments + Send>;

/// The result of reading a source: all its documents, or the first of many.
pub struct SourceDocuments {
    /// Documents, and lines of the report.
    pub read: Vec<Result<Document, Skipped>>,
    /// The unread rest.
    pub rest: Option<Source>,
}

impl From<Result<Document, Skipped>> for SourceDocuments {
    fn from(read: Result<Document, Skipped>) -> Self {
        Self { read: vec![read], rest: None }
    }
}

/// Documents in memory, as sources.
pub fn given(documents: impl IntoIterator<Item = Document, IntoIter: Send + 'static>) -> Sources {
    Box::new(documents.into_iter().map(|document| Box::new(move || Ok(document).into()) as Source))
}

/// All sources of a run, found on demand.
pub type Sources = Box<dyn Iterator<Item = Source> + Send>;

/// Options of indexing.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexOptions {
    /// The most text made durable together, in bytes. A larger document is a group of its own. A run
    /// holds two such groups in memory, with all that was found in them.
    pub group_bytes: usize,
    /// The longest wait of documents for a commit.
    pub sync_every: Duration,
    /// Number of documents processed concurrently.
    pub workers: usize,
    /// The parts of the workspace that this run reads completely: source paths (`notes`, `notes/a.md`).
    /// Documents from there whose files are gone are missing.
    pub scope: Vec<String>,
    /// Source paths that this run could not read: documents from there are kept in any case.
    pub unreached: Vec<String>,
    /// True if missing documents are removed, and those whose files give no text any more.
    pub prune: bool,
    /// With `prune`: true if documents are removed, too, whose files could not be read this time.
    pub force: bool,
}

impl Default for IndexOptions {
    fn default() -> Self {
        Self {
            group_bytes: 32 << 20,
            sync_every: Duration::from_secs(10),
            workers: 2,
            scope: Vec::new(),
            unreached: Vec::new(),
            prune: false,
            force: false,
        }
    }
}

/// A listener to the progress of a run.
pub type Listener<P> = Arc<dyn Fn(&P) + Send + Sync>;

/// The observer of a run; `P` is the type of its progress.
#[derive(Clone)]
pub struct Watch<P> {
    /// Receives the progress of the run at intervals.
    pub progress: Option<Listener<P>>,
    /// Ends the run: finished work stays.
    pub stop: Stop,
}

impl<P> Default for Watch<P> {
    fn default() -> Self {
        Self { progress: None, stop: Stop::default() }
    }
}
