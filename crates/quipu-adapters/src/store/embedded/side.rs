//! The two sets of derived tables: while one is in use, the other can be rebuilt beside it.

use heed::{RoTxn, RwTxn};
use quipu_engine::ports::StoreError;

use super::codec::damaged;
use super::failures::io;
use super::tables::Table;

/// A set of derived tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Side {
    /// The one that a new workspace has.
    #[default]
    First,
    /// The one that is made by the first upgrade, and every second one after it.
    Second,
}

/// The row that names the set in use.
const SIDE: &[u8] = b"side";

impl Side {
    pub(super) fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The name of a table in this set.
    pub(super) fn named(self, table: &str) -> String {
        match self {
            Self::First => table.to_owned(),
            Self::Second => format!("{table}.2"),
        }
    }

    pub(super) fn read(meta: Table, txn: &RoTxn<'_>) -> Result<Self, StoreError> {
        match meta.get(txn, SIDE).map_err(io)? {
            None | Some(b"1") => Ok(Self::First),
            Some(b"2") => Ok(Self::Second),
            Some(_) => Err(damaged("the truth (LMDB)", "it names a set of tables that it does not have")),
        }
    }

    pub(super) fn write(self, meta: Table, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
        let number: &[u8] = if self == Self::First { b"1" } else { b"2" };
        meta.put(txn, SIDE, number).map_err(io)
    }
}
