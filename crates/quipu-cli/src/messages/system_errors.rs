//! Errors of the operating system, in words.

use crate::messages::Message;
use crate::messages::say;
use quipu::errors::SystemLimit;
use std::io;
use std::io::ErrorKind;
/// A refusal of the system, and its remedy.
pub(crate) fn system(error: &io::Error) -> Message {
    match error.kind() {
        ErrorKind::NotFound => say!("system-not-found"),
        ErrorKind::PermissionDenied => say!("system-denied"),
        ErrorKind::AlreadyExists => say!("system-exists"),
        ErrorKind::IsADirectory => say!("system-is-folder"),
        ErrorKind::NotADirectory => say!("system-no-folder"),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => say!("system-full"),
        ErrorKind::ReadOnlyFilesystem => say!("system-read-only"),
        ErrorKind::InvalidFilename => say!("system-name"),
        ErrorKind::FileTooLarge => say!("system-too-large"),
        ErrorKind::ConnectionRefused => say!("system-refused"),
        ErrorKind::TimedOut => say!("system-slow"),
        _ => match SystemLimit::of(error) {
            Some(SystemLimit::Files) => say!("system-files"),
            Some(SystemLimit::Memory) => say!("system-memory"),
            None => say!("system-other", reason = error.to_string()),
        },
    }
}
