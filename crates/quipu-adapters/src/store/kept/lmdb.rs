//! The port over an environment on disk. A process opens an environment once: LMDB
//! forbids a second time, so that all handles of one directory share the open one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use futures::channel::oneshot;
use heed::{RoTxn, WithoutTls};
use quipu_engine::ports::{
    Boxed, KeptSize, KeyValue, KeyValuePair, Listing, Memo, StoreError, Verified, Write, check_key,
};

use super::KeyValueOptions;
use super::checksummed_rows::KeyValueTables;
use super::commit_thread::{CommitThread, WriteOutcome};
use super::environment_place::EnvironmentPlace;
use crate::store::blocking::{blocking, in_place};

/// The open environments of this process.
static OPEN: Mutex<BTreeMap<PathBuf, Weak<Inner>>> = Mutex::new(BTreeMap::new());

/// A map on disk. Dropping the last handle waits until all submitted writes are durable.
#[derive(Clone)]
pub struct LmdbKeyValue {
    inner: Arc<Inner>,
}

/// The state that the handles of one directory share.
struct Inner {
    /// Stops before the place closes.
    writer: Mutex<Option<CommitThread>>,
    place: Arc<EnvironmentPlace>,
    memo: Memo,
    /// Prefixes of which all values were as written, at a mark.
    sound: Mutex<(u64, BTreeSet<Vec<u8>>)>,
}

impl LmdbKeyValue {
    /// The map in `directory`, which may be missing: it is created by the first write. Where this
    /// process has it already, `options` are those of the first caller.
    pub fn at(directory: &Path, options: KeyValueOptions) -> Self {
        let path = absolute(directory);
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, inner| inner.strong_count() > 0);
        if let Some(inner) = open.get(&path).and_then(Weak::upgrade) {
            return Self { inner };
        }
        let place = Arc::new(EnvironmentPlace::new(path.clone(), options));
        let inner = Arc::new(Inner { writer: Mutex::default(), place, memo: Memo::default(), sound: Mutex::default() });
        open.insert(path, Arc::downgrade(&inner));
        Self { inner }
    }

    /// Drops a map that is no longer at its path: the next use opens, or creates, the one there.
    pub(super) fn let_go_of_gone(&self) {
        self.inner.place.let_go_of_gone();
    }

    /// Copies a snapshot of it to a file.
    pub(super) fn copy(&self, to: &Path) -> Result<(), StoreError> {
        self.inner.place.copy(to)
    }

    /// Number of commits of the map, those of other processes included.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn commits(&self) -> Result<u64, StoreError> {
        self.inner.place.commits()
    }
}

/// One path for a directory, which need not exist.
fn absolute(directory: &Path) -> PathBuf {
    let whole = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
    let parent = whole.parent().and_then(|parent| parent.canonicalize().ok());
    parent.zip(whole.file_name()).map(|(parent, name)| parent.join(name)).unwrap_or(whole)
}

impl Inner {
    /// Hands writes to the committing thread, which is started if there is none.
    fn submit(&self, writes: Vec<Write>) -> Result<oneshot::Receiver<WriteOutcome>, StoreError> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if !writer.as_ref().is_some_and(CommitThread::is_alive) {
            let started = CommitThread::start(Arc::clone(&self.place));
            *writer = Some(started.map_err(|error| self.failed(error.to_string()))?);
        }
        writer.as_ref().map(|writer| writer.submit(writes)).ok_or_else(|| self.ended())
    }

    /// True if all values under a prefix were found to be as written at a mark.
    fn is_sound(&self, mark: u64, prefix: &[u8]) -> bool {
        let sound = self.sound.lock().unwrap_or_else(PoisonError::into_inner);
        sound.0 == mark && sound.1.contains(prefix)
    }

    fn found_sound(&self, mark: u64, prefix: &[u8]) {
        let mut sound = self.sound.lock().unwrap_or_else(PoisonError::into_inner);
        if sound.0 != mark {
            *sound = (mark, BTreeSet::new());
        }
        sound.1.insert(prefix.to_vec());
    }

    fn ended(&self) -> StoreError {
        self.failed("its writer ended early; please report this".to_owned())
    }

    fn failed(&self, reason: String) -> StoreError {
        StoreError::Io { part: self.place.part(), reason }
    }
}

impl KeyValue for LmdbKeyValue {
    fn get<'a>(&'a self, key: &'a [u8]) -> Boxed<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(async move {
            check_key(&self.inner.place.part(), key)?;
            // Here and now: to find one key in mapped memory takes less than to hand it to another thread and back.
            Ok(self.inner.place.read(|tables, txn| tables.get(txn, key))?.flatten())
        })
    }

    fn get_all<'a>(&'a self, keys: &'a [Vec<u8>]) -> Boxed<'a, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        Box::pin(async move {
            let part = self.inner.place.part();
            keys.iter().try_for_each(|key| check_key(&part, key))?;
            let read = |tables: &KeyValueTables, txn: &RoTxn<'_, WithoutTls>| {
                keys.iter().map(|key| tables.get(txn, key)).collect::<Result<Vec<_>, _>>()
            };
            Ok(self.inner.place.read(read)?.unwrap_or_else(|| vec![None; keys.len()]))
        })
    }

    fn lend<'a>(
        &'a self,
        prefix: &'a [u8],
        read: &'a mut (dyn FnMut(&[&[u8]]) + Send),
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            // Writes in the meantime are read under an older mark, and checked at the next.
            let mark = self.inner.place.commits()?;
            let sound = self.inner.is_sound(mark, prefix);
            // A failed transaction is tried again, but not after `read` got a value.
            let read = Mutex::new(Some(read));
            let lend = |tables: &KeyValueTables, txn: &RoTxn<'_, WithoutTls>| {
                let lent = tables.lent(txn, prefix, sound)?;
                if let Some(read) = read.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    read(&lent);
                }
                Ok(())
            };
            let lent = in_place(|| self.inner.place.read(lend)).await?;
            if lent.is_some() && !sound {
                self.inner.found_sound(mark, prefix);
            }
            // Nothing was ever written here.
            if let Some(read) = read.into_inner().unwrap_or_else(PoisonError::into_inner).filter(|_| lent.is_none()) {
                read(&[]);
            }
            Ok(())
        })
    }

    fn mark(&self) -> Result<Option<u64>, StoreError> {
        self.commits().map(Some)
    }

    fn memo(&self) -> Option<&Memo> {
        Some(&self.inner.memo)
    }

    fn list<'a>(&'a self, listing: &'a Listing) -> Boxed<'a, Result<Vec<KeyValuePair>, StoreError>> {
        let listing = listing.clone();
        Box::pin(async move {
            let list = move |inner: &Inner| inner.place.read(|tables, txn| tables.list(txn, &listing));
            Ok(blocking(&self.inner, list).await?.unwrap_or_default())
        })
    }

    fn write(&self, writes: Vec<Write>) -> Boxed<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let part = self.inner.place.part();
            writes.iter().try_for_each(|write| write.check(&part))?;
            if writes.is_empty() {
                return Ok(());
            }
            let heard = self.inner.submit(writes)?;
            heard.await.unwrap_or_else(|_| Err(self.inner.ended()))
        })
    }

    fn stored_size(&self) -> Boxed<'_, Result<KeptSize, StoreError>> {
        Box::pin(async move {
            let held = |inner: &Inner| inner.place.read(|tables, txn| tables.held(txn));
            Ok(blocking(&self.inner, held).await?.unwrap_or_default())
        })
    }

    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        Box::pin(blocking(&self.inner, move |inner: &Inner| inner.place.verify(repair)))
    }
}
