//! The embedded store: LMDB holds the truth, tantivy finds words, flat files hold vectors.
//!
//! A commit is one LMDB transaction. Derived data (slots, the word index) is written
//! before that transaction commits and ignored until it has, or is caught up after it; so a
//! `kill` at any moment leaves a whole workspace. Readers share one snapshot a change.

mod all_tables;
mod backup;
mod bits;
mod codec;
mod damage;
mod dense;
mod doctor;
mod dump;
mod env;
mod expression;
mod facts;
mod failures;
mod files;
mod filter;
mod first;
mod gate;
mod graph;
mod lexical;
mod lock;
mod measured;
mod name_row;
mod next_vectors;
mod opened;
mod owners;
mod postings;
mod read;
mod readers;
mod removed;
mod resident;
mod revectored;
mod rows;
#[cfg(test)]
mod samples;
mod scan;
mod sealed;
mod side;
mod slots;
mod snapshot;
mod source;
mod state;
mod store;
mod stored;
mod tables;
mod tail;
mod unlocked;
mod upgrade;
mod vector;
mod whole;
mod words;
mod write;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use heed::{RoTxn, WithoutTls};
use quipu_engine::ports::{ModelCard, StoreError};

pub use backup::{BackupOptions, BackupReport, backup, restore};
use damage::caught;
pub use damage::tell_damage;
use env::Truth;
use files::Files;
pub use lock::HeldWriter;
use lock::WriteLock;
pub use measured::ViewParts;
use read::Names;
use snapshot::{Rows, Snapshot};
use state::{FORMAT, State};
#[doc(hidden)]
pub use stored::STORED;
pub use upgrade::UpgradeReport;
pub use write::Upgrading;
pub use writer::CommitTimes;
use writer::WriterState;

use super::in_use::identity;
use super::stamp::Stamp;

/// Options of opening a workspace.
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    /// True for write access: takes the writer's lock, waiting up to `patience`, and creates missing
    /// parts.
    pub write: bool,
    /// True if a missing workspace is not created, even for write access.
    pub existing: bool,
    /// Timeout for another writer.
    pub patience: Duration,
    /// True if a word index that cannot be opened is discarded and rebuilt, as for `doctor`.
    pub rebuild: bool,
    /// The embedding model in use; refused when the index holds vectors of another.
    pub model: Option<ModelCard>,
    /// Limit of chunks of a workspace that stays resident as questions read it: 50,000 by default.
    pub resident: Option<u32>,
}

/// The word index with cached data of its segments.
struct Words {
    index: words::Words,
    segments: words::Segments,
    pool: lexical::Pool,
    /// The reason that it was discarded at its opening.
    lost: Option<String>,
}

/// Everything an opened workspace holds.
struct Inner {
    directory: PathBuf,
    truth: Truth,
    words: Words,
    files: Files,
    /// The embedding model in use, if known: that of new chunks' and questions' vectors.
    model: Mutex<Option<ModelCard>>,
    snapshot: Mutex<Option<Arc<Snapshot>>>,
    /// Names that chunks were read with.
    names: Mutex<Names>,
    /// The most chunks that stay resident.
    resident: u32,
    writer: Option<Mutex<WriterState>>,
}

/// A workspace on disk.
pub struct EmbeddedStore {
    inner: Arc<Inner>,
}

