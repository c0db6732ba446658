//! The writer's side: commits, and the update of derived parts after them.
//!
//! A bulk commit writes its chunks to the word index first, marked with the change to come; a lone
//! one leaves them to the tail, which is taken in when it has grown.

use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use quipu_engine::ports::{Change, Receipt, StoreError};
use quipu_kernel::text::Stems;
use roaring::RoaringBitmap;

use super::Inner;
use super::failures::io;
use super::lock::WriteLock;
use super::next_vectors::Next;
use super::state::{Alive, State};
use super::tail::{pending, titled};
use super::words::Covered;
use crate::clock::thread_cpu;

use super::write::{NameIds, Written, terms_of, write};

/// A commit of more chunks than this goes to the word index at once.
pub(super) const LONE: usize = 64;
/// A tail of more chunks than this is taken in.
const TAIL: u64 = 2_000;

/// CPU time that the parts of a commit took on the committing thread.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CommitTimes {
    /// Rows, counts and indexes of the truth, and its commit.
    pub truth: Duration,
    /// Heads, codes and vectors.
    pub slots: Duration,
    /// Time of handing chunks to the word index, whose own thread is not counted.
    pub words: Duration,
}

/// The state of a writer between commits.
pub(super) struct WriterState {
    ids: NameIds,
    pub(super) times: CommitTimes,
    /// True if the last commit failed, and may have left chunks in the word index.
    failed: bool,
    /// Another model's vectors, which are being made.
    pub(super) next: Option<Next>,
    _lock: WriteLock,
}

impl WriterState {
    pub(super) fn new(lock: WriteLock) -> Self {
        Self { ids: NameIds::default(), times: CommitTimes::default(), failed: false, next: None, _lock: lock }
    }
}

impl Inner {
    /// The writer of a workspace that was opened for writing.
    pub(super) fn writer(&self) -> Result<MutexGuard<'_, WriterState>, StoreError> {
        let Some(writer) = &self.writer else {
            let reason = "it was opened for reading; open it for writing to change it".to_owned();
            return Err(StoreError::Io { part: self.directory.display().to_string(), reason });
        };
        Ok(writer.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes a change durable.
    pub(super) fn commit(&self, change: &Change) -> Result<Receipt, StoreError> {
        let mut writer = self.writer()?;
        if writer.failed {
            self.start_over()?;
            writer.failed = false;
        }
        let WriterState { ids, times, .. } = &mut *writer;
        let done = self.commit_with(change, ids, times);
        if done.is_err() {
            writer.ids.clear();
            writer.failed = true;
        }
        done
    }

    fn commit_with(&self, change: &Change, ids: &mut NameIds, times: &mut CommitTimes) -> Result<Receipt, StoreError> {
        if change.is_empty() {
            let txn = self.truth.read()?;
            let state = State::read(&self.truth.tables, &txn)?;
            return Ok(Receipt { change: state.change, ..Receipt::default() });
        }
        let began = thread_cpu();
        let written = write(&self.truth, change, self.model().as_ref(), ids)?;
        let wrote = thread_cpu();
        self.files.write(written.log.added.0, &written.new, &written.state, written.model.as_ref())?;
        let slotted = thread_cpu();
        let bulk = written.new.terms.len() > LONE;
        if bulk {
            self.take_in(&written)?;
        }
        let indexed = thread_cpu();
        written.txn.commit().map_err(io)?;
        *times = CommitTimes {
            truth: (wrote - began) + (thread_cpu() - indexed),
            slots: slotted - wrote,
            words: indexed - slotted,
        };
        if !bulk {
            self.catch_up(TAIL)?;
        }
        Ok(Receipt {
            change: written.state.change,
            added: u64::from(written.log.added.1 - written.log.added.0),
            removed: written.log.removed.len() as u64,
            lagging: self.truth.lagging(),
        })
    }

    /// Gives the word index the chunks of a commit that is about to be made, and the tail before it.
    fn take_in(&self, written: &Written<'_>) -> Result<(), StoreError> {
        let covered = self.words.index.covered()?;
        let txn = self.truth.read()?;
        let before = Alive::read(&self.truth.tables, &txn)?.chunks;
        let (come, gone) = pending(&self.truth.tables, &txn, &before, covered)?;
        drop(txn);
        self.take_in_tail(&come)?;
        let terms: Vec<(u32, &str)> =
            written.new.lengths().zip(&written.new.terms).map(|(length, terms)| (length, terms.as_str())).collect();
        let covered = Covered {
            added: written.state.change,
            removed: written.state.change - 1,
            next_chunk: written.state.next_chunk,
        };
        self.words.index.commit(written.log.added.0, &terms, gone, covered)
    }

    /// Takes the tail into the word index when it holds more than `limit` chunks.
    pub(super) fn catch_up(&self, limit: u64) -> Result<(), StoreError> {
        let txn = self.truth.read()?;
        let state = State::read(&self.truth.tables, &txn)?;
        let alive = Alive::read(&self.truth.tables, &txn)?.chunks;
        let (come, gone) = pending(&self.truth.tables, &txn, &alive, self.words.index.covered()?)?;
        drop(txn);
        if come.len() + gone.len() <= limit {
            return Ok(());
        }
        self.take_in_tail(&come)?;
        let covered = Covered { added: state.change, removed: state.change, next_chunk: state.next_chunk };
        self.words.index.commit(0, &[], gone, covered)
    }

    /// Hands chunks of the truth to the word index, without committing them there.
    fn take_in_tail(&self, chunks: &RoaringBitmap) -> Result<(), StoreError> {
        let (txn, mut stems) = (self.truth.read()?, Stems::default());
        for id in chunks {
            let (title, row) = titled(&self.truth.tables, &txn, id)?;
            self.words.index.add(id, row.length, &terms_of(&title, &row, &mut stems).0)?;
        }
        Ok(())
    }

    /// Cleans up after a failed commit: removes from the word index the chunks that the truth lacks.
    fn start_over(&self) -> Result<(), StoreError> {
        self.words.index.let_go();
        let txn = self.truth.read()?;
        let state = State::read(&self.truth.tables, &txn)?;
        drop(txn);
        self.recover(&state)
    }

    /// Cleans up after a crash between the word index's commit and the truth's: removes chunks of the lost change.
    pub(super) fn recover(&self, state: &State) -> Result<(), StoreError> {
        let covered = self.words.index.covered()?;
        if self.writer.is_none() || (covered.added <= state.change && covered.next_chunk <= state.next_chunk) {
            return Ok(());
        }
        let covered_now =
            Covered { added: state.change, removed: covered.removed.min(state.change), next_chunk: state.next_chunk };
        self.words.index.commit(0, &[], state.next_chunk..covered.next_chunk, covered_now)
    }
}

#[cfg(test)]
mod tests {
    use quipu_engine::ports::ModelCard;

