//! The truth's engine, LMDB, behind one file: how it and its tables are opened.
//!
//! LMDB is opened in a tenth of a millisecond, lets any number of processes read beside one writer,
//! and its commit is atomic and durable.

use crate::store::embedded::failures::io;
use std::path::Path;
use std::sync::Arc;

use heed::{Env, RwTxn, WithoutTls};
use quipu_engine::ports::{Lagging, StoreError};

use super::all_tables::Tables;
use super::codec::damaged;
use super::opened::{Extent, Opened, ReadTxn, WriteTxn, map, why};
use super::side::Side;
use super::state::{FORMAT, State, other_format};
use super::tables::Table;
use crate::store::in_use::InUse;
pub(super) use crate::store::refused::at;

/// The opened truth.
#[derive(Clone)]
pub(super) struct Truth {
    pub(super) tables: Tables,
    /// The set of derived tables that these are.
    pub(super) side: Side,
    opened: Arc<Opened>,
}

/// The truths that are open in this process, by their folders.
static OPEN: InUse<Opened> = InUse::new();

impl Truth {
    /// Opens the truth in `directory`, creating it when `create` is set and it is not there. One that this process has
    /// open is shared.
    pub(super) fn open(directory: &Path, create: bool) -> Result<Self, StoreError> {
        Self::open_in(directory, create, Extent::USUAL)
    }

    /// Opens the truth with this extent of address space.
    pub(super) fn open_in(directory: &Path, create: bool, extent: Extent) -> Result<Self, StoreError> {
        if create && !directory.is_dir() {
            make(directory)?;
        }
        let lies = |opened: &Opened| opened.lies_at(directory);
        let opened = OPEN.still_at(directory, lies, || Opened::open(directory, create, extent).map(Arc::new))?;
        let Some((tables, side)) = tables(&opened)? else { return Err(without_tables(directory, &opened)?) };
        Ok(Self { tables, side, opened })
    }

    #[cfg(test)]
    pub(super) fn opened(&self) -> &Opened {
        &self.opened
    }

    /// A snapshot to read from.
    pub(super) fn read(&self) -> Result<ReadTxn<'_>, StoreError> {
        self.opened.read()
    }

    /// A snapshot without a lifetime, which keeps the environment open.
    pub(super) fn read_long(&self) -> Result<ReadTxn<'static>, StoreError> {
        self.opened.read_long()
    }

    /// The one write transaction.
    pub(super) fn write(&self) -> Result<WriteTxn<'_>, StoreError> {
        self.opened.write()
    }

    /// The tables with the derived ones of the other set, those made that are not there.
    pub(super) fn beside(&self, txn: &mut RwTxn<'_>) -> Result<Tables, StoreError> {
        Tables::create(self.opened.env(), txn, self.side.other()).map_err(io)
    }

    /// Reads and writes the tables of the other set from now on.
    pub(super) fn turn(&mut self, beside: Tables) {
        (self.tables, self.side) = (beside, self.side.other());
    }

    /// The process that reads the oldest state, when that is not the newest.
    pub(super) fn lagging(&self) -> Option<Lagging> {
        self.opened.lagging()
    }

    /// Bytes of the file in use.
    pub(super) fn size(&self) -> Result<u64, StoreError> {
        self.opened.size()
    }
}

/// Makes an empty truth beside `directory` and moves it there, so that it is whole or not there.
fn make(directory: &Path) -> Result<(), StoreError> {
    let fresh = directory.with_extension("new");
    if fresh.is_dir() {
        std::fs::remove_dir_all(&fresh).map_err(|error| at(&fresh, &error))?;
    }
    std::fs::create_dir_all(&fresh).map_err(|error| at(&fresh, &error))?;
    let env = map(&fresh, true, Extent::SMALL).map_err(|error| why(&fresh, &error))?;
    create_tables(&env)?;
    drop(env);
    std::fs::rename(&fresh, directory).map_err(|error| at(directory, &error))
}

fn tables(opened: &Arc<Opened>) -> Result<Option<(Tables, Side)>, StoreError> {
    let (txn, env) = (opened.read()?, opened.env());
    let Some(meta) = env.open_database(&txn, Some("meta")).map_err(io)? else { return Ok(None) };
    let side = Side::read(meta, &txn)?;
    let tables = Tables::open(env, &txn, side).map_err(io)?;
    // The handles live as long as the environment only when their transaction commits.
    txn.commit().map_err(io)?;
    Ok(tables.map(|tables| (tables, side)))
}

/// The reason of missing tables: a workspace of another format, or damage.
fn without_tables(directory: &Path, opened: &Arc<Opened>) -> Result<StoreError, StoreError> {
    let txn = opened.read()?;
    let meta: Option<Table> = opened.env().open_database(&txn, Some("meta")).map_err(io)?;
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
