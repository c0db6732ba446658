//! The removal of a workspace. It is moved away whole and then removed: a new workspace at its path meets
//! nothing of it.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use quipu_engine::ports::StoreError;

use super::EmbeddedStore;
use super::env::at;
use super::lock::WriteLock;
use crate::store::{FRESH, above};

impl EmbeddedStore {
    /// Removes the workspace whose parts lie in `directory`, in any format and with any damage; it may be missing.
    /// No other process writes to it meanwhile.
    ///
    /// # Errors
    /// When another process writes for longer than `patience`, or a file cannot be removed.
    pub fn remove(directory: &Path, patience: Duration) -> Result<(), StoreError> {
        let _lock = match WriteLock::take_there(directory, patience) {
            Err(_) if !directory.exists() => return Ok(()),
            taken => taken?,
        };
        removed(directory).map_err(|error| at(directory, &error))
    }
}

fn removed(directory: &Path) -> io::Result<()> {
    let aside = tempfile::Builder::new().prefix(FRESH).tempdir_in(above(directory))?;
    match fs::rename(directory, aside.path().join("gone")) {
        Ok(()) => aside.close(),
        // A folder that cannot be moved, as a disk of its own or, on Windows, one with open files, is removed in place.
        Err(_) => fs::remove_dir_all(directory),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::bulk;
    use super::super::{EmbeddedStore, OpenOptions};
    use super::*;

    fn writes(patience: u64, existing: bool) -> OpenOptions {
        OpenOptions { write: true, existing, patience: Duration::from_secs(patience), ..OpenOptions::default() }
    }

    #[test]
    fn who_waited_for_a_workspace_that_went_makes_it_anew_and_writes_alone() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("store");
        let first = EmbeddedStore::open(&folder, &writes(0, false)).unwrap();
        first.inner.commit(&bulk("first")).unwrap();
        let waiting = {
            let folder = folder.clone();
            std::thread::spawn(move || EmbeddedStore::open(&folder, &writes(60, false)))
        };
        std::thread::sleep(Duration::from_millis(100));
        removed(&folder).unwrap();
        drop(first);
        let second = waiting.join().unwrap().unwrap();
        second.inner.commit(&bulk("second")).unwrap();
        assert_eq!(second.inner.verify(false).unwrap().problems, Vec::new());
        let third = EmbeddedStore::open(&folder, &writes(0, false));
        assert!(matches!(third, Err(StoreError::Busy { .. })));
    }

    #[test]
    fn what_writes_only_to_what_is_there_makes_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("store");
        assert!(EmbeddedStore::open(&folder, &writes(0, true)).is_err());
        EmbeddedStore::remove(&folder, Duration::ZERO).unwrap();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
        drop(EmbeddedStore::open(&folder, &writes(0, false)).unwrap());
        drop(EmbeddedStore::open(&folder, &writes(0, true)).unwrap());
        EmbeddedStore::remove(&folder, Duration::ZERO).unwrap();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
