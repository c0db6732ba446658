//! Documents: reading, indexing, watching, removal, and exchange between workspaces.

mod document_pages;
mod exchange;
mod fetched;
mod index_sources;
pub mod roots;
mod selected_documents;
mod texts;
mod watch;

use std::path::PathBuf;
use std::time::Duration;

use quipu_adapters::read::{FindOptions, find};
use quipu_engine::amend::amend;
use quipu_engine::delete::delete;
use quipu_engine::index::{IndexOptions, SourceDocuments, Stop, Watch, index};
use serde::{Deserialize, Serialize};

pub use document_pages::{DocumentQuery, DocumentsFound};
pub use fetched::{FetchError, FetchRules, FetchedDocument};
pub use index_sources::{GIVEN, StatedProperties, Total, sources, with_front_matter};
pub use quipu_adapters::read::{FindError, Root};
pub use quipu_engine::amend::{AmendReport, Amendment};
pub use quipu_engine::delete::DeleteReport;
pub use quipu_engine::exchange::{ExportLine, ExportReport, ExportShape, ImportReport, Sink};
pub use quipu_engine::extract::{ExtractProgress, ExtractReport};
pub use quipu_engine::index::{IndexReport, LanguageCount, LeftOut, Moved, Progress, Skipped};
pub use quipu_engine::ports::{DocumentRow, NoDocument};
pub use quipu_kernel::model::{ByHand, Chunk, Document, Pages, Span};
pub use quipu_kernel::split::SPLITTERS;
pub use quipu_language::reading::LanguageReading;
pub use texts::{GrepFrom, GrepLine, GrepPage, GrepQuery, Section, TextOf};
pub use watch::WatchEvent;

use selected_documents::to_named;

use crate::job::{EventSink, Job, Outcome, Working, aside};
use crate::models::model_reading::ModelReading;
use crate::settings::{Settings, Work};
use crate::{Error, Quipu, open};

/// Files to read, with options.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Files {
    /// Files, folders, globs, or `-` for standard input.
    pub paths: Vec<PathBuf>,
    /// Files that are read under names of their own, independent of their paths, as uploads are.
    pub given: Vec<GivenFile>,
    /// True if documents are removed whose files are gone from the folders given.
    pub prune: bool,
    /// With `prune`: true if those in folders that are empty, missing or unreadable are removed too.
    pub force: bool,
    /// The name of the root in ids and citations; by default that of the folder.
    pub root_name: Option<String>,
    /// True if hidden files are read too.
    pub hidden: bool,
    /// The id of the document, where a single file is read.
    pub id: Option<String>,
    /// True if no model reads the indexed documents, though one is named.
    pub offline: bool,
    /// The most that a model's reading may cost.
    pub budget: Option<f64>,
}

impl Files {
    /// These paths, read as usual.
    pub fn of(paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        Self { paths: paths.into_iter().map(Into::into).collect(), ..Self::default() }
    }
}

/// A file that is read under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenFile {
    /// Its path.
    pub path: PathBuf,
    /// Its name with its extension, which may have folders, separated by `/`: the id of its document is [`GIVEN`], a
    /// `/` and this name, unless the document has an id of its own.
    pub name: String,
    /// Properties that its sender states.
    pub properties: DocumentProperties,
}

/// Properties of a document that the sender of its file states: they replace those that the file has of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DocumentProperties {
    /// The id; only for a file of one document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Fields of its metadata; `tags` is one of them.
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    pub metadata: serde_json::Map<String, serde_json::Value>,
}

/// True if a text can be the id of a document: from 1 to 1024 bytes, not blank, without control characters.
pub fn is_document_id(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= 1024 && !text.chars().any(char::is_control)
}

impl DocumentProperties {
    /// True if nothing is stated.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Events of an indexing run.
#[derive(Debug, Clone)]
pub enum IndexEvent {
    /// The amount found to read.
    Found(Total),
    /// The progress of the run.
    Progress(Progress),
    /// All is indexed; a model may read it next.
    Indexed(Box<IndexReport>),
    /// The progress of the model's reading.
    Reading(ExtractProgress),
}

/// The result of indexing.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Indexed {
    /// The result of indexing the files.
    #[serde(flatten)]
    pub index: IndexReport,
    /// The result of a model's reading, if one is named.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub model: Option<ExtractReport>,
    /// True if anything was found to read.
    #[serde(skip)]
    pub any: bool,
}

