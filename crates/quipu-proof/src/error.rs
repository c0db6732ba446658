//! The errors of measurements.

use std::path::PathBuf;

use quipu::{CodedError, Error, ErrorKind};

use crate::bench::BenchError;

/// The reason that a measurement failed.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// An evaluation set does not read.
    #[error("{file}, line {line}: {reason}; see `quipu eval --help` for the shape of a set")]
    Set {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The fault.
        reason: String,
    },
    /// Vectors were to be compared, and none exist.
    #[error("the workspace has no vectors; set `embed.model`")]
    NoVectors,
    /// A folder without labelled pairs of names.
    #[error("{} holds no file of pairs, as en.jsonl; name the folder that does", folder.display())]
    NoPairs {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder without expected texts.
    #[error(
        "{} holds no document with its text beside it, as a.csv has a.csv.md; write such texts, or name another folder",
        folder.display()
    )]
    NoTexts {
        /// The folder.
        folder: PathBuf,
    },
    /// A set of real files of which none could be read.
    #[error("{} holds no file that can be read; put the documents there, and their questions beside it", folder.display())]
    NoFiles {
        /// The folder.
        folder: PathBuf,
    },
    /// A file without replies.
    #[error("{} holds no replies; write a JSON list of texts, or an object of them", file.display())]
    NoReplies {
        /// The file.
        file: PathBuf,
    },
    /// A part of the input cannot be used.
    #[error("{what}: {reason}")]
    Part {
        /// The part: a file, a configuration, a text of a pair.
        what: String,
        /// The reason.
        reason: String,
    },
}

impl CodedError for ProofError {
    fn code(&self) -> &'static str {
        match self {
            Self::Set { .. } => "set",
            Self::NoVectors => "eval-no-vectors",
            Self::NoPairs { .. } => "eval-no-pairs",
            Self::NoTexts { .. } => "eval-no-texts",
            Self::NoFiles { .. } => "eval-no-files",
            Self::NoReplies { .. } => "eval-no-replies",
            Self::Part { .. } => "eval",
        }
    }

    fn kind(&self) -> ErrorKind {
        match self {
            Self::Set { .. } | Self::NoVectors | Self::NoTexts { .. } | Self::Part { .. } => ErrorKind::Failed,
            Self::NoPairs { .. } | Self::NoFiles { .. } | Self::NoReplies { .. } => ErrorKind::Usage,
        }
    }
}

impl From<ProofError> for Error {
    fn from(error: ProofError) -> Self {
        Self::Other(Box::new(error))
    }
}

impl CodedError for BenchError {
    fn code(&self) -> &'static str {
        match self {
            Self::Sentences { .. } => "bench-sentences",
            Self::File { .. } => "bench-file",
            Self::Phase { .. } => "bench-phase",
            Self::Engine(_) | Self::Store(_) => "bench",
        }
    }

    fn kind(&self) -> ErrorKind {
        ErrorKind::Failed
    }
}

impl From<BenchError> for Error {
    fn from(error: BenchError) -> Self {
        match error {
            BenchError::Engine(error) => error.into(),
            BenchError::Store(error) => error.into(),
            error => Self::Other(Box::new(error)),
        }
    }
}
