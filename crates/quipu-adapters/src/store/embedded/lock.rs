//! One writer at a time: a lock file that names who holds it. Readers that can leave no mark share it instead.
//!
//! The lock is the operating system's, so that it goes with its process, however that ends. A server keeps it
//! between its writes; those who write within it take turns.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quipu_engine::ports::StoreError;

use super::env::at;
use crate::store::in_use::InUse;

/// The file that is locked.
const FILE: &str = "write.lock";

/// How often a lock that another has is tried again.
const AGAIN: Duration = Duration::from_millis(20);

/// The right to write, until dropped.
pub(super) enum WriteLock {
    /// The system's lock.
    Own { _file: File },
    /// A turn of the process that keeps the system's lock.
    Turn(Arc<HeldWriter>),
}

impl WriteLock {
    /// Waits up to `patience` for the right to write.
    pub(super) fn take(directory: &Path, patience: Duration) -> Result<Self, StoreError> {
        let path = directory.join(FILE);
        let file = opened(&path)?;
        let began = Instant::now();
        loop {
            match HELD.found(directory) {
                Some(held) if held.turn() => return Ok(Self::Turn(held)),
                None if locked(&file, &path)? => return Ok(Self::Own { _file: file }),
                _ if began.elapsed() >= patience => return Err(busy(path, file, patience)),
                _ => std::thread::sleep(AGAIN),
            }
        }
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        if let Self::Turn(held) = self {
            held.taken.store(false, Ordering::Release);
        }
    }
}

/// The right to write that a process keeps between its writes, as a server does, so that no other process writes.
/// Those who write in this process take turns.
pub struct HeldWriter {
    _file: File,
    taken: AtomicBool,
}

/// The rights that this process keeps, by folder.
static HELD: InUse<HeldWriter> = InUse::new();

impl HeldWriter {
    /// Waits up to `patience` for the right to write to the workspace whose parts lie in `directory`, and keeps it until
    /// it is dropped and nobody in this process writes any more.
    ///
    /// # Errors
    /// When another process goes on writing, or the lock's file cannot be made.
    pub fn take(directory: &Path, patience: Duration) -> Result<Arc<Self>, StoreError> {
        std::fs::create_dir_all(directory).map_err(|error| at(directory, &error))?;
        let path = directory.join(FILE);
        let began = Instant::now();
        let lock = || {
            let file = opened(&path)?;
            Ok(locked(&file, &path)?.then(|| Arc::new(Self { _file: file, taken: AtomicBool::new(false) })))
        };
        loop {
            // Others who write here ask what is kept while this one waits.
            match HELD.at(directory, || lock().map_err(Some)?.ok_or(None)) {
                Ok(held) => return Ok(held),
                Err(Some(error)) => return Err(error),
                Err(None) if began.elapsed() >= patience => return Err(busy(path.clone(), opened(&path)?, patience)),
                Err(None) => std::thread::sleep(AGAIN),
            }
        }
    }

    /// Takes a turn, if nobody has it.
    fn turn(&self) -> bool {
        self.taken.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }
}

fn opened(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).open(path).map_err(|error| at(path, &error))
}

/// Takes the system's lock and says who has it; false where another has.
fn locked(mut file: &File, path: &Path) -> Result<bool, StoreError> {
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::Error(error)) => return Err(at(path, &error)),
        Err(TryLockError::WouldBlock) => return Ok(false),
    }
    let mut sign = || {
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        write!(file, "process {}", std::process::id())
    };
    sign().map_err(|error| at(path, &error))?;
    Ok(true)
}

/// Keeps writers away, until dropped: for readers that cannot tell a writer which pages they read, because they may
/// not write where the workspace lies.
pub(super) struct ReadLock {
    /// Without a file nobody ever wrote, or may.
    _file: Option<File>,
}

impl ReadLock {
    /// Waits up to `patience` until nobody writes.
    pub(super) fn take(directory: &Path, patience: Duration) -> Result<Self, StoreError> {
        let path = directory.join(FILE);
        let Ok(file) = File::open(&path) else { return Ok(Self { _file: None }) };
        let began = Instant::now();
        loop {
            match file.try_lock_shared() {
                Ok(()) => return Ok(Self { _file: Some(file) }),
                Err(TryLockError::Error(error)) => return Err(at(&path, &error)),
                Err(TryLockError::WouldBlock) if began.elapsed() >= patience => return Err(busy(path, file, patience)),
                Err(TryLockError::WouldBlock) => std::thread::sleep(AGAIN),
            }
        }
    }
}

fn busy(path: PathBuf, mut file: File, patience: Duration) -> StoreError {
    let mut holder = String::new();
    let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_string(&mut holder));
    if read.is_err() || holder.is_empty() {
        "another process".clone_into(&mut holder);
    }
    StoreError::Busy { path: path.display().to_string(), holder, waited_s: patience.as_secs() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_keeps_the_right_to_write_gives_turns_and_no_other_process_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let held = HeldWriter::take(folder.path(), Duration::ZERO).unwrap();
        let again = HeldWriter::take(&folder.path().join("."), Duration::ZERO).unwrap();
        assert!(Arc::ptr_eq(&held, &again));
        let turn = WriteLock::take(folder.path(), Duration::ZERO).unwrap();
        assert!(matches!(WriteLock::take(folder.path(), Duration::ZERO), Err(StoreError::Busy { .. })));
        drop(turn);
        let turn = WriteLock::take(folder.path(), Duration::ZERO).unwrap();
        // Another process sees the system's lock until the last turn is over, too.
        drop((held, again));
        let other = File::options().write(true).open(folder.path().join(FILE)).unwrap();
        assert!(other.try_lock().is_err());
        drop(turn);
        assert!(other.try_lock().is_ok());
    }
}
