//! One writer at a time: a lock file that names its holder. Readers that can leave no mark share it instead.
//!
//! The lock is the operating system's, so that it goes with its process, however that ends. A server keeps it
//! between its writes; the writers within it take turns.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quipu_engine::ports::StoreError;

use super::env::at;
use super::failures::no_workspace;
use crate::store::in_use::InUse;

/// The file that is locked.
const FILE: &str = "write.lock";

/// Poll interval of a held lock.
const AGAIN: Duration = Duration::from_millis(20);

/// The right to write, until dropped.
pub(super) enum WriteLock {
    /// The system's lock.
    Own { _file: File },
    /// A turn of the process that keeps the system's lock.
    Turn(Arc<HeldWriter>),
}

impl WriteLock {
    /// Waits up to `patience` for the right to write; a missing folder is created.
    pub(super) fn take(directory: &Path, patience: Duration) -> Result<Self, StoreError> {
        Self::wait(directory, true, patience)
    }

    /// Waits up to `patience` for the right to write to an existing folder; fails if it is missing, or is removed.
    pub(super) fn take_there(directory: &Path, patience: Duration) -> Result<Self, StoreError> {
        Self::wait(directory, false, patience)
    }

    fn wait(directory: &Path, make: bool, patience: Duration) -> Result<Self, StoreError> {
        let began = Instant::now();
        loop {
            let taken = match HELD.found(directory) {
                Some(held) => held.turn(directory, make)?.then(|| Self::Turn(held)),
                None => locked(directory, make)?.map(|file| Self::Own { _file: file }),
            };
            match taken {
                Some(taken) => return Ok(taken),
                None if began.elapsed() >= patience => return Err(busy(directory, patience)),
                None => std::thread::sleep(AGAIN),
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
/// The writers in this process take turns.
pub struct HeldWriter {
    file: Mutex<File>,
    taken: AtomicBool,
}

/// The rights that this process keeps, by folder.
static HELD: InUse<HeldWriter> = InUse::new();

impl HeldWriter {
    /// Waits up to `patience` for the right to write to the workspace whose parts lie in `directory`, and keeps it until
    /// it is dropped and the last writer in this process is done.
    ///
    /// # Errors
    /// When another process goes on writing, or the lock's file cannot be created.
    pub fn take(directory: &Path, patience: Duration) -> Result<Arc<Self>, StoreError> {
        let began = Instant::now();
        let lock = || -> Result<Arc<Self>, Option<StoreError>> {
            let file = locked(directory, true).map_err(Some)?.ok_or(None)?;
            Ok(Arc::new(Self { file: Mutex::new(file), taken: AtomicBool::new(false) }))
        };
        loop {
            // Other writers of this process use the kept right while this one waits.
            match HELD.at(directory, lock) {
                Ok(held) => return Ok(held),
                Err(Some(error)) => return Err(error),
                Err(None) if began.elapsed() >= patience => return Err(busy(directory, patience)),
                Err(None) => std::thread::sleep(AGAIN),
            }
        }
    }

    /// Takes a turn, if it is free, and no other process has the right to write to the workspace there now.
    fn turn(&self, directory: &Path, make: bool) -> Result<bool, StoreError> {
        if self.taken.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            return Ok(false);
        }
        let whole = self.renewed(directory, make);
        if !matches!(whole, Ok(true)) {
            self.taken.store(false, Ordering::Release);
        }
        whole
    }

    /// True if the held lock is that of the file there; a workspace that is created again after its removal has
    /// another.
    fn renewed(&self, directory: &Path, make: bool) -> Result<bool, StoreError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if lies_at(&file, &directory.join(FILE)) {
            return Ok(true);
        }
        let new = locked(directory, make)?;
        Ok(new.map(|new| *file = new).is_some())
    }
}

/// Takes the system's lock and records its holder; missing where another has it. The other may have removed the
/// workspace: the lock is that of the file that exists when it is taken.
fn locked(directory: &Path, make: bool) -> Result<Option<File>, StoreError> {
    let path = directory.join(FILE);
    loop {
        let file = opened(directory, make)?;
        match file.try_lock() {
            Ok(()) if lies_at(&file, &path) => return signed(file).map(Some).map_err(|error| at(&path, &error)),
            Ok(()) => {}
            Err(TryLockError::Error(error)) => return Err(at(&path, &error)),
            Err(TryLockError::WouldBlock) => return Ok(None),
        }
    }
}

fn opened(directory: &Path, make: bool) -> Result<File, StoreError> {
    let path = directory.join(FILE);
    if make {
        std::fs::create_dir_all(directory).map_err(|error| at(directory, &error))?;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).open(&path).map_err(|error| match error.kind() {
        ErrorKind::NotFound if !make => no_workspace(directory),
        _ => at(&path, &error),
    })
}

fn signed(mut file: File) -> io::Result<File> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    write!(file, "process {}", std::process::id())?;
    Ok(file)
}

/// True if a path still leads to this file.
#[cfg(unix)]
fn lies_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |found: std::fs::Metadata| (found.dev(), found.ino());
    let (own, there) = (file.metadata().map(identity), std::fs::metadata(path).map(identity));
    own.is_ok_and(|own| there.is_ok_and(|there| own == there))
}

