//! The truth's engine, LMDB, behind one file: which tables there are and how they are opened.
//!
//! LMDB is opened in a tenth of a millisecond, lets any number of processes read beside one writer,
//! and its commit is atomic and durable. The map is virtual address space, not disk: it is asked
//! for large once, so that it never has to grow under readers, and smaller where the system refuses.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use heed::types::Bytes;
use heed::{Database, Env, EnvFlags, EnvOpenOptions, MdbError, RoTxn, RwTxn, WithoutTls};
use quipu_engine::ports::{Lagging, StoreError};

use super::codec::damaged;
use super::lock::ReadLock;
use super::readers::Readers;
use super::side::Side;
use super::state::{FORMAT, State, other_format};
use super::unlocked::is_denied;
use crate::store::in_use::{InUse, identity, once_closed};

/// A table of bytes to bytes, sorted by key.
pub(super) type Table = Database<Bytes, Bytes>;

/// How many may read at a time: as many as a lock file of 64 KiB has room for.
const READERS: u32 = 1022;

/// How long a reader that can leave no mark waits for a writer to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sizes of the map to try, largest first, in GiB.
const MAPS: [usize; 4] = [1024, 64, 8, 1];

/// The tables, from one list: their fields, their names, how they are opened and made. Those that are derived are
/// there once for each [`Side`].
macro_rules! tables {
    (truth { $($(#[$about:meta])* $truth:ident,)* } derived { $($(#[$what:meta])* $derived:ident,)* }) => {
        /// The tables.
        #[derive(Clone, Copy)]
        pub(super) struct Tables {
            $($(#[$about])* pub(super) $truth: Table,)*
            $($(#[$what])* pub(super) $derived: Table,)*
        }

        impl Tables {
            /// The tables of an environment; none when one is missing.
            fn open(
                env: &Env<WithoutTls>,
                txn: &RoTxn<'_, WithoutTls>,
                side: Side,
            ) -> Result<Option<Self>, heed::Error> {
                $(let Some($truth) = env.open_database(txn, Some(stringify!($truth)))? else { return Ok(None) };)*
                $(
                    let name = side.named(stringify!($derived));
                    let Some($derived) = env.open_database(txn, Some(&name))? else { return Ok(None) };
                )*
                Ok(Some(Self { $($truth,)* $($derived),* }))
            }

            /// The tables, those made that are not there.
            fn create(env: &Env<WithoutTls>, txn: &mut RwTxn<'_>, side: Side) -> Result<Self, heed::Error> {
                Ok(Self {
                    $($truth: env.create_database(txn, Some(stringify!($truth)))?,)*
                    $($derived: env.create_database(txn, Some(&side.named(stringify!($derived))))?,)*
                })
            }

            /// Empties what is derived.
            pub(super) fn clear_derived(&self, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
                $(self.$derived.clear(txn).map_err(io)?;)*
                Ok(())
            }
        }
    };
}

tables! {
truth {
    /// State, bitmaps.
    meta,
    /// Document id to row.
    documents,
    /// Document key to id.
    document_keys,
    /// Body id to row.
    bodies,
    /// Text key to body id and copies.
    texts,
    /// Chunk id to its text and what is shown with it.
    chunks,
    /// Chunk id to what it says.
    facts,
    /// Number to a person's decision.
    decisions,
    /// Change number to chunks that came and went.
    log,
}
derived {
    /// Name id to row: what an id is called is true, as facts speak by ids, and the rest derived.
    names,
    /// Name key to id.
    name_keys,
    /// Alias links: two name ids to how often each kind is stated.
    links,
    /// Plain name key and id of a name in a sense of its own to nothing.
    senses,
    /// Name id to its class.
    classes,
    /// Relation id to row.
    relations,
    /// Relation key to id.
    relation_keys,
    /// Name id to its relations.
    name_relations,
    /// Metadata field and value to documents.
    fields,
    /// Blocks of long posting lists.
    blocks,
}
}

/// The opened truth.
#[derive(Clone)]
pub(super) struct Truth {
    pub(super) tables: Tables,
    /// Which set of derived tables these are.
    pub(super) side: Side,
    opened: Arc<Opened>,
}

/// What is opened once a process, whoever reads and writes: LMDB's locks are of the process.
struct Opened {
    env: Env<WithoutTls>,
    /// Behind `env`: fields are dropped in their order.
    readers: Readers,
    /// Where this process can leave no mark of what it reads: what keeps writers away.
    _alone: Option<ReadLock>,
    /// Which file it is: another may take its path.
    file: Option<(u64, u64)>,
}

/// The truths that are open in this process, by their folders.
static OPEN: InUse<Opened> = InUse::new();

impl Opened {
    fn open(directory: &Path, create: bool) -> Result<Self, StoreError> {
        let alone =
            (!create && !may_write(directory)).then(|| ReadLock::take(above(directory), PATIENCE)).transpose()?;
        let env = map(directory, alone.is_some())?;
        // Readers that died without a word would hold old pages for ever.
        if alone.is_none() {
            env.clear_stale_readers().map_err(io)?;
        }
        let readers = Readers::of(&directory.join("lock.mdb"), READERS as usize);
        Ok(Self { env, readers, _alone: alone, file: identity(directory) })
    }
}

impl Truth {
    /// Opens the truth in `directory`, creating it when `create` is set and it is not there. One that this process has
    /// open is shared.
    pub(super) fn open(directory: &Path, create: bool) -> Result<Self, StoreError> {
        if create && !directory.is_dir() {
            make(directory)?;
        }
        let lies = |opened: &Opened| opened.file == identity(directory);
        let opened = OPEN.still_at(directory, lies, || Opened::open(directory, create).map(Arc::new))?;
        let Some((tables, side)) = tables(&opened.env)? else { return Err(without_tables(directory, &opened.env)?) };
        Ok(Self { tables, side, opened })
    }

    /// A snapshot to read from.
    pub(super) fn read(&self) -> Result<RoTxn<'_, WithoutTls>, StoreError> {
        self.opened.env.read_txn().map_err(io)
    }

    /// The same, for as long as it is wanted and this is there.
    pub(super) fn read_long(&self) -> Result<RoTxn<'static, WithoutTls>, StoreError> {
        self.opened.env.clone().static_read_txn().map_err(io)
    }

    /// The one write transaction.
    pub(super) fn write(&self) -> Result<RwTxn<'_>, StoreError> {
        self.opened.env.write_txn().map_err(io)
    }

    /// The tables with the derived ones of the other set, those made that are not there.
    pub(super) fn beside(&self, txn: &mut RwTxn<'_>) -> Result<Tables, StoreError> {
        Tables::create(&self.opened.env, txn, self.side.other()).map_err(io)
    }

    /// Reads and writes the tables of the other set from now on.
    pub(super) fn turn(&mut self, beside: Tables) {
        (self.tables, self.side) = (beside, self.side.other());
    }

    /// The process that reads the oldest state, when that is not the newest.
    pub(super) fn lagging(&self) -> Option<Lagging> {
        let newest = self.opened.env.info().last_txn_id as u64;
        let oldest = self.opened.readers.oldest().filter(|reader| reader.state < newest)?;
        Some(Lagging { process: oldest.process, commits: newest - oldest.state })
    }

    /// Bytes of the file in use.
    pub(super) fn size(&self) -> Result<u64, StoreError> {
        self.opened.env.real_disk_size().map_err(io)
    }
}

/// Makes an empty truth beside `directory` and moves it there, so that it is whole or not there.
fn make(directory: &Path) -> Result<(), StoreError> {
    let fresh = directory.with_extension("new");
    if fresh.is_dir() {
        std::fs::remove_dir_all(&fresh).map_err(|error| at(&fresh, &error))?;
    }
    std::fs::create_dir_all(&fresh).map_err(|error| at(&fresh, &error))?;
    let env = map(&fresh, false)?;
    create_tables(&env)?;
    env.prepare_for_closing().wait();
    std::fs::rename(&fresh, directory).map_err(|error| at(directory, &error))
}

/// Whether a reader may leave a mark of what it reads: not on a read-only disk, nor where only others may write.
fn may_write(directory: &Path) -> bool {
    let opened = OpenOptions::new().read(true).write(true).open(directory.join("lock.mdb"));
    !opened.is_err_and(|error| is_denied(&error))
}

fn above(directory: &Path) -> &Path {
    directory.parent().unwrap_or(directory)
}

fn map(directory: &Path, alone: bool) -> Result<Env<WithoutTls>, StoreError> {
    let mut refused = None;
    for gib in MAPS {
        match open_map(directory, gib << 30, alone) {
            Ok(env) => return Ok(env),
            Err(heed::Error::EnvAlreadyOpened) => return Err(replaced(directory)),
            Err(error) => refused = Some(error),
        }
    }
    Err(match refused {
        None => io("no map size to try"),
        Some(heed::Error::Mdb(error @ (MdbError::Invalid | MdbError::VersionMismatch | MdbError::Corrupted))) => {
            let reason = format!("{error}; move it away and index the documents again");
            StoreError::Io { part: directory.display().to_string(), reason }
        }
        Some(error) => at(directory, &error),
    })
}

/// The error where this process goes on using what lay there before.
fn replaced(directory: &Path) -> StoreError {
    let reason = "it was replaced while this process had it open; close it there, or start the program again";
    StoreError::Io { part: directory.display().to_string(), reason: reason.to_owned() }
}

#[allow(unsafe_code)] // heed marks opening unsafe: the file must not be changed but through LMDB.
fn open_map(directory: &Path, size: usize, alone: bool) -> Result<Env<WithoutTls>, heed::Error> {
    let mut options = EnvOpenOptions::new().read_txn_without_tls();
    options.map_size(size).max_dbs(64).max_readers(READERS);
    if alone {
        // Nobody writes while this reader holds its lock, so that it need not say what it reads.
        unsafe { options.flags(EnvFlags::READ_ONLY | EnvFlags::NO_LOCK) };
    }
    once_closed(directory, || unsafe { options.open(directory) })
}

fn tables(env: &Env<WithoutTls>) -> Result<Option<(Tables, Side)>, StoreError> {
    let txn = env.read_txn().map_err(io)?;
    let Some(meta) = env.open_database(&txn, Some("meta")).map_err(io)? else { return Ok(None) };
    let side = Side::read(meta, &txn)?;
    let tables = Tables::open(env, &txn, side).map_err(io)?;
    // The handles live as long as the environment only when their transaction commits.
    txn.commit().map_err(io)?;
    Ok(tables.map(|tables| (tables, side)))
}

/// Why tables are missing: the workspace is of a format that has others, or damaged.
fn without_tables(directory: &Path, env: &Env<WithoutTls>) -> Result<StoreError, StoreError> {
    let txn = env.read_txn().map_err(io)?;
    let meta: Option<Table> = env.open_database(&txn, Some("meta")).map_err(io)?;
    let state = meta.map(|meta| meta.get(&txn, b"state")).transpose().map_err(io)?.flatten();
    let found = state.and_then(|bytes| State::decode(bytes).ok()).map(|state| state.format);
    Ok(match found.filter(|found| *found != FORMAT) {
        Some(found) => other_format(directory.parent().unwrap_or(directory), found),
        None => damaged("the truth (LMDB)", "a table is missing"),
    })
}

fn create_tables(env: &Env<WithoutTls>) -> Result<(), StoreError> {
    let mut txn = env.write_txn().map_err(io)?;
    Tables::create(env, &mut txn, Side::First).map_err(io)?;
    txn.commit().map_err(io)
}

/// The error of a reader where nothing was ever written.
pub(super) fn no_workspace(directory: &Path) -> StoreError {
    let reason = "there is no workspace here; `quipu index PATH` makes one".to_owned();
    StoreError::Io { part: directory.display().to_string(), reason }
}

/// What helps against most refusals of the system.
pub(super) const SEE: &str = "see that it can be written and that the disk has room";

/// An error of the engine below.
pub(super) fn io(error: impl std::fmt::Display) -> StoreError {
    StoreError::Io { part: "the truth (LMDB)".into(), reason: format!("{error}; {SEE}") }
}

/// An error at a path.
pub(super) fn at(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Io { part: path.display().to_string(), reason: format!("{error}; {SEE}") }
}
