//! The reasons of failed transactions, sorted by their remedies.

use heed::{Error, MdbError};

/// The reason of a failed transaction.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The map is full: a larger one is needed.
    Full,
    /// Another process made the map larger: this one must follow.
    Resized,
    /// A commit failed half-way, here or elsewhere: the environment must be opened again.
    Broken(String),
    /// Stored bytes differ from the written ones.
    Damaged(String),
    /// The format is another version's.
    Format(u32),
    /// The system refused.
    Refused(std::io::Error),
    /// LMDB refused.
    Failed(String),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        let said = error.to_string();
        match error {
            Error::Mdb(MdbError::MapFull) => Self::Full,
            Error::Mdb(MdbError::MapResized) => Self::Resized,
            Error::Mdb(MdbError::Panic) => Self::Broken(said),
            Error::Mdb(
                MdbError::Corrupted
                | MdbError::PageNotFound
                | MdbError::Invalid
                | MdbError::VersionMismatch
                | MdbError::Incompatible
                | MdbError::CursorFull
                | MdbError::PageFull,
            ) => Self::Damaged(said),
            Error::Io(error) => Self::Refused(error),
            _ => Self::Failed(said),
        }
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Refused(error)
    }
}
