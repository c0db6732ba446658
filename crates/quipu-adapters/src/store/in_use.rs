//! Open resources of this process, by path: LMDB opens a folder once per process, so that a second user shares it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Resources in use, which are dropped after their last user.
pub(super) struct InUse<T>(Mutex<BTreeMap<PathBuf, Cell<T>>>);

/// The resource of one path: a slow open delays only the users of the same path.
type Cell<T> = Arc<Mutex<Weak<T>>>;

impl<T> InUse<T> {
    /// Nothing.
    pub(super) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The resource at a path, else the one that `open` makes.
    ///
    /// # Errors
    /// As `open`.
    pub(super) fn at<E>(&self, path: &Path, open: impl FnOnce() -> Result<Arc<T>, E>) -> Result<Arc<T>, E> {
        self.still_at(path, |_| true, open)
    }

    /// Like [`InUse::at`] where the resource may no longer be the one at the path.
    ///
    /// # Errors
    /// As `open`.
    pub(super) fn still_at<E>(
        &self,
        path: &Path,
        lies: impl Fn(&T) -> bool,
        open: impl FnOnce() -> Result<Arc<T>, E>,
    ) -> Result<Arc<T>, E> {
        let cell = self.cell(path);
        let mut known = cell.lock().unwrap_or_else(PoisonError::into_inner);
        // A resource that is gone is dropped before another is opened.
        if let Some(found) = known.upgrade().filter(|found| lies(found)) {
            return Ok(found);
        }
        let opened = open()?;
        *known = Arc::downgrade(&opened);
        Ok(opened)
    }

    /// The resource in use at a path.
    pub(super) fn found(&self, path: &Path) -> Option<Arc<T>> {
        // Most processes have no such resource, and need not ask the system for the path's one name.
        if self.cells().is_empty() {
            return None;
        }
        let path = one_name(path);
        let cell = self.cells().get(&path).cloned()?;
        cell.lock().unwrap_or_else(PoisonError::into_inner).upgrade()
    }

    fn cell(&self, path: &Path) -> Cell<T> {
        let path = one_name(path);
        let mut cells = self.cells();
        // A resource without users is locked by no thread.
        cells.retain(|_, cell| {
            Arc::strong_count(cell) > 1 || cell.try_lock().is_ok_and(|known| known.strong_count() > 0)
        });
        cells.entry(path).or_default().clone()
    }

    fn cells(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Cell<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One name for a folder, though it may not be there yet.
fn one_name(path: &Path) -> PathBuf {
    let above = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(above).unwrap_or_else(|| path.to_owned())
}

/// The identity of the environment in a folder, where the system distinguishes files: another may take its path.
/// Missing without an environment, or without information of the system.
#[cfg(unix)]
pub(super) fn identity(directory: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(directory.join("data.mdb")).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
pub(super) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_in_use_is_shared_and_then_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let (known, path) = (InUse::new(), folder.path().join("a"));
        let at = |path: &Path, number: u8| known.at(path, || Ok::<_, Infallible>(Arc::new(number))).unwrap();
        let first = at(&path, 1);
        // It need not be there, and may be named otherwise.
        assert_eq!(*at(&folder.path().join(".").join("a"), 2), 1);
        assert_eq!(*at(&folder.path().join("b"), 3), 3);
        drop(first);
        assert_eq!(*at(&path, 4), 4);
    }

    #[test]
    fn who_waits_for_one_path_holds_up_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let (known, other) = (InUse::new(), folder.path().join("b"));
        let (done, waits) = channel();
        std::thread::scope(|scope| {
            let slow = known.at(&folder.path().join("a"), || {
                scope.spawn(|| done.send(*known.at(&other, || Ok::<_, Infallible>(Arc::new(2))).unwrap()));
                waits.recv_timeout(Duration::from_secs(20)).map(Arc::new)
            });
            assert_eq!(slow.as_deref(), Ok(&2));
        });
    }
}
