//! Downloading a model: files over HTTP into a folder, continued after an interruption, and checked.
//!
//! A file is written beside its place and moved there when its hash is right. The hash was known
//! before, or is that of the first download: `quipu-model.json` keeps it, so that a later download detects a changed
//! file behind an address. A folder without it is incomplete.

mod manifest;
#[cfg(test)]
mod tests;
mod transfer;

use std::fs::{File, TryLockError};
use std::path::{Component, Path, PathBuf};

pub(crate) use manifest::{Manifest, hash};
pub(crate) use transfer::{HttpClient, Offered};

/// The lock file of a folder during a download.
const LOCK: &str = "quipu-model.lock";

/// A file to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WantedFile {
    /// Its place in the folder, with `/`.
    pub(crate) path: String,
    /// Its address.
    pub(crate) url: String,
    /// SHA-256 in hexadecimal, where it is known before.
    pub(crate) sha256: Option<String>,
    /// True if the model does without it where the server has none.
    pub(crate) optional: bool,
}

/// The progress of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing<'a> {
    /// The path of the file.
    pub(crate) path: &'a str,
    /// Bytes of it received.
    pub(crate) done: u64,
    /// Bytes of it, if the server reported them.
    pub(crate) total: Option<u64>,
}

/// An error of a download.
#[derive(Debug, thiserror::Error)]
pub enum PullError {
    /// The server was not reached, or broke off too often.
    #[error("{url}: {reason}; what came is kept: run it again to go on, or set another mirror")]
    Broken {
        /// The address.
        url: String,
        /// The reason.
        reason: String,
    },
    /// The server has no such file.
    #[error("{url}: the server answered {status}; check the model's name and the mirror's address")]
    Refused {
        /// The address.
        url: String,
        /// The status of the answer.
        status: u16,
    },
    /// A file has another hash than expected.
    #[error("{url}: its SHA-256 is {found}, not {expected}; the file was not kept. {}", advice(*.pinned))]
    Changed {
        /// The address.
        url: String,
        /// The hash that is known.
        expected: String,
        /// The hash of the received file.
        found: String,
        /// True if the known hash is written in the program.
        pinned: bool,
    },
    /// A user stopped it.
    #[error("the fetch was stopped; what came is kept: run it again to go on")]
    Stopped,
    /// Another fetch, of this process or another, fills the same folder.
    #[error("the model is being fetched into {} already; wait until that is done", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// A file's path leads out of the folder.
    #[error("{0:?} is no path of a file in a model's folder; check the list of files")]
    Astray(String),
    /// A file could not be written or read.
    #[error("{path}: {reason}; free the disk or choose another folder for models")]
    Disk {
        /// Its path.
        path: PathBuf,
        /// The error of the system.
        reason: std::io::Error,
    },
}

fn advice(pinned: bool) -> &'static str {
    if pinned {
        "Use another mirror"
    } else {
        "The model was changed since it was first fetched: remove it and fetch it again to accept that"
    }
}

/// The right to download into a folder, until it is dropped: two writers of one file would spoil it.
///
/// # Errors
/// When another has it, or its file cannot be made.
pub(crate) fn alone(folder: &Path) -> Result<File, PullError> {
    let path = folder.join(LOCK);
    let disk = |reason| PullError::Disk { path: path.clone(), reason };
    let file = File::options().create(true).write(true).truncate(false).open(&path).map_err(disk)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(PullError::Busy { folder: folder.to_owned() }),
        Err(TryLockError::Error(reason)) => Err(PullError::Disk { path, reason }),
    }
}

/// Downloads the missing files of `wanted` into `folder`, and returns the files that the folder then holds.
///
/// # Errors
/// When a file cannot be downloaded or has another hash; files that were complete before stay.
pub(crate) fn pull(
    client: &HttpClient,
    wanted: &[WantedFile],
    folder: &Path,
    progress: &mut dyn FnMut(Standing<'_>),
) -> Result<Manifest, PullError> {
    let mut manifest = Manifest::begun(folder)?;
    for file in wanted {
        let place = place(folder, &file.path)?;
        let first = manifest.files.get(&file.path).cloned();
        let expected = file.sha256.as_ref().or(first.as_ref());
        let there = if place.is_file() { Some(hash(&place)?) } else { None };
        let found = match (there, expected) {
            (Some(there), Some(expected)) if there == *expected => there,
            _ => match client.fetch(file, &place, progress)? {
                Offered::File(part) => {
                    let found = hash(&part)?;
                    checked(file, expected, &found, &part)?;
                    std::fs::rename(&part, &place).map_err(|reason| PullError::Disk { path: place, reason })?;
                    found
                }
                Offered::Nothing => continue,
            },
        };
        manifest.files.insert(file.path.clone(), found);
        manifest.keep(folder)?;
    }
    manifest.write(folder)?;
    Ok(manifest)
}

/// Checks the hash of a download; deletes it on a mismatch.
fn checked(file: &WantedFile, expected: Option<&String>, found: &str, part: &Path) -> Result<(), PullError> {
    let Some(expected) = expected.filter(|expected| *expected != found) else { return Ok(()) };
    std::fs::remove_file(part).map_err(|reason| PullError::Disk { path: part.to_owned(), reason })?;
    Err(PullError::Changed {
        url: file.url.clone(),
        expected: expected.clone(),
        found: found.to_owned(),
        pinned: file.sha256.is_some(),
    })
}

/// The path of a file, with the folders above it created.
fn place(folder: &Path, path: &str) -> Result<PathBuf, PullError> {
    let inside = Path::new(path);
    let plain = inside.components().all(|part| matches!(part, Component::Normal(_)));
    if !plain || path.is_empty() {
        return Err(PullError::Astray(path.to_owned()));
    }
    let place = folder.join(inside);
    let above = place.parent().unwrap_or(folder);
    std::fs::create_dir_all(above).map_err(|reason| PullError::Disk { path: above.to_owned(), reason })?;
    Ok(place)
}
