//! Stamps that detect a write to an environment since the last read, without opening it.

use std::path::Path;
use std::time::{Duration, SystemTime};

use super::in_use::identity;

/// Systems give times of files by ticks of some milliseconds, network file systems by seconds.
const TICK: Duration = Duration::from_secs(2);

/// When an environment's file was last written: LMDB writes to it at each commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    file: Option<(u64, u64)>,
    length: u64,
    written: SystemTime,
}

impl Stamp {
    /// The stamp of the environment in a folder; missing without one, or without information of the system.
    pub(super) fn of(directory: &Path) -> Option<Self> {
        let found = std::fs::metadata(directory.join("data.mdb")).ok()?;
        Some(Self { file: identity(directory), length: found.len(), written: found.modified().ok()? })
    }

    /// True if a later write gets another stamp: not while it could fall into the same tick.
    pub fn is_settled(&self) -> bool {
        self.written.elapsed().is_ok_and(|since| since > TICK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_just_written_is_not_settled() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Stamp::of(folder.path()), None);
        let path = folder.path().join("data.mdb");
        std::fs::write(&path, b"pages").unwrap();
        let fresh = Stamp::of(folder.path()).unwrap();
        assert!(!fresh.is_settled());
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::now() - TICK * 2).unwrap();
        let settled = Stamp::of(folder.path()).unwrap();
        assert!(settled.is_settled() && settled != fresh);
        std::fs::write(&path, b"other").unwrap();
        assert_ne!(Stamp::of(folder.path()), Some(settled));
    }
}
