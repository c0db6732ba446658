//! Disk space for mapped files. Where a mapped file has a hole, the system allocates space only when the hole
//! is touched, and ends the process by a signal (SIGBUS) where there is none; an allocation in advance gives an error.

use std::fs::File;
use std::io::Result;

/// Reserves disk space for a part of a file, whose length stays; false where the system does not support it.
///
/// # Errors
/// When there is no room.
#[cfg(target_os = "linux")]
pub(super) fn keep(file: &File, from: u64, length: u64) -> Result<bool> {
    use rustix::fs::{FallocateFlags, fallocate};
    use rustix::io::{Errno, retry_on_intr};
    match retry_on_intr(|| fallocate(file, FallocateFlags::KEEP_SIZE, from, length)) {
        Ok(()) => Ok(true),
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Reports no support on other systems, where a write itself allocates the space.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub(super) fn keep(_: &File, _: u64, _: u64) -> Result<bool> {
    Ok(false)
}

/// Makes a file longer, if it is shorter. The new part reads as zeros and takes no room, unless reading it does.
///
/// # Errors
/// When it cannot be extended, or there is no room.
pub(super) fn lengthen(file: &File, length: u64) -> Result<()> {
    let found = file.metadata()?.len();
    if found >= length {
        return Ok(());
    }
    if fills_holes(file) {
        keep(file, found, length - found)?;
    }
    file.set_len(length)
}

/// True if a hole takes room when it is read through mapped memory: in memory (tmpfs), where each page is one of the
/// file's.
#[cfg(target_os = "linux")]
fn fills_holes(file: &File) -> bool {
    const TMPFS: u64 = 0x0102_1994;
    rustix::fs::fstatfs(file).is_ok_and(|found| found.f_type as u64 == TMPFS)
}

#[cfg(not(target_os = "linux"))]
fn fills_holes(_: &File) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use super::*;

    #[test]
    fn a_hole_has_room_only_where_reading_it_takes_some() {
        let kept = |file: &File| file.metadata().unwrap().blocks() * 512;
        let file = tempfile::tempfile().unwrap();
        lengthen(&file, 1 << 20).unwrap();
        lengthen(&file, 1).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 1 << 20);
        assert_eq!(kept(&file) >= 1 << 20, fills_holes(&file));
        let Ok(file) = tempfile::tempfile_in("/dev/shm") else { return };
        lengthen(&file, 1 << 20).unwrap();
        assert_eq!(kept(&file) >= 1 << 20, fills_holes(&file));
    }
}
