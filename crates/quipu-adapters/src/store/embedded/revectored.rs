//! Vectors of another model: a generation of files beside the one in use, filled in the order of ids,
//! taken into use by one commit.
//!
//! Ids are never given twice, so that the progress is one number. It is written after the slots
//! are durable: after a kill the next writer continues, even with commits in between.

use crate::store::embedded::next_vectors::Next;
use crate::store::embedded::next_vectors::Progress;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use quipu_engine::ports::{ModelCard, Receipt, StoreError, Waiting, WaitingChunk};
use quipu_kernel::model::{Chunk, Key};
use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::env::at;
use super::failures::io;
use super::files::{Vectors, paths};
use super::rows::{BodyRow, LogRow};
use super::state::{Alive, State};
use super::tail::titled;
use super::write::chunk_key;
use super::writer::WriterState;
use super::{Inner, make_durable, vector};

impl Inner {
    /// See [`quipu_engine::ports::Store::waiting`].
    pub(super) fn waiting(&self, model: &ModelCard, limit: usize) -> Result<Waiting, StoreError> {
        self.waiting_by(&mut *self.writer()?, model, limit)
    }

    fn waiting_by(&self, writer: &mut WriterState, model: &ModelCard, limit: usize) -> Result<Waiting, StoreError> {
        let txn = self.truth.read()?;
        let tables = &self.truth.tables;
        let state = State::read(tables, &txn)?;
        if state.model.as_ref() == Some(model) {
            writer.next = None;
            forget(&self.directory, state.generation + 1)?;
            return Ok(Waiting::default());
        }
        let next = self.turn_to(writer, model, &state)?;
        let alive = Alive::read(tables, &txn)?.chunks;
        let left = alive.range_cardinality(next.progress.done..);
        next.told.clear();
        let mut chunks = Vec::new();
        for id in alive.range(next.progress.done..).take(limit) {
            let (title, row) = titled(tables, &txn, id)?;
            let body = tables.bodies.get(&txn, &row.body.to_be_bytes()).map_err(io)?.unwrap_or_default();
            let owner = BodyRow::owner_of(body)?;
            let key = chunk_key(owner, row.suffix);
            next.told.insert(key, id);
            let chunk = Chunk {
                key,
                document: owner,
                headings: row.headings,
                prefix_text: row.prefix_text,
                language: row.language,
                text: row.text,
                context: row.context,
                ..Chunk::default()
            };
            chunks.push(WaitingChunk { title, chunk });
        }
        Ok(Waiting { chunks, left })
    }

