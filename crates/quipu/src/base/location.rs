//! The location of a workspace, and the rights there.

use std::path::{Path, PathBuf};

use crate::{Error, durable, names};

/// The folder inside a workspace that holds its store.
pub const STORE: &str = ".quipu";
/// The file of its identity in the store.
const IDENTITY: &str = "identity";
/// The file of settings beside it.
pub const FILE: &str = "quipu.toml";

/// The location of a workspace. It is a folder; an address of a database may be one later.
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

    /// The unique identity: random, made at the first request, and kept in the store. It stays when the workspace is
    /// renamed or moved, and is deleted with it; a restored backup has another identity.
    ///
    /// # Errors
    /// When nothing is stored there, or it cannot be read or kept.
    pub fn identity(&self) -> Result<String, Error> {
        let path = self.store().join(IDENTITY);
        if let Some(known) = known(&path)? {
            return Ok(known);
        }
        if !self.is_there() {
            return Err(Error::NoWorkspace { folder: self.folder().to_owned() });
        }
        // A concurrent caller waits, and takes this one.
        let _locked = durable::locked(&path).map_err(Error::at(&path))?;
        if let Some(known) = known(&path)? {
            return Ok(known);
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| Error::at(&path)(std::io::Error::other(error)))?;
        let made: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        durable::write(&path, made.as_bytes()).map_err(Error::at(&path))?;
        Ok(made)
    }

    /// True if something is stored there.
    pub fn is_there(&self) -> bool {
        self.store().is_dir()
    }
}

impl<P: Into<PathBuf>> From<P> for Location {
    fn from(folder: P) -> Self {
        Self::Folder(folder.into())
    }
}

fn known(path: &Path) -> Result<Option<String>, Error> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::at(path)(error)),
    }
}

/// The right with which a workspace is opened. Each right includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Reading.
    Read,
    /// Reading and changing.
    Write,
    /// Reading, changing, and creating if missing.
    Create,
}

/// The folder of a workspace: the one given or named, else the nearest above `start` that holds a store,
/// else `start`.
///
/// # Errors
/// When the given path may be a name, and the file of names cannot be read.
pub fn find(given: Option<&Path>, start: &Path) -> Result<PathBuf, Error> {
    let above = || start.ancestors().find(|folder| folder.join(STORE).is_dir());
    Ok(match given {
        // An existing folder has precedence over a name.
        Some(given) if given.exists() => given.to_owned(),
        Some(given) => names::folder_of(given)?.unwrap_or_else(|| given.to_owned()),
        None => above().unwrap_or(start).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_has_one_identity() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (Location::from(folder.path().join("one")), Location::from(folder.path().join("other")));
        assert!(matches!(one.identity(), Err(Error::NoWorkspace { .. })));
        std::fs::create_dir_all(one.store()).unwrap();
        std::fs::create_dir_all(other.store()).unwrap();
        let identities: Vec<String> = std::thread::scope(|scope| {
            let asked: Vec<_> = (0..8).map(|_| scope.spawn(|| one.identity().unwrap())).collect();
            asked.into_iter().map(|asked| asked.join().unwrap()).collect()
        });
        assert!(identities.iter().all(|identity| *identity == identities[0] && identity.len() == 32), "{identities:?}");
        assert_ne!(other.identity().unwrap(), identities[0]);
        std::fs::rename(one.folder(), folder.path().join("moved")).unwrap();
        assert_eq!(Location::from(folder.path().join("moved")).identity().unwrap(), identities[0]);
    }

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