/// A document, or a line of the report in its place.
pub type ReadEvent = Result<Document, Skipped>;

impl Quipu {
    /// Reads files and folders into the workspace, which is created if missing; on repetition, only changes. If
    /// a model is named it reads the indexed documents.
    pub fn index(&self, files: Files) -> Job<IndexEvent, Indexed> {
        let quipu = self.clone();
        Job::start(move |working| async move { quipu.indexed(files, working).await })
    }

    async fn indexed(&self, files: Files, working: Working<IndexEvent>) -> Result<Indexed, Error> {
        let Working { teller, stop } = working;
        let workspace = self.creating()?;
        let found = index_sources::find(&files, self)?;
        teller.emit(IndexEvent::Found(found.total));
        let any = found.any;
        let options = options(&files, self.settings());
        let options = IndexOptions { scope: found.scope, unreached: found.unreached, ..options };
        let watch = Watch { progress: Some(teller.listener(IndexEvent::Progress)), stop: stop.clone() };
        let report = index(&workspace, found.sources, &options, &watch).await?;
        let reads = !files.offline && !report.stopped && self.settings().llm(Work::Extract).is_some();
        teller.emit(IndexEvent::Indexed(Box::new(report.clone())));
        let model = match reads {
            true => {
                let desk = ModelReading::new(self, files.budget)?;
                let tell = teller.listener(IndexEvent::Reading);
                let read = desk.round(&workspace, self.settings(), false, tell, &stop).await;
                desk.finish()?;
                Some(read?)
            }
            false => None,
        };
        Ok(Indexed { index: report, model, any })
    }

    /// Reads files and makes nothing of them: each document as it would be indexed, or why it would not. It reads on as
    /// its events are taken, so that few documents are in memory. The outcome is how many there were.
    pub fn read(&self, paths: Vec<PathBuf>) -> Job<ReadEvent, u64> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move { quipu.read_to(&paths, &teller, &stop).await })
    }

    async fn read_to(&self, paths: &[PathBuf], teller: &EventSink<ReadEvent>, stop: &Stop) -> Result<u64, Error> {
        let read = open::reader(self.settings(), self.workers());
        let finding = find(paths, &[], &FindOptions::default())?;
        let mut count = 0;
        for lost in finding.skipped {
            teller.tell_in_turn(Err(Skipped::because(lost.path, lost.why))).await;
        }
        for found in finding.found {
            let mut rest = Some(read(found));
            while let Some(source) = rest.filter(|_| !stop.asked()) {
                let SourceDocuments { read, rest: more } = source();
                for read in read {
                    count += u64::from(read.is_ok());
                    teller.tell_in_turn(read).await;
                }
                rest = more;
            }
        }
        Ok(count)
    }

    /// Removes documents, with the facts that only they state: by ids, paths of files, or globs over ids.
    ///
    /// # Errors
    /// When the workspace cannot be changed.
    pub fn delete(&self, documents: Vec<String>) -> Outcome<DeleteReport> {
        let quipu = self.clone();
        aside(move || async move {
            let workspace = quipu.writing()?;
            to_named(quipu.folder(), documents, async |named| delete(&workspace, &named).await).await
        })
    }

    /// Sets a title or metadata of documents by hand, which replace those of their sources, also when these are
    /// read again: by ids, paths of files, or globs over ids.
    ///
    /// # Errors
    /// When the workspace cannot be changed.
    pub fn amend(&self, documents: Vec<String>, amendment: Amendment) -> Outcome<AmendReport> {
        let quipu = self.clone();
        aside(move || async move {
            let workspace = quipu.writing()?;
            to_named(quipu.folder(), documents, async |named| amend(&workspace, &named, &amendment).await).await
        })
    }
}

/// Options of indexing for documents in memory.
pub fn plain_options(settings: &Settings) -> IndexOptions {
    options(&Files::default(), settings)
}

fn options(files: &Files, settings: &Settings) -> IndexOptions {
    IndexOptions {
        group_bytes: (settings.sync_megabytes * (1 << 20) as f64) as usize,
        sync_every: Duration::from_secs(settings.sync_every as u64),
        workers: workers(),
        prune: files.prune,
        force: files.force,
        ..IndexOptions::default()
    }
}

/// Number of worker threads.
pub fn workers() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}