    use super::super::samples::{bulk, document, vector, without};
    use super::super::{EmbeddedStore, OpenOptions};
    use super::*;

    fn open(folder: &std::path::Path) -> EmbeddedStore {
        EmbeddedStore::open(folder, &OpenOptions { write: true, ..OpenOptions::default() }).unwrap()
    }

    /// Numbers of chunks in the tail that wait to enter the word index, and to leave it.
    fn waiting(inner: &Inner) -> (u64, u64) {
        let txn = inner.truth.read().unwrap();
        let alive = Alive::read(&inner.truth.tables, &txn).unwrap().chunks;
        let (come, gone) = pending(&inner.truth.tables, &txn, &alive, inner.words.index.covered().unwrap()).unwrap();
        (come.len(), gone.len())
    }

    fn assert_sound(inner: &Inner) {
        assert_eq!(inner.verify(false).unwrap().problems, Vec::new());
    }

    #[test]
    fn a_commit_after_one_that_failed_holds_nothing_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        let inner = &store.inner;
        inner.commit(&bulk("first")).unwrap();
        // The truth fails after the word index has made its part durable.
        let written = write(&inner.truth, &bulk("second"), None, &mut NameIds::default()).unwrap();
        inner.files.write(written.log.added.0, &written.new, &written.state, written.model.as_ref()).unwrap();
        inner.take_in(&written).unwrap();
        drop(written);
        inner.writer.as_ref().unwrap().lock().unwrap().failed = true;
        inner.commit(&bulk("third")).unwrap();
        assert_sound(inner);
    }

