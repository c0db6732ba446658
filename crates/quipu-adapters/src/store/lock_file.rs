//! LMDB's lock file (`lock.mdb`), whole on the disk before LMDB maps it.
//!
//! LMDB creates it as a hole and writes to it through mapped memory. Where the disk is full by then, the system has no
//! page for the write, and ends the process by a signal (SIGBUS). So its space is reserved first, where a refusal is
//! an error.
//!
//! Existing content is never overwritten, nor the file's length changed: other processes may be at work in it.
//!
//! The file is opened once and stays open for as long as the environment is: LMDB's own locks on it, by which
//! processes know of each other, are the process's, and go as soon as it closes the file anywhere (POSIX, `fcntl`).
//! The next open would then take the environment for one without users, restart the numbers of its states, and a
//! writer's commit would be lost.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Result, Write as _};
use std::path::Path;

use super::{FRESH, room};

/// Room for LMDB's head and 1,022 readers of 64 bytes, and for heads that are larger than on x86.
const ROOM: u64 = 68 << 10;

/// Limit of concurrent readers of an environment.
pub(super) const READERS: u32 = 1022;

/// The lock file of an environment; it must be dropped after that.
pub(super) struct LockFile(Option<File>);

impl LockFile {
    /// Opens the lock file of the environment in a folder, and creates it if missing. This process must not have
    /// the environment open.
    ///
    /// # Errors
    /// When it cannot be created, opened or written, or the disk has no room for it.
    pub(super) fn whole(directory: &Path) -> Result<Self> {
        let path = directory.join("lock.mdb");
        let file = match opened(&path, false) {
            Err(error) if error.kind() == ErrorKind::NotFound => made(directory, &path)?,
            opened => opened?,
        };
        if !has_room(&file)? {
            // Where the file system keeps no room, a file that an older program made is used as it is.
            room::keep(&file, 0, ROOM)?;
        }
        Ok(Self(Some(file)))
    }

    /// No lock file: there are no writers, so that readers need no mark.
    pub(super) fn none() -> Self {
        Self(None)
    }

    /// The file, if there is one.
    pub(super) fn file(&self) -> Option<&File> {
        self.0.as_ref()
    }

    /// Never closes the file: its environment stays open, for an unknown time.
    pub(super) fn leak(self) {
        std::mem::forget(self.0);
    }
}

fn opened(path: &Path, create: bool) -> Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.read(true).write(true).create(create).truncate(false).open(path)
}

/// Makes the file beside its place, and moves it there unless another process was faster.
fn made(directory: &Path, path: &Path) -> Result<File> {
    let mut fresh = tempfile::Builder::new().prefix(FRESH).tempfile_in(directory)?;
    if !room::keep(fresh.as_file(), 0, ROOM)? {
        fresh.write_all(&[0; ROOM as usize])?;
    }
    // Not every file system moves so; LMDB writes the file there.
    fresh.persist_noclobber(path).or_else(|_| opened(path, true))
}

#[cfg(unix)]
fn has_room(file: &File) -> Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    Ok(file.metadata()?.blocks() * 512 >= ROOM)
}

#[cfg(not(unix))]
fn has_room(file: &File) -> Result<bool> {
    Ok(file.metadata()?.len() >= ROOM)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use heed::EnvOpenOptions;
    use tempfile::tempdir;

    use super::*;
    use crate::store::environment::Environment;

    #[allow(unsafe_code)] // Nobody else has it.
    fn open(directory: &Path) -> Environment {
        let options = || EnvOpenOptions::new().read_txn_without_tls();
        let open = |size| unsafe { options().map_size(size).max_readers(READERS).open(directory) };
        Environment::open(directory, true, 1 << 20, open).expect("a test opens it")
    }

    /// True if no page of the lock file is a hole.
    fn is_whole(directory: &Path) -> bool {
        let found = std::fs::metadata(directory.join("lock.mdb")).expect("a test made it");
        found.len() >= u64::from(READERS - 1) * 64 && found.blocks() * 512 >= found.len()
    }

    #[test]
    fn no_page_is_a_hole_in_a_new_file_nor_in_one_that_an_older_program_made() {
        let folder = tempdir().unwrap();
        let env = open(folder.path());
        assert!(is_whole(folder.path()) && env.max_readers() >= READERS);
        let length = env.lock().file().unwrap().metadata().unwrap().len();
        drop(env);
        let path = folder.path().join("lock.mdb");
        for before in [0, 100, length] {
            // As LMDB makes it.
            File::create(&path).unwrap().set_len(before).unwrap();
            assert!(!is_whole(folder.path()));
            drop(open(folder.path()));
            assert!(is_whole(folder.path()), "one of {before} bytes");
            assert_eq!(std::fs::metadata(&path).unwrap().len(), length);
        }
    }

    #[test]
    fn what_other_processes_wrote_into_it_stays() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("lock.mdb");
        std::fs::write(&path, b"readers").unwrap();
        let file = LockFile::whole(folder.path()).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"readers");
        assert!(has_room(file.file().unwrap()).unwrap());
    }

    /// True if the system knows of a lock that this process has on a file.
    fn is_locked(path: &Path) -> bool {
        let (own, inode) = (std::process::id().to_string(), std::fs::metadata(path).expect("a test made it").ino());
        let locks = std::fs::read_to_string("/proc/locks").expect("Linux shows its locks");
        let of_file = format!(":{inode}");
        let mut lines = locks.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines.any(|line| line.contains(&own.as_str()) && line.iter().any(|word| word.ends_with(&of_file)))
    }

    #[test]
    fn whoever_opens_what_another_closes_keeps_the_locks() {
        use crate::store::in_use::InUse;
        static OPEN: InUse<Environment> = InUse::new();
        let folder = tempdir().unwrap();
        let path = folder.path().join("lock.mdb");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let open = || Ok::<_, std::convert::Infallible>(std::sync::Arc::new(open(folder.path())));
                        let Ok(env) = OPEN.at(folder.path(), open);
                        // While others lock and unlock, the system may pass over a line.
                        assert!((0..50).any(|_| is_locked(&path)));
                        drop(env);
                    }
                });
            }
        });
        assert!(!is_locked(&path));
    }
}
