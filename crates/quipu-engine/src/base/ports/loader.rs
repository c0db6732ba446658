//! The loader port: reads the bytes of one source into text and metadata.

use quipu_kernel::model::{Format, Metadata};
use serde::{Deserialize, Serialize};

/// One source to load.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The path as shown to the user; its extension may serve as a hint.
    pub path: &'a str,
    /// The bytes, or a piece of them.
    pub bytes: &'a [u8],
    /// The most text of a document to keep, in bytes; a longer text is cut at a character and marked as
    /// partial.
    pub max_text: usize,
    /// Number of documents, or rows, in earlier pieces.
    pub before: usize,
    /// True if the source ends with these bytes.
    pub last: bool,
}

impl<'a> Input<'a> {
    /// A source that is here whole.
    pub fn whole(path: &'a str, bytes: &'a [u8], max_text: usize) -> Self {
        Self { path, bytes, max_text, before: 0, last: true }
    }
}

/// The amount of a source that a loader reads per call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Its beginning: as much as may hold the text that is kept.
    Text,
    /// All of it.
    Whole,
    /// Pieces, one after the other: the source is a row of documents.
    Pieces,
}

/// The result of one call of a loader.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Loaded {
    /// The documents, in their order.
    pub documents: Vec<Parsed>,
    /// Parts that are no documents: the place in the source, as shown to the user, and the reason.
    pub skipped: Vec<(String, LoadError)>,
    /// Number of bytes at the end that belong to a document completed by the next piece.
    pub rest: usize,
    /// Number of rows of the source read, where it exceeds that of its documents and
    /// skipped parts.
    pub rows: Option<usize>,
}

impl From<Parsed> for Loaded {
    fn from(parsed: Parsed) -> Self {
        Self { documents: vec![parsed], ..Self::default() }
    }
}

/// A document that a loader found.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Parsed {
    /// The decoded text, after front matter.
    pub text: String,
    /// Byte offset of the text in the source, when the source is UTF-8.
    pub text_offset: Option<u64>,
    /// Media type, such as `text/markdown`.
    pub mime: String,
    /// The text's markup format.
    pub format: Format,
    /// The document's own id.
    pub id: Option<String>,
    /// Its name within its source, where that holds several.
    pub within: Option<String>,
    /// The document's own title; the caller falls back to the file's name.
    pub title: Option<String>,
    /// The document's metadata.
    pub metadata: Metadata,
    /// Start in the text of each page or slide, in order; empty without pages.
    pub pages: Vec<u32>,
    /// The missing part of the source and the reason; none if it is complete.
    pub partial: Option<String>,
}

/// Content that is no document: a file of it is left out, or a run of it within a text.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    thiserror::Error,
)]
#[serde(rename_all = "kebab-case")]
pub enum NoDocument {
    /// A vector drawing without words.
    #[error("a drawing without words")]
    Drawing,
    /// A script or style sheet without line breaks and blanks.
    #[error("a minified script")]
    Minified,
    /// The places of a script in the sources that it was made from.
    #[error("a source map")]
    SourceMap,
    /// The versions that a package manager chose.
    #[error("a lock file of packages")]
    Lock,
    /// A backup or a swap file of an editor.
    #[error("a leftover of an editor")]
    Leftover,
    /// A download that has not ended, or a temporary file.
    #[error("an unfinished or temporary file")]
    Unfinished,
    /// A key or a certificate.
    #[error("a key")]
    Key,
    /// A template of a vault of notes, or another file that the vault leaves out.
    #[error("a template or a file that its vault leaves out")]
    Template,
    /// A query of a vault of notes (`.base`).
    #[error("a query of a vault")]
    Query,
    /// A page of a wiki that was written from a workspace.
    #[error("a page of a wiki that Quipu wrote")]
    Wiki,
    /// Bytes written as letters (base64) within a text.
    #[error("data within a text")]
    Data,
}

