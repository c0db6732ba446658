//! Refusals of the system, sorted by their remedy: disk space, limits of a process, or the right to
//! write.

use std::fmt::Display;
use std::io::{Error, ErrorKind};
use std::path::Path;

use heed::MdbError;
use quipu_engine::ports::StoreError;

/// The remedy for most refusals of the system.
const SEE: &str = "see that it can be written and that the disk has room";
const DISK: &str = "the disk is full, or the user's quota is used up; free some space and try again";
const LARGE: &str = "a file would exceed the system's limit; raise `ulimit -f`, or choose another disk";
const FILES: &str = "this process may open no more files; raise `ulimit -n`, or work in fewer workspaces at once";
const MEMORY: &str = "this process cannot get more address space or memory; raise `ulimit -v` and vm.max_map_count, or work in fewer workspaces at once";
const MAP: &str =
    "its map is full, and the process cannot get a larger one; raise `ulimit -v`, or work in fewer workspaces at once";
const READERS: &str = "too many read it at once; try again";

/// A limited resource of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemLimit {
    /// Files that it may have open (`ulimit -n`).
    Files,
    /// Address space, mappings, memory (`ulimit -v`, `vm.max_map_count`).
    Memory,
}

impl SystemLimit {
    /// The limit that an error of the system is about; missing where it is about something else.
    pub fn of(error: &Error) -> Option<Self> {
        match error.kind() {
            ErrorKind::OutOfMemory => Some(Self::Memory),
            _ => is_of_files(error).then_some(Self::Files),
        }
    }
}

#[cfg(unix)]
fn is_of_files(error: &Error) -> bool {
    use rustix::io::Errno;
    Errno::from_io_error(error).is_some_and(|number| number == Errno::MFILE || number == Errno::NFILE)
}

#[cfg(not(unix))]
fn is_of_files(_: &Error) -> bool {
    false
}

/// An error that may be the system's.
pub(super) trait SystemError: Display {
    /// The error of the system, if there is one.
    fn system(&self) -> Option<&Error>;

    /// The bound of the storage engine that was reached, if any, and its remedy.
    fn bound(&self) -> Option<&'static str> {
        None
    }
}

impl SystemError for Error {
    fn system(&self) -> Option<&Error> {
        Some(self)
    }
}

impl SystemError for heed::Error {
    fn system(&self) -> Option<&Error> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }

    fn bound(&self) -> Option<&'static str> {
        match self {
            Self::Mdb(MdbError::MapFull | MdbError::MapResized) => Some(MAP),
            Self::Mdb(MdbError::ReadersFull) => Some(READERS),
            _ => None,
        }
    }
}

/// True if there is no room for a write.
pub(super) fn is_full(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// The error of a part that the system, or an engine below, refused.
pub(super) fn refused(part: impl Into<String>, error: &impl SystemError) -> StoreError {
    let (part, system) = (part.into(), error.system());
    let full = |reason: &str| StoreError::Full { part: part.clone(), reason: reason.to_owned() };
    let limit = |reason: &str| StoreError::Limit { part: part.clone(), reason: reason.to_owned() };
    match system.and_then(SystemLimit::of) {
        Some(SystemLimit::Files) => limit(FILES),
        Some(SystemLimit::Memory) => limit(MEMORY),
        None if system.is_some_and(is_full) => full(DISK),
        None if system.is_some_and(|error| error.kind() == ErrorKind::FileTooLarge) => full(LARGE),
        None => match error.bound() {
            Some(reason) => limit(reason),
            None => StoreError::Io { part, reason: format!("{error}; {SEE}") },
        },
    }
}

/// An error at a path.
pub(super) fn at(path: &Path, error: &impl SystemError) -> StoreError {
    refused(path.display().to_string(), error)
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn what_helps_is_told_by_the_number() {
        let of = |number: Errno| refused("a part", &Error::from(number));
        for number in [Errno::NOSPC, Errno::DQUOT, Errno::FBIG] {
            assert!(matches!(of(number), StoreError::Full { .. }), "{number}");
        }
        for number in [Errno::MFILE, Errno::NFILE, Errno::NOMEM] {
            let error = of(number);
            assert!(matches!(&error, StoreError::Limit { .. }), "{number}");
            assert!(error.to_string().contains("ulimit"), "{error}");
        }
        for number in [Errno::IO, Errno::ACCESS, Errno::ROFS] {
            assert!(matches!(of(number), StoreError::Io { .. }), "{number}");
        }
        let full = refused("the truth", &heed::Error::Mdb(MdbError::MapFull));
        assert!(matches!(&full, StoreError::Limit { .. }), "{full}");
    }
}
