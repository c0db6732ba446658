//! Why a story could not be told to its end. One bad file is no error: it is a line in a report.

use crate::ports::{EmbedError, StoreError};

/// Why a story ended early.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The embedding model refused.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// A worker died; what was durable before stays.
    #[error("a worker stopped while {at}: {reason}; run the command again, and report this if it repeats")]
    Worker {
        /// What it was doing.
        at: String,
        /// What it said.
        reason: String,
    },
    /// There is no such strategy.
    #[error("there is no strategy {found:?}; choose one of {known}")]
    Strategy {
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// Nothing has a name.
    #[error("nothing here is named {found:?}{near}; `quipu search` finds chunks by their words")]
    Unnamed {
        /// The name asked for.
        found: String,
        /// What is named alike, as the end of the sentence.
        near: String,
    },
    /// Several things have a name.
    #[error("{found:?} is the name of several: {several}; use a name that only one of them has")]
    Several {
        /// The name asked for.
        found: String,
        /// The things.
        several: String,
    },
    /// An evaluation set does not read.
    #[error("{file}, line {line}: {reason}; see `quipu eval --help` for the shape of a set")]
    Set {
        /// Which file.
        file: String,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}