impl EmbeddedStore {
    /// Opens the workspace whose parts lie in `directory`.
    ///
    /// # Errors
    /// When it is missing and not to be created, when it is of another format or embedding model,
    /// when another process writes for longer than `patience`, or when a part is damaged.
    pub fn open(directory: &Path, options: &OpenOptions) -> Result<Self, StoreError> {
        let lock = match (options.write, options.existing) {
            (false, _) => None,
            (true, false) => Some(WriteLock::take(directory, options.patience)?),
            (true, true) => Some(WriteLock::take_there(directory, options.patience)?),
        };
        // After the wait for the right to write the workspace may be another, or missing.
        let new = !directory.join("truth").is_dir();
        if new && (options.existing || !options.write) {
            return Err(failures::no_workspace(directory));
        }
        let mut made = None;
        if new {
            // The truth comes last: where it is, all parts are.
            made = Some(open_words(&directory.join("words"), &OpenOptions { rebuild: true, ..options.clone() })?.0);
            Files::open(directory, true)?;
        }
        let mut truth = Truth::open(&directory.join("truth"), options.write)?;
        let txn = truth.read()?;
        let mut state = State::read(&truth.tables, &txn)?;
        drop(txn);
        if options.write && state.is_soon_upgraded() {
            state = write::upgrade(&mut truth, write::STEP, &mut |_| true)?.unwrap_or(state);
        }
        check(directory, &state, options.model.as_ref())?;
        let files = Files::open(directory, options.write)?;
        if options.write {
            revectored::tidy(directory, &state)?;
        }
        if options.write && options.rebuild {
            files.lengthen(&state)?;
        }
        let (index, lost) = match made {
            Some(made) => (made, None),
            None => open_words(&directory.join("words"), options)?,
        };
        let words = Words { index, segments: words::Segments::default(), pool: lexical::Pool::default(), lost };
        let writer = lock.map(|lock| Mutex::new(WriterState::new(lock)));
        let inner = Inner {
            directory: directory.to_owned(),
            truth,
            words,
            files,
            model: Mutex::new(options.model.clone()),
            snapshot: Mutex::new(None),
            names: Mutex::default(),
            resident: options.resident.unwrap_or(resident::CHUNKS),
            writer,
        };
        inner.recover(&state)?;
        if options.write && state.change == 0 {
            make_durable(directory)?;
        }
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The identity of the workspace in `directory`, as the system distinguishes files: one that is removed and created
    /// again is another. Missing without one, or without information of the system.
    pub fn identity(directory: &Path) -> Option<(u64, u64)> {
        identity(&directory.join("truth"))
    }

    /// When the workspace whose parts lie in `directory` was last written, without opening it.
    pub fn stamp(directory: &Path) -> Option<Stamp> {
        Stamp::of(&directory.join("truth"))
    }

    /// The times of the last commit's parts; all zero for a reader.
    pub fn last_commit(&self) -> CommitTimes {
        let times = |writer: &Mutex<WriterState>| writer.lock().unwrap_or_else(PoisonError::into_inner).times;
        self.inner.writer.as_ref().map(times).unwrap_or_default()
    }

    /// Lets background work of the word index finish; a writer that is dropped does not wait.
    ///
    /// # Errors
    /// When the word index cannot finish.
    pub fn settle(&self) -> Result<(), StoreError> {
        self.inner.words.index.settle()
    }
}

/// Makes the names of the parts durable, that of the workspace's own folder included: syncing a file
/// does not promise that it can be found again.
fn make_durable(directory: &Path) -> Result<(), StoreError> {
    let parts = [directory.join("truth"), directory.join("words"), directory.to_owned()];
    for folder in parts.iter().map(PathBuf::as_path).chain(directory.parent()) {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        std::fs::File::open(folder).and_then(|file| file.sync_all()).map_err(|error| env::at(folder, &error))?;
    }
    Ok(())
}

/// Opens the word index; with `rebuild`, an empty one in the place of one that is damaged, and why.
fn open_words(directory: &Path, options: &OpenOptions) -> Result<(words::Words, Option<String>), StoreError> {
    let rebuild = options.write && options.rebuild;
    let opened = words::Words::open(directory, options.write).and_then(|index| {
        // Damage inside a file shows only when it is read: an open that can repair it checks first.
        if rebuild { index.intact().map(|()| index) } else { Ok(index) }
    });
    match opened {
        Err(error) if rebuild => {
            if directory.exists() {
                std::fs::remove_dir_all(directory).map_err(|error| env::at(directory, &error))?;
            }
            Ok((words::Words::open(directory, true)?, Some(error.to_string())))
        }
        opened => opened.map(|index| (index, None)),
    }
}

fn check(directory: &Path, state: &State, model: Option<&ModelCard>) -> Result<(), StoreError> {
    if state.format != FORMAT {
        return Err(state::other_format(directory, state.format));
    }
    check_model(state, model)
}

fn check_model(state: &State, model: Option<&ModelCard>) -> Result<(), StoreError> {
    match (&state.model, model) {
        // A server without a request so far does not know the length of its vectors.
        (Some(found), Some(expected)) if expected.dimension == 0 && found.name == expected.name => Ok(()),
        (Some(found), Some(expected)) if found != expected => {
            Err(StoreError::Model { found: found.name.clone(), expected: expected.name.clone() })
        }
        _ => Ok(()),
    }
}

impl Inner {
    /// Runs `read` over the newest change.
    fn reading<T>(&self, read: impl FnOnce(Rows<'_>, &Snapshot) -> Result<T, StoreError>) -> Result<T, StoreError> {
        caught(|| {
            let mut txn = self.truth.read()?;
            let mut snapshot = self.snapshot(&txn);
            if snapshot.is_err() {
                // Vectors of a model that another process has just replaced are gone: once more, then.
                drop(txn);
                txn = self.truth.read()?;
                snapshot = self.snapshot(&txn);
            }
            read(Rows { tables: self.truth.tables, txn: &txn }, &*snapshot?)
        })
    }

    /// The embedding model in use, if known.
    fn model(&self) -> Option<ModelCard> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn snapshot(&self, txn: &RoTxn<'_, WithoutTls>) -> Result<Arc<Snapshot>, StoreError> {
        let state = State::read(&self.truth.tables, txn)?;
        let mut known = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(snapshot) = known.as_ref().filter(|snapshot| snapshot.state.change == state.change) {
            return Ok(Arc::clone(snapshot));
        }
        // Another process may have brought it up to date, or switched to another model, since this one opened it.
        check(&self.directory, &state, None)?;
        check_model(&state, self.model().as_ref())?;
        let made = Arc::new(Snapshot::new(Rows { tables: self.truth.tables, txn }, state, self)?);
        *known = Some(Arc::clone(&made));
        Ok(made)
    }
}