/// True if a path still leads to this file: except on Unix, open files are not replaced.
#[cfg(not(unix))]
fn lies_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Keeps writers away, until dropped: for readers that cannot tell a writer which pages they read, because they may
/// not write where the workspace lies.
pub(super) struct ReadLock {
    /// Without a file there was never a writer, and can be none.
    _file: Option<File>,
}

impl ReadLock {
    /// Waits up to `patience` until there is no writer.
    pub(super) fn take(directory: &Path, patience: Duration) -> Result<Self, StoreError> {
        let path = directory.join(FILE);
        let began = Instant::now();
        loop {
            let Ok(file) = File::open(&path) else { return Ok(Self { _file: None }) };
            match file.try_lock_shared() {
                Ok(()) if lies_at(&file, &path) => return Ok(Self { _file: Some(file) }),
                Ok(()) => {}
                Err(TryLockError::Error(error)) => return Err(at(&path, &error)),
                Err(TryLockError::WouldBlock) if began.elapsed() >= patience => return Err(busy(directory, patience)),
                Err(TryLockError::WouldBlock) => std::thread::sleep(AGAIN),
            }
        }
    }
}

fn busy(directory: &Path, patience: Duration) -> StoreError {
    let path = directory.join(FILE);
    let holder = std::fs::read_to_string(&path).ok().filter(|holder| !holder.is_empty());
    let holder = holder.unwrap_or_else(|| "another process".to_owned());
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

    /// The lock of the file that lies there now.
    fn lies_locked(folder: &Path) -> bool {
        File::options().write(true).open(folder.join(FILE)).is_ok_and(|file| file.try_lock().is_err())
    }

    #[cfg(unix)]
    #[test]
    fn who_waited_while_the_workspace_went_writes_to_the_one_that_lies_there() {
        let place = tempfile::tempdir().unwrap();
        let (folder, gone) = (place.path().join("store"), place.path().join("gone"));
        for there in [false, true] {
            let first = WriteLock::take(&folder, Duration::ZERO).unwrap();
            let waiting = {
                let folder = folder.clone();
                let take = if there { WriteLock::take_there } else { WriteLock::take };
                std::thread::spawn(move || take(&folder, Duration::from_secs(60)))
            };
            std::thread::sleep(AGAIN * 5);
            std::fs::rename(&folder, &gone).unwrap();
            drop(first);
            let taken = waiting.join().unwrap();
            assert_eq!((taken.is_ok(), lies_locked(&folder)), (!there, !there));
            drop(taken);
            std::fs::remove_dir_all(&gone).unwrap();
            let _ = std::fs::remove_dir_all(&folder);
        }
    }

    #[cfg(unix)]
    #[test]
    fn who_keeps_the_right_to_write_has_it_for_a_workspace_that_is_made_anew() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("store");
        let held = HeldWriter::take(&folder, Duration::ZERO).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(WriteLock::take_there(&folder, Duration::ZERO).is_err());
        drop(WriteLock::take(&folder, Duration::ZERO).unwrap());
        assert!(lies_locked(&folder), "it is kept between turns");
        // Another process was faster.
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::create_dir(&folder).unwrap();
        let other = File::create(folder.join(FILE)).unwrap();
        other.lock().unwrap();
        assert!(matches!(WriteLock::take(&folder, Duration::ZERO), Err(StoreError::Busy { .. })));
        drop(other);
        assert!(WriteLock::take(&folder, Duration::ZERO).is_ok());
        drop(held);
    }
}
