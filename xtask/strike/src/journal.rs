//! The content replaced by every write since the last sync of its file, so that a strike can undo it like a
//! power cut undoes unsynced writes.
//!
//! Names are kept: a new file stays, without its written content.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;

/// One write that is not durable.
struct Undo {
    offset: u64,
    before: Vec<u8>,
    /// The file's length before it.
    length: u64,
}

/// Unsynced writes by path, oldest first.
#[derive(Default)]
pub(crate) struct Journal {
    files: HashMap<String, Vec<Undo>>,
}

impl Journal {
    /// Records the bytes that a write is about to replace.
    pub(crate) fn note(&mut self, path: &str, offset: u64, length: usize) {
        let Ok(file) = std::fs::File::open(path) else { return };
        let before_length = file.metadata().map_or(0, |metadata| metadata.len());
        let kept = before_length.saturating_sub(offset).min(length as u64) as usize;
        // Bytes behind the file's end read as zeros where its length is kept.
        let mut before = vec![0; length];
        if file.read_exact_at(&mut before[..kept], offset).is_ok() {
            self.files.entry(path.to_owned()).or_default().push(Undo { offset, before, length: before_length });
        }
    }

    /// All writes of a file are durable.
    pub(crate) fn synced(&mut self, path: &str) {
        self.files.remove(path);
    }

    /// The last write of a file was durable by itself.
    pub(crate) fn forget_last(&mut self, path: &str) {
        if let Some(writes) = self.files.get_mut(path) {
            writes.pop();
        }
    }

    /// A file has another name.
    pub(crate) fn renamed(&mut self, from: &str, to: &str) {
        self.files.remove(to);
        if let Some(writes) = self.files.remove(from) {
            self.files.insert(to.to_owned(), writes);
        }
    }

    /// Undoes the writes that `lost` chooses by their number, newest first. Where some are kept the
    /// files keep their lengths.
    pub(crate) fn undo(&mut self, lost: impl Fn(u64) -> bool) {
        let mut number = 0;
        for (path, writes) in self.files.drain() {
            let Ok(file) = OpenOptions::new().write(true).open(&path) else { continue };
            let end = file.metadata().map_or(0, |metadata| metadata.len());
            let (mut all, mut shortest) = (true, end);
            for write in writes.iter().rev() {
                number += 1;
                if lost(number) {
                    restore(&file, write);
                    shortest = shortest.min(write.length);
                } else {
                    all = false;
                }
            }
            if all {
                set_length(&file, shortest);
            }
        }
    }
}

/// Restores the bytes that a write replaced, past the hooks of this library.
fn restore(file: &std::fs::File, write: &Undo) {
    use std::os::fd::AsRawFd;
    let (from, length) = (write.before.as_ptr(), write.before.len());
    unsafe { libc::syscall(libc::SYS_pwrite64, file.as_raw_fd(), from, length, write.offset as libc::off_t) };
}

fn set_length(file: &std::fs::File, length: u64) {
    use std::os::fd::AsRawFd;
    unsafe { libc::syscall(libc::SYS_ftruncate, file.as_raw_fd(), length as libc::off_t) };
}
