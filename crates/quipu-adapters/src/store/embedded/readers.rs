//! The readers of states of the truth: LMDB's table of readers, read from its lock file.
//!
//! A state with a reader cannot give its pages back, so one forgotten reader lets the file
//! grow with every commit; the writer names it. The table is the end of the file: 64 bytes a reader,
//! the number of the state it reads, its process and thread, in the machine's own order of bytes
//! (LMDB, `mdb.c`: `MDB_reader`). Where its layout differs, no reader is named.

use std::fs::File;

/// Bytes of a reader.
const SLOT: usize = 64;

/// A process that reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reader {
    /// Number of the state it reads.
    pub(super) state: u64,
    /// Number of the process.
    pub(super) process: u32,
}

/// The living reader of another process that reads the oldest state, by a lock file with room for `most`.
pub(super) fn oldest(lock: &File, most: usize) -> Option<Reader> {
    let table = table(lock, most)?;
    let others = readers(&table).filter(|reader| reader.process != std::process::id());
    others.filter(|reader| alive(reader.process)).min_by_key(|reader| (reader.state, reader.process))
}

#[cfg(unix)]
fn table(lock: &File, most: usize) -> Option<Vec<u8>> {
    use std::os::unix::fs::FileExt;
    let mut table = vec![0; most * SLOT];
    let begins = lock.metadata().ok()?.len().checked_sub(table.len() as u64)?;
    lock.read_exact_at(&mut table, begins).ok()?;
    Some(table)
}

#[cfg(not(unix))]
fn table(_: &File, _: usize) -> Option<Vec<u8>> {
    None
}

/// True if a process runs; so does one that may not be signalled.
#[cfg(unix)]
fn alive(process: u32) -> bool {
    let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    process.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// On other systems the layout of the table differs, and no reader is named.
#[cfg(not(unix))]
fn alive(_: u32) -> bool {
    false
}

/// The readers of a table; a slot is free where it has no process, and idle where it has no state.
fn readers(table: &[u8]) -> impl Iterator<Item = Reader> {
    table.as_chunks::<SLOT>().0.iter().filter_map(|slot| {
        let state = u64::from_ne_bytes(slot[..8].try_into().ok()?);
        let process = u32::from_ne_bytes(slot[8..12].try_into().ok()?);
        (process != 0 && state != u64::MAX).then_some(Reader { state, process })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(state: u64, process: u32) -> [u8; SLOT] {
        let mut slot = [0; SLOT];
        slot[..8].copy_from_slice(&state.to_ne_bytes());
        slot[8..12].copy_from_slice(&process.to_ne_bytes());
        slot
    }

    #[test]
    fn the_oldest_living_reader_of_another_process_is_found() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let own = std::process::id();
        let parent = rustix::process::getppid().unwrap().as_raw_nonzero().get() as u32;
        // Idle, free, this process, a process that cannot be, and the parent twice.
        let slots =
            [slot(u64::MAX, parent), slot(0, 0), slot(1, own), slot(2, 1 << 30), slot(9, parent), slot(7, parent)];
        std::fs::write(file.path(), slots.concat()).unwrap();
        assert_eq!(oldest(file.as_file(), slots.len()), Some(Reader { state: 7, process: parent }));
        assert_eq!(oldest(file.as_file(), 1000), None, "a table that is not there");
    }
}
