//! Vectors of the next model, while they are written.

use crate::store::embedded::env::at;
use crate::store::embedded::files::Vectors;
use quipu_engine::ports::ModelCard;
use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::Serialize;
use std::io::Write as _;
use std::path::Path;
use std::path::PathBuf;
/// The generation that is being made.
pub(crate) struct Next {
    pub(super) progress: Progress,
    pub(super) files: Vectors,
    /// Ids of the chunks that were handed out last.
    pub(super) told: FxHashMap<Key, u32>,
}

/// The progress of the next generation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    pub(super) model: ModelCard,
    pub(super) generation: u32,
    /// Ids below have a slot.
    pub(super) done: u32,
}

impl Progress {
    pub(super) fn path(directory: &Path) -> PathBuf {
        directory.join("reembed.json")
    }

    /// The progress of an earlier run; missing where that cannot be read.
    pub(super) fn read(directory: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(Self::path(directory)).ok()?).ok()
    }

    pub(super) fn write(&self, directory: &Path) -> Result<(), StoreError> {
        let path = Self::path(directory);
        let fresh = path.with_extension("fresh");
        let write = || {
            let mut file = std::fs::File::create(&fresh)?;
            file.write_all(&serde_json::to_vec(self)?)?;
            file.sync_all()?;
            std::fs::rename(&fresh, &path)
        };
        write().map_err(|error| at(&path, &error))
    }
}
