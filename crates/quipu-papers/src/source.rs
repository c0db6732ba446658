//! The port of sources of papers: whoever knows papers by a topic or by their ids, and gives their texts.

use std::path::PathBuf;
use std::time::Duration;

use crate::Paper;
use crate::arxiv::PaperQuery;

/// A source of papers, such as arXiv. Each answers for its own rate and terms: whoever calls it waits as long as it
/// takes.
pub trait PaperSource: Send + Sync {
    /// The papers of a topic, at most so many, the best first.
    ///
    /// # Errors
    /// When it cannot be asked, or says what nobody can read.
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

/// What a source hears and says while it is asked.
#[derive(Clone, Copy)]
pub struct SourceAsking<'a> {
    /// Whether whoever asks has gone.
    pub stopped: &'a dyn Fn() -> bool,
    /// Who is told that it has to wait.
    pub told: &'a dyn Fn(SourceWait),
}

/// A source is busy and is asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceWait {
    /// The status of HTTP with which it said so.
    pub status: u16,
    /// How long is waited.
    pub span: Duration,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PapersFound {
    /// The papers, the best first.
    pub papers: Vec<Paper>,
    /// How many there are in all.
    pub total: usize,
    /// How many of the papers, the last ones, have the words of the topic without having it as a phrase.
    pub by_words: usize,
    /// Ids that no paper has.
    pub missing: Vec<String>,
}

/// In which form a text was given.
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
    /// Where it came from.
    pub address: String,
}

/// Why a source gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// It stayed busy, or nobody may ask for a while.
    #[error("arXiv is busy; ask again in {} s. Papers that are here already can be used", after.as_secs().max(1))]
    Busy {
        /// How long nobody shall ask.
        after: Duration,
    },
    /// It could not be reached.
    #[error("{address} cannot be reached: {reason}; check the network, or set `research.arxiv` to a mirror")]
    Unreachable {
        /// Who was asked.
        address: String,
        /// What the system says.
        reason: String,
    },
    /// It said what nobody can read.
    #[error("{address} gave no answer that can be read: {reason}; try again later")]
    Unreadable {
        /// Who was asked.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It refuses the request, in its own words.
    #[error("arXiv refuses the request: {said}")]
    Refused {
        /// What it says.
        said: String,
    },
    /// It has shut this address out.
    #[error(
        "arXiv has refused to talk to this address (status 403), and asking on would make it worse; wait, then say \
         `quipu papers go`"
    )]
    Shut,
    /// The pace cannot be kept.
    #[error("{}: {reason}; without this file nobody can keep arXiv's pace, so it is not asked", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// Whoever asked has gone.
    #[error("stopped")]
    Stopped,
}
