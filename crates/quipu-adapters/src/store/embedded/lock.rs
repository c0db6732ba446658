//! One writer at a time: a lock file that names who holds it. Readers that can leave no mark share it instead.
//!
//! The lock is the operating system's, so that it goes with its process, however that ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quipu_engine::ports::StoreError;

use super::env::at;

/// The file that is locked.
const FILE: &str = "write.lock";

/// The right to write, until dropped.
pub(super) struct WriteLock {
    file: File,
}

impl WriteLock {
    /// Waits up to `patience` for the right to write.
    pub(super) fn take(directory: &Path, patience: Duration) -> Result<Self, StoreError> {
        let path = directory.join(FILE);
        let mut options = OpenOptions::new();
        let file =
            options.read(true).write(true).create(true).truncate(false).open(&path).map_err(|e| at(&path, &e))?;
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Self { file }.signed(&path),
                Err(TryLockError::Error(error)) => return Err(at(&path, &error)),
                Err(TryLockError::WouldBlock) if began.elapsed() >= patience => return Err(busy(path, file, patience)),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    fn signed(mut self, path: &Path) -> Result<Self, StoreError> {
        let write = |file: &mut File| {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            write!(file, "process {}", std::process::id())
        };
        write(&mut self.file).map_err(|error| at(path, &error))?;
        Ok(self)
    }
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
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
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
