//! The slot files of a workspace: heads of chunks, codes of vectors, vectors.
//!
//! Codes and vectors are of one model. Another model's are another *generation*: files of their own,
//! which take the place of the first in the commit that names their generation in the state.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use quipu_engine::ports::{ModelCard, StoreError};
use quipu_kernel::rank::codes;

use super::slots::{Mapped, Slots};
use super::state::State;
use super::vector;
use super::write::NewChunks;

/// Bytes of a head slot.
const HEAD: usize = 16;

/// The slot files.
pub(super) struct Files {
    directory: PathBuf,
    writable: bool,
    pub(super) heads: Slots,
    /// The vectors in use at the last request for them.
    vectors: Mutex<Option<Arc<Vectors>>>,
}

/// The files of one generation of vectors.
pub(super) struct Vectors {
    generation: u32,
    dimension: usize,
    codes: Slots,
    vectors: Slots,
}

impl Vectors {
    /// Opens the files of a generation.
    pub(super) fn open(
        directory: &Path,
        generation: u32,
        dimension: usize,
        writable: bool,
    ) -> Result<Self, StoreError> {
        let [codes, vectors] = paths(directory, generation);
        Ok(Self {
            generation,
            dimension,
            codes: Slots::open(codes, codes::stride(dimension), writable)?,
            vectors: Slots::open(vectors, vector::stride(dimension), writable)?,
        })
    }

    /// Writes slots from id `first` on; [`Vectors::sync`] makes them durable.
    pub(super) fn put(&self, first: u32, codes: &[u8], vectors: &[u8]) -> Result<(), StoreError> {
        self.codes.put(first, codes)?;
        self.vectors.put(first, vectors)
    }

    /// Makes written slots durable.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        self.codes.sync()?;
        self.vectors.sync()
    }

    /// True if the files are long enough for the slots of all ids below `count`; holes may lie between.
    pub(super) fn hold(&self, count: u32) -> bool {
        self.codes.holds(count) && self.vectors.holds(count)
    }

    /// Makes the files as long as `count` chunks need.
    pub(super) fn lengthen(&self, count: u32) -> Result<(), StoreError> {
        self.codes.lengthen(count)?;
        self.vectors.lengthen(count)
    }

    /// Codes and vectors of the first `count` chunks.
    pub(super) fn maps(&self, count: u32) -> Result<(Mapped, Mapped), StoreError> {
        Ok((self.codes.map(count)?, self.vectors.map(count)?))
    }
}

/// The paths of the codes and vectors of a generation.
pub(super) fn paths(directory: &Path, generation: u32) -> [PathBuf; 2] {
    let of = |part: &str| match generation {
        0 => directory.join(format!("{part}.slots")),
        _ => directory.join(format!("{part}.{generation}.slots")),
    };
    ["codes", "vectors"].map(of)
}

impl Files {
    /// Opens the files; those of vectors when they are first needed.
    pub(super) fn open(directory: &Path, writable: bool) -> Result<Self, StoreError> {
        let heads = Slots::open(directory.join("heads.slots"), HEAD, writable)?;
        Ok(Self { directory: directory.to_owned(), writable, heads, vectors: Mutex::new(None) })
    }

    /// The files of vectors of `model` in the generation of `state`; missing without a model.
    fn vectors(&self, state: &State, model: Option<&ModelCard>) -> Result<Option<Arc<Vectors>>, StoreError> {
        let Some(ModelCard { dimension, .. }) = model else { return Ok(None) };
        let mut known = self.vectors.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |files: &&Arc<Vectors>| files.generation == state.generation && files.dimension == *dimension;
        if let Some(files) = known.as_ref().filter(fits) {
            return Ok(Some(Arc::clone(files)));
        }
        let files = Arc::new(Vectors::open(&self.directory, state.generation, *dimension, self.writable)?);
        *known = Some(Arc::clone(&files));
        Ok(Some(files))
    }

    /// Writes the slots of new chunks, from id `first` on, and makes them durable.
    pub(super) fn write(
        &self,
        first: u32,
        new: &NewChunks,
        state: &State,
        model: Option<&ModelCard>,
    ) -> Result<(), StoreError> {
        if new.heads.is_empty() {
            return Ok(());
        }
        self.heads.write(first, &new.heads)?;
        let Some(files) = self.vectors(state, model)? else { return Ok(()) };
        files.put(first, &new.codes, &new.vectors)?;
        files.sync()
    }

    /// Rewrites the codes of all chunks.
    pub(super) fn write_codes(&self, codes: &[u8], state: &State) -> Result<(), StoreError> {
        let files = self.vectors(state, state.model.as_ref())?;
        files.map_or(Ok(()), |files| files.codes.write(0, codes))
    }

    /// Codes and vectors of all chunks; nothing when there are none.
    pub(super) fn maps(&self, state: &State) -> Result<(Mapped, Mapped), StoreError> {
        let files = self.vectors(state, state.model.as_ref())?;
        files.map_or_else(|| Ok((Mapped::default(), Mapped::default())), |files| files.maps(state.next_chunk))
    }

    /// Makes files that were cut short as long as the chunks need.
    pub(super) fn lengthen(&self, state: &State) -> Result<(), StoreError> {
        self.heads.lengthen(state.next_chunk)?;
        let files = self.vectors(state, state.model.as_ref())?;
        files.map_or(Ok(()), |files| files.lengthen(state.next_chunk))
    }

    /// Size of all files, in bytes.
    pub(super) fn sizes(&self, state: &State) -> Vec<(String, u64)> {
        let mut out = vec![("heads".to_owned(), self.heads.size())];
        if state.model.is_some() {
            let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
            let [codes, vectors] = paths(&self.directory, state.generation);
            out.extend([("codes".to_owned(), size(&codes)), ("vectors".to_owned(), size(&vectors))]);
        }
        out
    }
}
