//! `quipu-model.json`: the files of a model's folder, by hash.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::PullError;

const FILE: &str = "quipu-model.json";
/// The manifest of an incomplete download.
const BEGUN: &str = "quipu-model.json.part";

/// The manifest of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// SHA-256 of each file in hexadecimal, by its path.
    pub(crate) files: BTreeMap<String, String>,
}

impl Manifest {
    /// The manifest of a folder; empty if it was never complete.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub(crate) fn read(folder: &Path) -> Result<Self, PullError> {
        let path = folder.join(FILE);
        let failed = |reason| PullError::Disk { path: path.clone(), reason };
        match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| failed(error.into())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(failed(error)),
        }
    }

    /// The manifest of a folder, with the files of an interrupted download.
    ///
    /// # Errors
    /// As [`Manifest::read`].
    pub(crate) fn begun(folder: &Path) -> Result<Self, PullError> {
        let mut manifest = Self::read(folder)?;
        // A truncated one counts as empty: then files are downloaded again.
        let begun =
            std::fs::read(folder.join(BEGUN)).ok().and_then(|bytes| serde_json::from_slice::<Self>(&bytes).ok());
        manifest.files.extend(begun.into_iter().flat_map(|begun| begun.files));
        Ok(manifest)
    }

    /// True if anything of a model was fetched into a folder.
    pub(crate) fn is_begun(folder: &Path) -> bool {
        [FILE, BEGUN].iter().any(|name| folder.join(name).is_file())
    }

    /// Keeps the received files during a download.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn keep(&self, folder: &Path) -> Result<(), PullError> {
        let path = folder.join(BEGUN);
        let failed = |reason| PullError::Disk { path: path.clone(), reason };
        let bytes = serde_json::to_vec_pretty(self).map_err(|error| failed(error.into()))?;
        std::fs::write(&path, bytes).map_err(failed)
    }

    /// Writes it atomically, once all files are there.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), PullError> {
        self.keep(folder)?;
        let path = folder.join(FILE);
        std::fs::rename(folder.join(BEGUN), &path).map_err(|reason| PullError::Disk { path, reason })
    }
}

/// The SHA-256 of a file in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn hash(path: &Path) -> Result<String, PullError> {
    let failed = |reason| PullError::Disk { path: path.to_owned(), reason };
    let mut file = File::open(path).map_err(failed)?;
    let (mut digest, mut block) = (Sha256::new(), vec![0; 1 << 20]);
    loop {
        let count = file.read(&mut block).map_err(failed)?;
        if count == 0 {
            return Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        digest.update(&block[..count]);
    }
}
