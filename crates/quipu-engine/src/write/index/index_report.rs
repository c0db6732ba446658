//! Data about an indexing run: progress while it runs, a report at its end.

use quipu_language::reading::LanguageReading;
use serde::{Deserialize, Serialize};

use crate::base::ports::{Lagging, LoadError, NoDocument};

/// A source that gave no document, or not all of one, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Skipped {
    /// The path, as shown to the user.
    pub path: String,
    /// The reason.
    pub why: String,
    /// What the reason means for documents that were read from there before.
    #[serde(skip)]
    pub cause: SkipCause,
}

impl Skipped {
    /// A source, and the error that it gave.
    pub fn of(path: impl Into<String>, error: &LoadError) -> Self {
        Self { path: path.into(), why: error.to_string(), cause: SkipCause::of(error) }
    }

    /// A source, and a reason that lies in its content.
    pub fn because(path: impl Into<String>, why: impl Into<String>) -> Self {
        Self { path: path.into(), why: why.into(), cause: SkipCause::Content }
    }
}

/// What lies behind the reason of a skipped source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum SkipCause {
    /// Its content: it gives no text any more.
    #[default]
    Content,
    /// The system, or the limits of a reader: its content is not known.
    Passing,
    /// It is no document, or holds something that is none.
    LeftOut(NoDocument),
}

impl SkipCause {
    /// The cause of an error.
    pub fn of(error: &LoadError) -> Self {
        match error {
            LoadError::NoDocument { kind } => Self::LeftOut(*kind),
            error if error.is_passing() => Self::Passing,
            _ => Self::Content,
        }
    }
}

/// Sources of one kind that are no documents, or hold something that is none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LeftOut {
    /// The kind.
    pub kind: NoDocument,
    /// Number of sources.
    pub count: u64,
    /// The paths of the first of them.
    pub paths: Vec<String>,
}

/// The documents of a run in one language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct LanguageCount {
    /// The code of the language (ISO 639-1); empty where it is unclear.
    pub language: String,
    /// Number of documents.
    pub documents: u64,
    /// What is read of them.
    pub reading: LanguageReading,
}

/// A document that has another id than before and the same text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Moved {
    /// The id that is missing.
    pub from: String,
    /// An id with the same text that this run added.
    pub to: String,
}

/// The result of an indexing run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct IndexReport {
    /// Documents that are new.
    pub added: u64,
    /// Documents that were known and are different now.
    pub changed: u64,
    /// Documents that are as they were.
    pub unchanged: u64,
    /// Ids removed because their files are gone (only with `prune`).
    pub removed: Vec<String>,
    /// Ids whose files are gone, and which are still here.
    pub missing: Vec<String>,
    /// Ids whose files could not be reached: they stay, also with `prune`.
    pub kept: Vec<String>,
    /// Ids whose files are there and give no text any more, and which are still here: answers that cite them say so.
    #[serde(default)]
    pub stale: Vec<String>,
    /// Missing or removed ids that seem to have moved.
    pub moved: Vec<Moved>,
    /// Sources that gave no document.
    pub skipped: Vec<Skipped>,
    /// Sources that are no documents, and texts with data in them that was left out, by kind.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    /// Documents that are not whole.
    pub partial: Vec<Skipped>,
    /// Sources whose id another source of the run took; the later one counts.
    pub replaced: Vec<Skipped>,
    /// Documents that were read, by language, those of most documents first.
    #[serde(default)]
    pub languages: Vec<LanguageCount>,
    /// Chunks added.
    pub chunks_added: u64,
    /// Chunks removed.
    pub chunks_removed: u64,
    /// Added chunks without a vector, since the model does not cover or did not take their text:
    /// words alone find them.
    pub uncovered: u64,
    /// Bytes of text that were read.
    pub bytes: u64,
    /// Documents of this run that are durable.
    pub durable: u64,
    /// True if the run was stopped before its end; the next run goes on.
    pub stopped: bool,
    /// A process that kept the store from reusing the space of replaced data, if any.
    pub lagging: Option<Lagging>,
    /// Seconds of wall time.
    pub seconds: f64,
}

/// Maximal number of paths that are named of one kind.
const NAMED: usize = 1000;

impl IndexReport {
    /// The sources that are no documents, as far as they are named, each with the reason.
    pub fn left_out(&self) -> impl Iterator<Item = (&str, String)> {
        let files = self.left_out.iter().filter(|of| of.kind != NoDocument::Data);
        files.flat_map(|of| {
            let why = LoadError::NoDocument { kind: of.kind }.to_string();
            of.paths.iter().map(move |path| (path.as_str(), why.clone()))
        })
    }

    /// Counts a document of a language.
    pub(super) fn count_language(&mut self, language: &str) {
        match self.languages.iter_mut().find(|known| known.language == language) {
            Some(known) => known.documents += 1,
            None => self.languages.push(LanguageCount {
                language: language.to_owned(),
                documents: 1,
                reading: LanguageReading::of(language),
            }),
        }
    }

    /// Notes a source that gave no document.
    pub(super) fn skip(&mut self, skipped: Skipped) {
        let SkipCause::LeftOut(kind) = skipped.cause else { return self.skipped.push(skipped) };
        let at = match self.left_out.binary_search_by_key(&kind, |known| known.kind) {
            Ok(at) => at,
            Err(at) => {
                self.left_out.insert(at, LeftOut { kind, count: 0, paths: Vec::new() });
                at
            }
        };
        let of = &mut self.left_out[at];
        of.count += 1;
        if of.paths.len() < NAMED {
            of.paths.push(skipped.path);
        }
    }
}

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Progress {
    /// Sources read, those that gave nothing included.
    pub sources: u64,
    /// Documents that needed no work.
    pub unchanged: u64,
    /// Documents that are new or changed.
    pub fresh: u64,
    /// Documents of this run that are durable.
    pub durable: u64,
    /// Sources skipped.
    pub skipped: u64,
    /// Bytes of text read.
    pub bytes: u64,
    /// Durable chunks added so far.
    pub chunks: u64,
    /// Seconds since the run began.
    pub seconds: f64,
}

impl Progress {
    /// Bytes of text a second since the run began.
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.bytes as f64 / self.seconds } else { 0.0 }
    }
}
