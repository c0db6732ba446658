//! Errors of papers.

use std::path::PathBuf;

use quipu::tools::without_commands;
use quipu::{CodedError, Error, ErrorKind};
use quipu_adapters::papers::SourceError;

/// The reason why an operation on papers failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResearchError {
    /// A source of papers gave nothing.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// There is no such paper.
    #[error("there is no paper {name:?} here; `quipu papers list` shows them, `quipu papers add` adds one")]
    NoPaper {
        /// The given name.
        name: String,
    },
    /// There are no papers that could be asked.
    #[error("there are no papers here; `quipu papers add TOPIC` adds some")]
    NoPapers,
    /// There is no such session of papers.
    #[error("there is no session {id:?}; build a graph first, and take the session_id of its reply")]
    NoPaperSession {
        /// Its id.
        id: String,
    },
    /// More papers are requested than are read at once.
    #[error("{count} papers are too many to be read at once; choose at most {most}")]
    TooManyPapers {
        /// Their number.
        count: usize,
        /// The maximal number.
        most: usize,
    },
    /// No kind of section has this name.
    #[error("there is no section {name:?}; there are {}", crate::section_names())]
    NoSection {
        /// The given name.
        name: String,
    },
    /// A file is no bibliography.
    #[error("{}: {reason}; BibTeX, RIS and CSL JSON are read", path.display())]
    Bibliography {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

impl ResearchError {
    /// The error of papers inside an error of the library, if it is one.
    pub fn of(error: &Error) -> Option<&Self> {
        let Error::Other(error) = error else { return None };
        let error: &(dyn std::error::Error + 'static) = &**error;
        error.downcast_ref()
    }
}

impl CodedError for ResearchError {
    fn for_tools(&self) -> String {
        match self {
            Self::NoPaper { name } => format!("there is no paper {name:?} here; `search_papers` lists those that are"),
            Self::NoPapers => "there are no papers here; `add_papers` adds some, where the caller may write".to_owned(),
            Self::Source(error) => without_commands(&error.to_string()),
            error => error.to_string(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Source(error) => source_code(error),
            Self::NoPaper { .. } => "no-paper",
            Self::NoPapers => "no-papers",
            Self::NoPaperSession { .. } => "no-session",
            Self::TooManyPapers { .. } => "too-many-papers",
            Self::NoSection { .. } => "no-section",
            Self::Bibliography { .. } => "bibliography",
        }
    }

    fn kind(&self) -> ErrorKind {
        match self {
            Self::NoPaper { .. } | Self::NoPapers | Self::NoPaperSession { .. } => ErrorKind::Unnamed,
            Self::Source(_) => ErrorKind::Failed,
            Self::TooManyPapers { .. } | Self::NoSection { .. } | Self::Bibliography { .. } => ErrorKind::Usage,
        }
    }
}

impl From<ResearchError> for Error {
    fn from(error: ResearchError) -> Self {
        Self::Other(Box::new(error))
    }
}

/// The code of a source's error.
pub(crate) fn source_code(error: &SourceError) -> &'static str {
    match error {
        SourceError::Busy { .. } => "source-busy",
        SourceError::Unreachable { .. } => "source-unreachable",
        SourceError::Unreadable { .. } => "source-unreadable",
        SourceError::Refused { .. } => "source-refused",
        SourceError::Shut => "source-shut",
        SourceError::State { .. } => "source-state",
        SourceError::Stopped => "stopped",
    }
}
