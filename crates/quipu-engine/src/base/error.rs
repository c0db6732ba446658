//! Why a story could not be told to its end. One bad file is no error: it is a line in a report.

use crate::base::ports::{EmbedError, StoreError};

impl EngineError {
    /// What is told of a worker that died while it did something.
    pub(crate) fn died(at: &'static str) -> impl Fn(tokio::task::JoinError) -> Self {
        move |error| Self::Worker { at: at.into(), reason: error.to_string() }
    }
}

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
        /// The reason given.
        reason: String,
    },
    /// There is no such strategy.
    #[error("there is no strategy {found:?}; choose one of {known}")]
    Strategy {
        /// The requested value.
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
    /// A decision about names that would change nothing.
    #[error("{name:?} {why}; nothing was decided")]
    Decided {
        /// The name.
        name: String,
        /// Why it would change nothing.
        why: String,
    },
    /// There is no such decision.
    #[error("there is no decision {found}; `quipu entity log` lists those that stand")]
    NoDecision {
        /// The requested value.
        found: String,
    },
    /// Documents cannot be compared.
    #[error(
        "there are no vectors to compare documents by; name a model with `quipu config set embed.model` and index again"
    )]
    NoVectors,
    /// What was exported could not be written.
    #[error("the export is not whole: it could not be written to the end")]
    Write(#[source] std::io::Error),
    /// A document changes as fast as it is read.
    #[error("the export is not whole: document {id:?} changed each time it was read; export when nobody writes")]
    Changing {
        /// Its id.
        id: String,
    },
    /// What shall be imported could not be read.
    #[error("the import ended early: what came before stays, and importing the whole file again goes on from there")]
    Read(#[source] std::io::Error),
    /// What shall be imported was written by another version.
    #[error("the file is of format {found}, and this program reads formats up to {known}; use a newer one")]
    Import {
        /// Format of the file.
        found: u32,
        /// The newest that is read.
        known: u32,
    },
}