    #[test]
    fn what_a_bulk_commit_left_in_the_word_index_goes_when_a_writer_opens() {
        let folder = tempfile::tempdir().unwrap();
        {
            let store = open(folder.path());
            let inner = &store.inner;
            inner.commit(&bulk("first")).unwrap();
            let written = write(&inner.truth, &bulk("second"), None, &mut NameIds::default()).unwrap();
            inner.take_in(&written).unwrap();
        }
        let store = open(folder.path());
        let covered = store.inner.words.index.covered().unwrap();
        assert_eq!((covered.added, covered.next_chunk), (1, LONE as u32 * 2));
        assert_sound(&store.inner);
    }

    #[test]
    fn a_bulk_commit_is_in_the_word_index_and_takes_the_tail_in() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        let inner = &store.inner;
        inner.commit(&document("small", LONE as u32, |_| None)).unwrap();
        assert_eq!(waiting(inner), (LONE as u64, 0), "a lone document waits in the tail");
        inner.commit(&without("small")).unwrap();
        inner.commit(&document("other", 3, |_| None)).unwrap();
        inner.commit(&document("large", LONE as u32 + 1, |_| None)).unwrap();
        assert_eq!(waiting(inner), (0, 0));
        assert_sound(inner);
    }

    #[test]
    fn a_tail_that_has_grown_is_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        let inner = &store.inner;
        let each = LONE as u64;
        for at in 0..TAIL / each {
            inner.commit(&document(&format!("d{at}"), each as u32, |_| None)).unwrap();
            assert_eq!(waiting(inner), ((at + 1) * each, 0));
        }
        let left = TAIL % each;
        inner.commit(&document("rest", left as u32, |_| None)).unwrap();
        assert_eq!(waiting(inner), (TAIL, 0), "as many as the tail may hold");
        inner.commit(&document("last", 1, |_| None)).unwrap();
        assert_eq!(waiting(inner), (0, 0), "one more than the tail may hold");
        inner.commit(&without("d0")).unwrap();
        assert_eq!(waiting(inner), (0, each));
        assert_sound(inner);
    }

    #[test]
    fn names_of_a_commit_that_failed_are_new_in_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let model = Some(ModelCard { name: "toy".to_owned(), dimension: 8, normalised: true });
        let options = OpenOptions { write: true, model, ..OpenOptions::default() };
        let store = EmbeddedStore::open(folder.path(), &options).unwrap();
        let failing = document("first", 2, |at| Some(vector(at, if at == 0 { 8 } else { 9 })));
        assert!(store.inner.commit(&failing).is_err(), "a vector is too long");
        store.inner.commit(&document("first", 2, |at| Some(vector(at, 8)))).unwrap();
        assert_sound(&store.inner);
    }

    #[test]
    fn a_name_that_went_comes_back_as_a_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        for change in [bulk("first"), without("first"), bulk("first"), without("first")] {
            store.inner.commit(&change).unwrap();
            assert_sound(&store.inner);
        }
    }

    #[test]
    fn opening_what_is_whole_writes_nothing_to_the_word_index() {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).inner.commit(&bulk("first")).unwrap();
        let meta = || std::fs::read(folder.path().join("words").join("meta.json")).unwrap();
        let before = meta();
        drop(open(folder.path()));
        assert_eq!(meta(), before);
    }

    #[test]
    fn a_change_of_nothing_gives_the_number_of_the_last() {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        store.inner.commit(&bulk("first")).unwrap();
        let receipt = store.inner.commit(&Change::default()).unwrap();
        assert_eq!(receipt, Receipt { change: 1, ..Receipt::default() });
    }

    #[test]
    fn a_workspace_without_vectors_is_bound_to_no_model() {
        let folder = tempfile::tempdir().unwrap();
        let card = |name: &str| ModelCard { name: name.to_owned(), dimension: 8, normalised: true };
        let open = |name: &str| {
            let model = Some(card(name));
            EmbeddedStore::open(folder.path(), &OpenOptions { write: true, model, ..OpenOptions::default() })
        };
        open("one").unwrap().inner.commit(&bulk("first")).unwrap();
        open("other").unwrap().inner.commit(&document("second", 2, |at| Some(vector(at, 8)))).unwrap();
        assert!(open("one").is_err(), "vectors of another model are there");
        let store = open("other").unwrap();
        let txn = store.inner.truth.read().unwrap();
        assert_eq!(State::read(&store.inner.truth.tables, &txn).unwrap().model, Some(card("other")));
        drop(txn);
        store.inner.commit(&without("second")).unwrap();
        assert_sound(&store.inner);
    }
}
