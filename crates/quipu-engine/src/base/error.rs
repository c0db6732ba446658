//! Errors that end an operation of the engine. One bad file is no error: it is a line in a report.

use crate::base::ports::{EmbedError, StoreError};

impl EngineError {
    /// The error of a worker that panicked or was cancelled during `at`.
    pub(crate) fn died(at: &'static str) -> impl Fn(tokio::task::JoinError) -> Self {
        move |error| Self::Worker { at: at.into(), reason: error.to_string() }
    }
}

/// An error that ends an operation.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// An error of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An error of the embedding model.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// A worker panicked or was cancelled; durable results stay.
    #[error("a worker stopped while {at}: {reason}; run the command again, and report this if it repeats")]
    Worker {
        /// The task of the worker.
        at: String,
        /// The reason given.
        reason: String,
    },
    /// The strategy is unknown.
    #[error("there is no strategy {found:?}; choose one of {known}")]
    Strategy {
        /// The requested value.
        found: String,
        /// The known strategies.
        known: String,
    },
    /// No entity has the name.
    #[error("nothing here is named {found:?}{near}; `quipu search` finds chunks by their words")]
    Unnamed {
        /// The requested name.
        found: String,
        /// Similar names, as the end of the sentence.
        near: String,
    },
    /// Several things have a name.
    #[error("{found:?} is the name of several: {several}; use a name that only one of them has")]
    Several {
        /// The requested name.
        found: String,
        /// The things.
        several: String,
    },
    /// A decision about names that would change nothing.
    #[error("{name:?} {why}; nothing was decided")]
    Decided {
        /// The name.
        name: String,
        /// The reason why it would change nothing.
        why: String,
    },
    /// The decision does not exist.
    #[error("there is no decision {found}; `quipu entity log` lists the current ones")]
    NoDecision {
        /// The requested value.
        found: String,
    },
    /// Documents cannot be compared.
    #[error(
        "there are no vectors to compare documents by; name a model with `quipu config set embed.model` and index again"
    )]
    NoVectors,
    /// The export cannot be written.
    #[error("the export is incomplete: it could not be written to the end")]
    Write(#[source] std::io::Error),
    /// A document changes as fast as it is read.
    #[error("the export is incomplete: document {id:?} changed each time it was read; export while no process writes")]
    Changing {
        /// Its id.
        id: String,
    },
    /// The file to import cannot be read.
    #[error("the import ended early: imported documents are kept, importing the whole file again continues from there")]
    Read(#[source] std::io::Error),
    /// The file to import has a newer format.
    #[error("the file is of format {found}, and this program reads formats up to {known}; use a newer one")]
    Import {
        /// Format of the file.
        found: u32,
        /// The newest that is read.
        known: u32,
    },
}
