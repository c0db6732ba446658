//! The slot files of a workspace: heads of chunks, codes of vectors, vectors.

use std::path::{Path, PathBuf};

use quipu_engine::ports::{ModelCard, StoreError};

use quipu_kernel::rank::codes;

use super::slots::{Mapped, Slots};
use super::vector;
use super::write::NewChunks;

/// Bytes of a head slot.
const HEAD: usize = 16;

/// The slot files.
pub(super) struct Files {
    pub(super) heads: Slots,
    vectors: Option<(Slots, Slots)>,
}

/// Bytes of a code slot and of a vector slot.
fn strides(model: &ModelCard) -> (usize, usize) {
    (codes::stride(model.dimension), vector::stride(model.dimension))
}

impl Files {
    /// Where the files lie in a workspace's directory.
    pub(super) fn paths(directory: &Path) -> [PathBuf; 3] {
        ["heads.slots", "codes.slots", "vectors.slots"].map(|name| directory.join(name))
    }

    /// Opens the files; those of vectors only when a model is known.
    pub(super) fn open(directory: &Path, model: Option<&ModelCard>, writable: bool) -> Result<Self, StoreError> {
        let [heads, codes, vectors] = Self::paths(directory);
        let open_vectors = |model: &ModelCard| {
            let (code, vector) = strides(model);
            Ok((Slots::open(codes, code, writable)?, Slots::open(vectors, vector, writable)?))
        };
        Ok(Self { heads: Slots::open(heads, HEAD, writable)?, vectors: model.map(open_vectors).transpose()? })
    }

    /// Writes the slots of new chunks, from id `first` on, and makes them durable.
    pub(super) fn write(&self, first: u32, new: &NewChunks) -> Result<(), StoreError> {
        if new.heads.is_empty() {
            return Ok(());
        }
        self.heads.write(first, &new.heads)?;
        if let Some((codes, vectors)) = &self.vectors {
            codes.write(first, &new.codes)?;
            vectors.write(first, &new.vectors)?;
        }
        Ok(())
    }

    /// Writes the codes of all chunks anew.
    pub(super) fn write_codes(&self, codes: &[u8]) -> Result<(), StoreError> {
        self.vectors.as_ref().map_or(Ok(()), |(slots, _)| slots.write(0, codes))
    }

    /// Codes and vectors of the first `count` chunks; nothing when there are none.
    pub(super) fn maps(&self, count: u32) -> Result<(Mapped, Mapped), StoreError> {
        match &self.vectors {
            Some((codes, vectors)) => Ok((codes.map(count)?, vectors.map(count)?)),
            None => Ok((Mapped::default(), Mapped::default())),
        }
    }

    /// Makes files that were cut short as long as `count` chunks need.
    pub(super) fn lengthen(&self, count: u32) -> Result<(), StoreError> {
        self.heads.lengthen(count)?;
        match &self.vectors {
            Some((codes, vectors)) => codes.lengthen(count).and_then(|()| vectors.lengthen(count)),
            None => Ok(()),
        }
    }

    /// Size of all files, in bytes.
    pub(super) fn sizes(&self) -> Vec<(String, u64)> {
        let mut out = vec![("heads".to_owned(), self.heads.size())];
        if let Some((codes, vectors)) = &self.vectors {
            out.extend([("codes".to_owned(), codes.size()), ("vectors".to_owned(), vectors.size())]);
        }
        out
    }
}
