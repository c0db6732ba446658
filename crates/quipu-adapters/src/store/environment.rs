//! An LMDB environment as open in this process: once, with its lock file, in a map that can be resized.
//!
//! LMDB forbids a process to open an environment twice, and its locks go when the process closes the lock file anywhere:
//! an open while another thread closes the environment waits until its lock file is closed, too.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use heed::{Env, WithoutTls};
use memmap2::MmapOptions;

use super::lock_file::LockFile;

/// Timeout for an environment that this process is closing.
const CLOSING: Duration = Duration::from_secs(5);

/// No map is made smaller than this.
const SMALLEST: usize = 1 << 20;

/// An environment that is open.
pub(super) struct Environment {
    env: Env<WithoutTls>,
    /// Behind `env`: fields are dropped in their order.
    lock: LockFile,
    _turn: Turn,
}

impl Environment {
    /// Opens the environment in a folder by `open`, which receives the size of the map: `size` bytes, halved as
    /// often as the system refuses it. Unless writers are kept away, readers leave `marks` in its lock file.
    ///
    /// # Errors
    /// As `open`; when the lock file cannot be created; when this process has the environment open.
    pub(super) fn open(
        directory: &Path,
        marks: bool,
        mut size: usize,
        open: impl Fn(usize) -> Result<Env<WithoutTls>, heed::Error>,
    ) -> Result<Self, heed::Error> {
        let turn = Turn::take(directory)?;
        let lock = if marks { LockFile::whole(directory)? } else { LockFile::none() };
        loop {
            match open(size) {
                Ok(env) => return Ok(Self { env, lock, _turn: turn }),
                Err(heed::Error::Io(_)) if size > SMALLEST => size /= 2,
                Err(heed::Error::EnvAlreadyOpened) => {
                    lock.leak();
                    return Err(heed::Error::EnvAlreadyOpened);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Its lock file.
    pub(super) fn lock(&self) -> &LockFile {
        &self.lock
    }

    /// Bytes of the file that hold something, and bytes of the map.
    pub(super) fn used_of(&self) -> (usize, usize) {
        let info = self.env.info();
        ((info.last_page_number + 1) * self.env.stat().page_size as usize, info.map_size)
    }

    /// True if the system grants a map of this size beside the current one. LMDB releases that one first, and is left
    /// without any where it gets no other.
    #[allow(unsafe_code)] // Nothing is read through it.
    pub(super) fn may_have(&self, size: usize) -> bool {
        let Ok(file) = self.env.try_clone_inner_file() else { return false };
        unsafe { MmapOptions::new().len(size).map(&file) }.is_ok()
    }

    /// Gives the map another size; 0 is the size that another process gave it. Nothing may be open of it in this process:
    /// no transaction, and no other call of it.
    ///
    /// # Errors
    /// When there is no room for it: then there is no map any more.
    #[allow(unsafe_code)] // No transaction is open, as is said above.
    pub(super) fn resize(&self, size: usize) -> Result<(), heed::Error> {
        unsafe { self.env.resize(size) }
    }
}

impl Deref for Environment {
    type Target = Env<WithoutTls>;

    fn deref(&self) -> &Env<WithoutTls> {
        &self.env
    }
}

/// The folders whose environments are open in this process, or being closed.
static TURNS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static CLOSED: Condvar = Condvar::new();

fn turns() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TURNS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The right to have the environment of a folder open; it goes when all of it is closed.
struct Turn(PathBuf);

impl Turn {
    fn take(directory: &Path) -> Result<Self, heed::Error> {
        let path = directory.canonicalize()?;
        let waited = CLOSED.wait_timeout_while(turns(), CLOSING, |turns| turns.contains(&path));
        let (mut turns, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if !turns.insert(path.clone()) {
            return Err(heed::Error::EnvAlreadyOpened);
        }
        Ok(Self(path))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        turns().remove(&self.0);
        CLOSED.notify_all();
    }
}
