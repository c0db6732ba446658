//! Files of a model's folder, read with errors that name them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::EncoderError;

/// Maximal size of a small file, in bytes.
const LARGEST_JSON: u64 = 1 << 20;

/// A model's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The path of a file of the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder's own name.
    pub(crate) fn name(&self) -> String {
        let full = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        full.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// The contents of a small JSON file.
    pub(crate) fn json<T: DeserializeOwned>(&self, name: &str) -> Result<T, EncoderError> {
        self.optional_json(name)?.ok_or_else(|| {
            let reason = std::io::Error::new(ErrorKind::NotFound, "the file is not there");
            EncoderError::Unreadable { path: self.file(name), reason }
        })
    }

    /// The contents of a small JSON file; none where it is missing.
    pub(crate) fn optional_json<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, EncoderError> {
        let path = self.file(name);
        let unreadable = |reason| EncoderError::Unreadable { path: path.clone(), reason };
        let length = match std::fs::metadata(&path) {
            Ok(found) => found.len(),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            Err(error) => return Err(unreadable(error)),
        };
        if length > LARGEST_JSON {
            return Err(EncoderError::malformed(
                &path,
                format_args!("{length} bytes are too many for a configuration"),
            ));
        }
        let bytes = std::fs::read(&path).map_err(unreadable)?;
        serde_json::from_slice(&bytes).map(Some).map_err(|error| EncoderError::malformed(&path, error))
    }
}
