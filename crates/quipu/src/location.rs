//! Where a workspace is, and who may do what there.

use std::path::{Path, PathBuf};

use crate::{Error, names};

/// The folder inside a workspace that holds its store.
pub const STORE: &str = ".quipu";
/// The file of settings beside it.
pub const FILE: &str = "quipu.toml";

/// Where a workspace is. It is a folder; an address of a database may be one later.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// A folder, whose store lies in [`STORE`] below it.
    Folder(PathBuf),
}

impl Location {
    /// The folder of the workspace.
    pub fn folder(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder,
        }
    }

    /// The folder of the parts of its store.
    pub fn store(&self) -> PathBuf {
        self.folder().join(STORE)
    }

    /// Whether something is stored there.
    pub fn is_there(&self) -> bool {
        self.store().is_dir()
    }
}

impl<P: Into<PathBuf>> From<P> for Location {
    fn from(folder: P) -> Self {
        Self::Folder(folder.into())
    }
}

/// What a workspace is opened for. Each right includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// It is read.
    Read,
    /// It is changed, too.
    Write,
    /// It is made where there is none.
    Create,
}

/// The folder of a workspace: the one given or named, else the nearest above `start` that holds a store,
/// else `start`.
///
/// # Errors
/// When what is given may be a name, and the file of names cannot be read.
pub fn find(given: Option<&Path>, start: &Path) -> Result<PathBuf, Error> {
    let above = || start.ancestors().find(|folder| folder.join(STORE).is_dir());
    Ok(match given {
        // A folder that is there is meant before a name.
        Some(given) if given.exists() => given.to_owned(),
        Some(given) => names::folder_of(given)?.unwrap_or_else(|| given.to_owned()),
        None => above().unwrap_or(start).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_store_above_is_the_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        assert_eq!(find(None, &inner).unwrap(), inner);
        std::fs::create_dir(folder.path().join(STORE)).unwrap();
        assert_eq!(find(None, &inner).unwrap(), folder.path());
        assert_eq!(find(Some(&inner), folder.path()).unwrap(), inner);
    }
}