    /// The generation of `model` that is being made, or the beginning of one.
    fn turn_to<'w>(
        &self,
        writer: &'w mut WriterState,
        model: &ModelCard,
        state: &State,
    ) -> Result<&'w mut Next, StoreError> {
        let generation = state.generation + 1;
        let fits = |progress: &Progress| progress.model == *model && progress.generation == generation;
        let known = writer.next.take().filter(|next| fits(&next.progress));
        let next = match known {
            Some(next) => next,
            None => self.begin(Progress::read(&self.directory).filter(fits), model, generation)?,
        };
        Ok(writer.next.insert(next))
    }

    /// Goes on from an earlier run, if its slots exist, else begins. Progress for
    /// another model is removed first, so that no progress outlives its slots.
    fn begin(&self, left: Option<Progress>, model: &ModelCard, generation: u32) -> Result<Next, StoreError> {
        if let Some(progress) = left {
            let files = Vectors::open(&self.directory, generation, model.dimension, true)?;
            if files.hold(progress.done) {
                return Ok(Next { progress, files, told: FxHashMap::default() });
            }
        }
        forget(&self.directory, generation)?;
        let files = Vectors::open(&self.directory, generation, model.dimension, true)?;
        let progress = Progress { model: model.clone(), generation, done: 0 };
        make_durable(&self.directory)?;
        progress.write(&self.directory)?;
        Ok(Next { progress, files, told: FxHashMap::default() })
    }

    /// See [`quipu_engine::ports::Store::put_vectors`].
    pub(super) fn put_vectors(&self, model: &ModelCard, vectors: &[(Key, Option<Vec<f32>>)]) -> Result<(), StoreError> {
        let mut writer = self.writer()?;
        let Some(next) = writer.next.as_mut().filter(|next| next.progress.model == *model) else { return Ok(()) };
        let mut by_id: Vec<(u32, Option<&[f32]>)> =
            vectors.iter().filter_map(|(key, vector)| Some((*next.told.get(key)?, vector.as_deref()))).collect();
        by_id.sort_unstable_by_key(|(id, _)| *id);
        let Some((last, _)) = by_id.last().copied() else { return Ok(()) };
        for run in by_id.chunk_by(|(one, _), (other, _)| other - one == 1) {
            let (mut codes, mut slots) = (Vec::new(), Vec::new());
            for (_, vector) in run {
                vector::write_both(*vector, model.dimension, &mut codes, &mut slots)?;
            }
            next.files.put(run[0].0, &codes, &slots)?;
        }
        next.files.sync()?;
        next.progress.done = last + 1;
        next.progress.write(&self.directory)
    }

    /// See [`quipu_engine::ports::Store::switch`].
    pub(super) fn switch(&self, model: &ModelCard) -> Result<Receipt, StoreError> {
        let mut writer = self.writer()?;
        let waiting = self.waiting_by(&mut writer, model, 0)?.left;
        if waiting > 0 {
            return Err(StoreError::Waiting { model: model.name.clone(), waiting });
        }
        let tables = &self.truth.tables;
        let mut txn = self.truth.write()?;
        let mut state = State::read(tables, &txn)?;
        if state.model.as_ref() == Some(model) {
            return Ok(Receipt { change: state.change, ..Receipt::default() });
        }
        let next = self.turn_to(&mut writer, model, &state)?;
        next.files.lengthen(state.next_chunk)?;
        next.files.sync()?;
        make_durable(&self.directory)?;
        let mut alive = Alive::read(tables, &txn)?;
        let slots = next.files.maps(state.next_chunk)?.1;
        if let Some(torn) = alive.chunks.iter().find(|id| !vector::intact(slots.slot(*id))) {
            next.progress.done = torn;
            next.progress.write(&self.directory)?;
            let waiting = alive.chunks.range_cardinality(torn..);
            return Err(StoreError::Waiting { model: model.name.clone(), waiting });
        }
        alive.vectors = alive.chunks.iter().filter(|id| vector::is_there(slots.slot(*id))).collect::<RoaringBitmap>();
        state.model = (!alive.vectors.is_empty()).then(|| model.clone());
        state.generation += 1;
        state.change += 1;
        alive.write(tables, &mut txn)?;
        let log = LogRow { added: (state.next_chunk, state.next_chunk), removed: Vec::new() };
        tables.log.put(&mut txn, &state.change.to_be_bytes(), &log.bytes()).map_err(io)?;
        state.write(tables, &mut txn)?;
        txn.commit().map_err(io)?;
        writer.next = None;
        *self.model.lock().unwrap_or_else(PoisonError::into_inner) = Some(model.clone());
        tidy(&self.directory, &state)?;
        Ok(Receipt { change: state.change, ..Receipt::default() })
    }
}

/// Removes the vectors of generations that are neither in use nor being made.
pub(super) fn tidy(directory: &Path, state: &State) -> Result<(), StoreError> {
    let next = state.generation + 1;
    if Progress::read(directory).is_none_or(|progress| progress.generation != next) {
        forget(directory, next)?;
    }
    state.generation.checked_sub(1).map_or(Ok(()), |old| remove(&paths(directory, old)))
}

/// Removes the work on a generation, its progress first.
fn forget(directory: &Path, generation: u32) -> Result<(), StoreError> {
    let progress = Progress::path(directory);
    if progress.exists() {
        remove(&[progress])?;
        make_durable(directory)?;
    }
    remove(&paths(directory, generation))
}

