//! Errors of the embedded store.

use crate::store::refused::{SystemError, refused};
use quipu_engine::ports::StoreError;
use std::path::Path;
/// An error of the engine below.
pub(crate) fn io(error: impl SystemError) -> StoreError {
    refused("the truth (LMDB)", &error)
}

/// The error of a reader where nothing was ever written.
pub(crate) fn no_workspace(directory: &Path) -> StoreError {
    let reason = "there is no workspace here; `quipu index PATH` makes one".to_owned();
    StoreError::Io { part: directory.display().to_string(), reason }
}
