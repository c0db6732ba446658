//! Roots: folders under whose names documents have their ids.
//!
//! A root is a canonical path with a name. A file belongs to the deepest known root above it, so
//! its id stays what it was, whichever argument finds it later.

use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A folder whose files have ids that begin with its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Root {
    /// The name: the first part of its documents' ids.
    pub name: String,
    /// The folder's canonical path.
    pub path: PathBuf,
}

/// The reason that no files were searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// Two folders would share a name, and so their documents' ids.
    #[error(
        "the root {name:?} is already {}, and {} would be another; give it a name with --root-name",
        known.display(), path.display()
    )]
    RootTaken {
        /// The name.
        name: String,
        /// The folder that has it.
        known: PathBuf,
        /// The folder that wants it.
        path: PathBuf,
    },
    /// The name cannot begin an id.
    #[error("{name:?} cannot name a root; use a word without slashes, other than `-`, `.` and `..`")]
    RootName {
        /// The name.
        name: String,
    },
}

/// The roots that are known, and those that a run adds.
#[derive(Debug, Clone)]
pub(super) struct Roots {
    roots: Vec<Root>,
    /// The name of the next new root, where the user gave one.
    name: Option<String>,
}

impl Roots {
    pub(super) fn new(known: &[Root], name: Option<&str>) -> Result<Self, FindError> {
        if let Some(name) = name.filter(|name| !can_name(name)) {
            return Err(FindError::RootName { name: name.to_owned() });
        }
        Ok(Self { roots: known.to_vec(), name: name.map(str::to_owned) })
    }

    /// Makes sure that a folder lies in a root: a known one, or itself as a new one.
    pub(super) fn admit(&mut self, folder: &Path) -> Result<(), FindError> {
        if self.of(folder).is_some() {
            return Ok(());
        }
        let name = self.name.clone().unwrap_or_else(|| name_of(folder));
        if let Some(taken) = self.roots.iter().find(|root| root.name == name) {
            return Err(FindError::RootTaken { name, known: taken.path.clone(), path: folder.to_owned() });
        }
        self.roots.push(Root { name, path: folder.to_owned() });
        Ok(())
    }

    /// The deepest root that holds a path.
    fn of(&self, path: &Path) -> Option<&Root> {
        let above = self.roots.iter().filter(|root| path.starts_with(&root.path));
        above.max_by_key(|root| root.path.components().count())
    }

    /// The id of a file: its root's name and its path below the root, parted by `/`.
    pub(super) fn id_of(&self, file: &Path) -> Option<(&Root, String)> {
        let root = self.of(file)?;
        let below = file.strip_prefix(&root.path).ok()?;
        let parts = below.components().filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        });
        let id = std::iter::once(root.name.clone().into()).chain(parts).collect::<Vec<_>>().join("/");
        Some((root, id))
    }

    /// The roots known so far.
    pub(super) fn all(&self) -> &[Root] {
        &self.roots
    }

    pub(super) fn into_inner(self) -> Vec<Root> {
        self.roots
    }
}

fn can_name(name: &str) -> bool {
    !name.trim().is_empty() && !name.contains(['/', '\\']) && !matches!(name, "-" | "." | "..")
}

fn name_of(folder: &Path) -> String {
    folder.file_name().map_or_else(|| "root".to_owned(), |name| name.to_string_lossy().into_owned())
}