impl NoDocument {
    /// The name, as JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drawing => "drawing",
            Self::Minified => "minified",
            Self::SourceMap => "source-map",
            Self::Lock => "lock",
            Self::Leftover => "leftover",
            Self::Unfinished => "unfinished",
            Self::Key => "key",
            Self::Template => "template",
            Self::Query => "query",
            Self::Wiki => "wiki",
            Self::Data => "data",
        }
    }
}

/// The reason why a source gave no document. Never ends a run: it becomes a line of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum LoadError {
    /// The bytes are no text that any loader reads.
    #[error("is binary ({found}); no loader reads it: save it as text, or in a format that is read")]
    Binary {
        /// The kind of content detected.
        found: String,
    },
    /// It is no document.
    #[error("is {kind} and no document; `load.everything` reads it")]
    NoDocument {
        /// Its kind.
        kind: NoDocument,
    },
    /// It has no text.
    #[error("is empty; there is nothing to read")]
    Empty,
    /// The system does not give its bytes.
    #[error("cannot be read: {reason}")]
    Unreached {
        /// The system's error message.
        reason: String,
    },
    /// The bytes are text in no encoding that is known.
    #[error("cannot be decoded: {reason}; save it as UTF-8")]
    Undecodable {
        /// The reason.
        reason: String,
    },
    /// It cannot be read.
    #[error("cannot be read: {reason}")]
    Unreadable {
        /// The reason.
        reason: String,
    },
    /// It needs a password.
    #[error("is locked with a password; save a copy without one")]
    Locked,
    /// It is damaged, cut off, or of another format than its name says.
    #[error("is damaged or cut off ({reason}); open it and save it again in the program that made it")]
    Damaged {
        /// The reader's error message.
        reason: String,
    },
    /// There are pictures of pages, or letters without a meaning, and no text.
    #[error("needs OCR: {reason}")]
    NeedsOcr {
        /// The content found instead of text, and the advised action.
        reason: String,
    },
    /// It exceeds the size limit.
    #[error("is larger than {limit} MB; raise `load.max_file` to read it")]
    TooLarge {
        /// The most that is read, in megabytes.
        limit: usize,
    },
    /// Reading it ended the process that read it.
    #[error("ended its reader ({reason}); save it again in the program that made it")]
    Crashed {
        /// The exit reason of that process.
        reason: String,
    },
    /// Reading it took too long.
    #[error("took longer than {seconds} s to read; raise `load.seconds` to wait longer")]
    TooSlow {
        /// The time limit, in seconds.
        seconds: u64,
    },
    /// Reading it took more of the processor than a file of its size may.
    #[error(
        "took more than {seconds} s of processor time to read, the most for a file of its size; raise `load.seconds` to allow more"
    )]
    TooDear {
        /// The limit, in seconds of processor time.
        seconds: String,
    },
    /// Reading it took more of the processor than is left to a file after others took all they may.
    #[error(
        "took more than {seconds} s of processor time to read, the most after {others} files of the run that took too long; read it without them"
    )]
    Hurried {
        /// The limit, in seconds of processor time.
        seconds: String,
        /// Number of those files.
        others: u32,
    },
}

impl LoadError {
    /// True if the reason lies in the system or in the limits of a reader, and not in the content: the same file may
    /// be read the next time.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Unreached { .. }
                | Self::TooLarge { .. }
                | Self::Crashed { .. }
                | Self::TooSlow { .. }
                | Self::TooDear { .. }
                | Self::Hurried { .. }
        )
    }
}

/// Reads one family of formats.
pub trait Loader: Send + Sync {
    /// The loader's name, as reports show it.
    fn name(&self) -> &'static str;
    /// True if it reads this source, judged by content first and by name where content is silent.
    fn accepts(&self, input: &Input<'_>) -> bool;
    /// The amount of a source that it reads per call.
    fn reach(&self) -> Reach {
        Reach::Text
    }
    /// True if some input may make it crash, hang or use much memory, so that it should run in
    /// a process of its own.
    fn is_risky(&self) -> bool {
        false
    }
    /// Reads the source, or a piece of it. Never panics, for any bytes, unless it is risky.
    ///
    /// # Errors
    /// When the source holds no readable text.
    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError>;
}