fn remove(paths: &[PathBuf]) -> Result<(), StoreError> {
    for path in paths {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(at(path, &error)),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::samples::{document, vector};
    use super::super::{EmbeddedStore, OpenOptions};
    use super::*;

    const CHUNKS: u32 = 20;

    fn model(name: &str, dimension: usize) -> ModelCard {
        ModelCard { name: name.to_owned(), dimension, normalised: true }
    }

    fn open(folder: &Path) -> EmbeddedStore {
        EmbeddedStore::open(folder, &OpenOptions { write: true, ..OpenOptions::default() }).unwrap()
    }

    /// Gives the next `count` waiting chunks a vector, none to every fifth; returns the number still waiting.
    fn give(inner: &Inner, model: &ModelCard, count: usize) -> u64 {
        let chunks = inner.waiting(model, count).unwrap().chunks;
        let vectors: Vec<_> = chunks
            .iter()
            .zip(0..)
            .map(|(waiting, at)| (waiting.chunk.key, (at % 5 != 4).then(|| vector(at, model.dimension))))
            .collect();
        inner.put_vectors(model, &vectors).unwrap();
        inner.waiting(model, 0).unwrap().left
    }

    fn filled(folder: &Path) {
        let options = OpenOptions { write: true, model: Some(model("old", 8)), ..OpenOptions::default() };
        let store = EmbeddedStore::open(folder, &options).unwrap();
        store.inner.commit(&document("all", CHUNKS, |at| Some(vector(at, 8)))).unwrap();
    }

    #[test]
    fn another_run_goes_on_and_another_model_begins() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        let (one, other) = (model("one", 5), model("other", 7));
        assert_eq!(give(&open(folder.path()).inner, &one, 8), 12);
        assert_eq!(give(&open(folder.path()).inner, &one, 0), 12, "what was done stays done");
        assert_eq!(give(&open(folder.path()).inner, &other, 3), 17);
        assert_eq!(give(&open(folder.path()).inner, &one, 0), 20, "what another model took the place of is gone");
    }

    #[test]
    fn progress_without_its_slots_counts_for_nothing() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        let one = model("one", 5);
        give(&open(folder.path()).inner, &one, 8);
        for path in paths(folder.path(), 1) {
            std::fs::remove_file(path).unwrap();
        }
        assert_eq!(give(&open(folder.path()).inner, &one, 0), 20);
    }

    #[test]
    fn a_slot_that_was_never_written_waits_again() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        let (one, store) = (model("one", 5), open(folder.path()));
        assert_eq!(give(&store.inner, &one, 20), 0);
        let [_, vectors] = paths(folder.path(), 1);
        let mut bytes = std::fs::read(&vectors).unwrap();
        let stride = vector::stride(5);
        bytes[11 * stride..12 * stride].fill(0);
        std::fs::write(&vectors, bytes).unwrap();
        let refused = store.inner.switch(&one).unwrap_err();
        assert!(matches!(refused, StoreError::Waiting { waiting: 9, .. }), "{refused}");
        assert_eq!(give(&store.inner, &one, 20), 0);
        store.inner.switch(&one).unwrap();
        assert_eq!(store.inner.verify(false).unwrap().problems, Vec::new());
    }

    #[test]
    fn turning_back_forgets_what_was_begun() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        let store = open(folder.path());
        give(&store.inner, &model("one", 5), 8);
        assert_eq!(store.inner.waiting(&model("old", 8), 9).unwrap(), Waiting::default());
        assert!(!Progress::path(folder.path()).exists());
        assert!(paths(folder.path(), 1).iter().all(|path| !path.exists()));
    }

    #[test]
    fn whatever_a_kill_leaves_between_the_commit_and_the_tidying_is_mended() {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path());
        let before: Vec<(PathBuf, Vec<u8>)> =
            paths(folder.path(), 0).map(|path| (path.clone(), std::fs::read(&path).unwrap())).into();
        let one = model("one", 5);
        let progress = {
            let store = open(folder.path());
            give(&store.inner, &one, 20);
            let progress = std::fs::read(Progress::path(folder.path())).unwrap();
            store.inner.switch(&one).unwrap();
            progress
        };
        // As if the process had ended right after the commit.
        before.iter().for_each(|(path, bytes)| std::fs::write(path, bytes).unwrap());
        std::fs::write(Progress::path(folder.path()), progress).unwrap();
        let store = open(folder.path());
        assert_eq!(store.inner.verify(false).unwrap().problems, Vec::new());
        assert!(before.iter().all(|(path, _)| !path.exists()) && !Progress::path(folder.path()).exists());
    }
}
