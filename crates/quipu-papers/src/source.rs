//! The port of sources of papers: services that find papers by a topic or by their ids, and provide their texts.

use std::path::PathBuf;
use std::time::Duration;

use crate::Paper;
use crate::arxiv::PaperQuery;

/// A source of papers, such as arXiv. Each keeps its own rate limit and terms: a call blocks until a request is
/// allowed.
pub trait PaperSource: Send + Sync {
    /// The papers of a topic, at most `most`, the best first.
    ///
    /// # Errors
    /// When it cannot be reached, or its reply cannot be read.
    fn search(&self, query: &PaperQuery, most: usize, asking: &SourceAsking<'_>) -> Result<PapersFound, SourceError>;

    /// The papers of these ids, in their order.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn papers(&self, ids: &[String], asking: &SourceAsking<'_>) -> Result<PapersFound, SourceError>;

    /// The whole text of a paper in the best form that there is; none where it has none.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn text(&self, paper: &Paper, asking: &SourceAsking<'_>) -> Result<Option<PaperText>, SourceError>;
}

/// The caller's side of a request: cancellation, and notices of waiting.
#[derive(Clone, Copy)]
pub struct SourceAsking<'a> {
    /// Returns true once the caller has gone.
    pub stopped: &'a dyn Fn() -> bool,
    /// Called when the source has to wait.
    pub told: &'a dyn Fn(SourceWait),
}

/// A source is busy and is asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceWait {
    /// The status of HTTP with which it said so.
    pub status: u16,
    /// The waiting time.
    pub span: Duration,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PapersFound {
    /// The papers, the best first.
    pub papers: Vec<Paper>,
    /// Total number of papers.
    pub total: usize,
    /// Number of papers, the last ones, that have the words of the topic without having it as a phrase.
    pub by_words: usize,
    /// Ids that no paper has.
    pub missing: Vec<String>,
}

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextForm {
    /// A page of the web, which has sections and no pages.
    Html,
    /// A PDF file.
    Pdf,
}

/// The text of a paper as its source gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperText {
    /// Its form.
    pub form: TextForm,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Address of its origin.
    pub address: String,
}

/// The reason why a source gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The source stayed busy, or must not be called for a while.
    #[error("arXiv is busy; ask again in {} s. Papers that are here already can be used", after.as_secs().max(1))]
    Busy {
        /// Time without calls.
        after: Duration,
    },
    /// The source could not be reached.
    #[error("{address} cannot be reached: {reason}; check the network, or set `research.arxiv` to a mirror")]
    Unreachable {
        /// The called address.
        address: String,
        /// The system's error.
        reason: String,
    },
    /// The reply cannot be read.
    #[error("{address} gave no answer that can be read: {reason}; try again later")]
    Unreadable {
        /// The called address.
        address: String,
        /// The error in the reply.
        reason: String,
    },
    /// The source refuses the request, in its own words.
    #[error("arXiv refuses the request: {said}")]
    Refused {
        /// Its message.
        said: String,
    },
    /// The source has blocked this address.
    #[error(
        "arXiv has refused to talk to this address (status 403), and asking on would make it worse; wait, then say \
         `quipu papers go`"
    )]
    Shut,
    /// The pace cannot be kept.
    #[error("{}: {reason}; without this file the pace of requests to arXiv is not known, so none is sent", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: String,
    },
    /// The caller has gone.
    #[error("stopped")]
    Stopped,
}
