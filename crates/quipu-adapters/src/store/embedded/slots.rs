//! Slot files: one fixed-size slot a chunk id, appended by the writer, mapped by readers.
//!
//! A slot is written and synced before the truth's commit that makes its chunk known, and never
//! again after; slots beyond the chunks that the truth knows are ignored, and overwritten later.
//! Everything here can be rebuilt from the truth.

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use memmap2::Mmap;
use quipu_engine::ports::StoreError;

use super::env::at;
use crate::store::room;

/// A file of slots.
pub(super) struct Slots {
    path: PathBuf,
    file: File,
    stride: usize,
    map: Mutex<Option<Arc<Mmap>>>,
}

impl Slots {
    /// Opens or creates a file of slots of `stride` bytes each.
    pub(super) fn open(path: PathBuf, stride: usize, writable: bool) -> Result<Self, StoreError> {
        let mut options = OpenOptions::new();
        options.read(true).write(writable).create(writable);
        let file = options.open(&path).map_err(|error| at(&path, &error))?;
        Ok(Self { path, file, stride, map: Mutex::new(None) })
    }

    /// Writes slots from id `first` on and makes them durable.
    pub(super) fn write(&self, first: u32, bytes: &[u8]) -> Result<(), StoreError> {
        self.put(first, bytes)?;
        self.sync()
    }

    /// Writes slots from id `first` on; [`Slots::sync`] makes them durable.
    pub(super) fn put(&self, first: u32, bytes: &[u8]) -> Result<(), StoreError> {
        let offset = u64::from(first) * self.stride as u64;
        // Slots in between, of chunks without a vector, are read beside the others.
        let written = room::lengthen(&self.file, offset).and_then(|()| write_at(&self.file, bytes, offset));
        written.map_err(|error| at(&self.path, &error))
    }

    /// Makes written slots durable.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(|error| at(&self.path, &error))
    }

    /// Extends a truncated file to the length of `count` slots: the missing part reads as zeros,
    /// which no slot is.
    pub(super) fn lengthen(&self, count: u32) -> Result<(), StoreError> {
        let length = u64::from(count) * self.stride as u64;
        room::lengthen(&self.file, length).map_err(|error| at(&self.path, &error))
    }

    /// True if the file is as long as `count` slots.
    pub(super) fn holds(&self, count: u32) -> bool {
        self.size() >= u64::from(count) * self.stride as u64
    }

    /// The first `count` slots, mapped.
    pub(super) fn map(&self, count: u32) -> Result<Mapped, StoreError> {
        let length = count as usize * self.stride;
        let mut map = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        if map.as_ref().is_none_or(|map| map.len() < length) {
            *map = if length == 0 { None } else { Some(Arc::new(self.remap(length)?)) };
        }
        Ok(Mapped { map: map.clone(), stride: self.stride })
    }

    #[allow(unsafe_code)] // Slots below `length` are never written again, and the file never shrinks.
    fn remap(&self, length: usize) -> Result<Mmap, StoreError> {
        let found = self.file.metadata().map_err(|error| at(&self.path, &error))?.len();
        if found < length as u64 {
            let reason = format!("it holds {found} bytes of {length}");
            return Err(StoreError::Damaged { part: self.path.display().to_string(), reason });
        }
        unsafe { Mmap::map(&self.file) }.map_err(|error| at(&self.path, &error))
    }

    /// Size in bytes.
    pub(super) fn size(&self) -> u64 {
        self.file.metadata().map_or(0, |metadata| metadata.len())
    }
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

/// The file's position has no other user: there is one writer, and readers map.
#[cfg(not(unix))]
fn write_at(mut file: &File, bytes: &[u8], offset: u64) -> std::io::Result<()> {
    use std::io::{Seek as _, SeekFrom, Write as _};
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// Mapped slots.
#[derive(Clone, Default)]
pub(super) struct Mapped {
    map: Option<Arc<Mmap>>,
    stride: usize,
}

impl Mapped {
    /// The slot of an id; empty when it is not there.
    pub(super) fn slot(&self, id: u32) -> &[u8] {
        let start = id as usize * self.stride;
        self.map.as_ref().and_then(|map| map.get(start..start + self.stride)).unwrap_or_default()
    }

    /// All slots as one piece, each of [`Mapped::stride`] bytes.
    pub(super) fn all(&self) -> &[u8] {
        self.map.as_ref().map_or(&[], |map| map.as_ref())
    }

    /// Bytes of a slot.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let slots = Slots::open(folder.path().join("a.slots"), 4, true).unwrap();
        assert!(slots.map(0).unwrap().all().is_empty());
        slots.write(0, b"aaaabbbb").unwrap();
        slots.write(2, b"cccc").unwrap();
        assert_eq!(slots.size(), 12);
        let mapped = slots.map(3).unwrap();
        assert_eq!((mapped.stride(), mapped.all()), (4, b"aaaabbbbcccc".as_slice()));
        assert_eq!([0, 1, 2, 3].map(|id| mapped.slot(id)), [b"aaaa", b"bbbb", b"cccc", b"".as_slice()]);
    }

    #[test]
    fn a_file_that_was_cut_short_is_told_and_lengthened() {
        let folder = tempfile::tempdir().unwrap();
        let slots = Slots::open(folder.path().join("a.slots"), 4, true).unwrap();
        slots.write(0, b"aaaabbbb").unwrap();
        let damaged = slots.map(3).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(damaged.contains("it holds 8 bytes of 12"), "{damaged}");
        slots.lengthen(3).unwrap();
        assert_eq!(slots.map(3).unwrap().all(), b"aaaabbbb\0\0\0\0");
        slots.lengthen(1).unwrap();
        assert_eq!(slots.size(), 12, "nothing is cut off");
    }
}
