//! The state row: counters, the next ids, and the first data of every reader.

use std::path::Path;

use heed::{RoTxn, RwTxn};
use quipu_engine::ports::{ModelCard, StoreError};
use quipu_kernel::view::Counts;
use roaring::RoaringBitmap;
use serde::{Deserialize, Serialize};

use super::all_tables::Tables;
use super::codec::damaged;
use super::failures::io;

/// Version of the format on disk. A change that older programs misread counts one up.
pub(super) const FORMAT: u32 = 10;

/// The oldest format with a readable truth: its derived data is rebuilt by an upgrade. Format 8 has
/// another metadata index, format 9 relations without periods.
pub(super) const OLDEST: u32 = 8;

/// Limit of chunks for an upgrade without a request: up to there it takes well under a minute.
const UNASKED: u64 = 100_000;

/// Counters of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) format: u32,
    pub(super) change: u64,
    pub(super) next_document: u32,
    pub(super) next_body: u32,
    pub(super) next_chunk: u32,
    pub(super) next_name: u32,
    pub(super) next_relation: u32,
    pub(super) next_value: u32,
    pub(super) documents: u64,
    pub(super) chunks: u64,
    pub(super) terms: u64,
    pub(super) names: u64,
    pub(super) relations: u64,
    pub(super) model: Option<ModelCard>,
    /// The generation of vector files in use: counts one up when another model's take over.
    pub(super) generation: u32,
}

impl Default for State {
    fn default() -> Self {
        Self {
            format: FORMAT,
            change: 0,
            next_document: 0,
            next_body: 0,
            next_chunk: 0,
            next_name: 0,
            next_relation: 0,
            next_value: 0,
            documents: 0,
            chunks: 0,
            terms: 0,
            names: 0,
            relations: 0,
            model: None,
            generation: 0,
        }
    }
}

impl State {
    /// The state as of a transaction; the empty state when nothing was ever committed.
    pub(super) fn read(tables: &Tables, txn: &RoTxn<'_>) -> Result<Self, StoreError> {
        let Some(bytes) = tables.meta.get(txn, b"state").map_err(io)? else { return Ok(Self::default()) };
        Self::decode(bytes)
    }

    /// The state as its row holds it.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, StoreError> {
        serde_json::from_slice(bytes).map_err(|error| damaged("state", &error.to_string()))
    }

    pub(super) fn write(&self, tables: &Tables, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
        let bytes = serde_json::to_vec(self).map_err(|error| damaged("state", &error.to_string()))?;
        tables.meta.put(txn, b"state", &bytes).map_err(io)
    }

    /// True if an upgrade brings the workspace to the current format.
    pub(super) fn is_older(&self) -> bool {
        (OLDEST..FORMAT).contains(&self.format)
    }

    /// True if the next open for writing upgrades it without a request.
    pub(super) fn is_soon_upgraded(&self) -> bool {
        self.is_older() && self.chunks <= UNASKED
    }

    /// The counts that scores need.
    pub(super) fn counts(&self) -> Counts {
        Counts { documents: self.documents, chunks: self.chunks, length: self.terms }
    }
}

/// The error of a workspace of another format.
pub(super) fn other_format(directory: &Path, found: u32) -> StoreError {
    let advice = if found > FORMAT {
        "install a newer quipu".to_owned()
    } else if found >= OLDEST {
        "`quipu upgrade` brings it up to date and reads no file again".to_owned()
    } else {
        "index the documents again into a new workspace".to_owned()
    };
    StoreError::Format { path: directory.display().to_string(), found, expected: FORMAT, advice }
}

/// The ids of chunks that are alive, and of those with a vector.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Alive {
    pub(super) chunks: RoaringBitmap,
    pub(super) vectors: RoaringBitmap,
}

impl Alive {
    pub(super) fn read(tables: &Tables, txn: &RoTxn<'_>) -> Result<Self, StoreError> {
        let bitmap = |name: &str| match tables.meta.get(txn, name.as_bytes()).map_err(io)? {
            Some(bytes) => bitmap(name, bytes),
            None => Ok(RoaringBitmap::new()),
        };
        Ok(Self { chunks: bitmap("alive")?, vectors: bitmap("vectors")? })
    }

    pub(super) fn write(&mut self, tables: &Tables, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
        for (name, bitmap) in [("alive", &mut self.chunks), ("vectors", &mut self.vectors)] {
            bitmap.optimize();
            let mut bytes = Vec::with_capacity(bitmap.serialized_size());
            bitmap.serialize_into(&mut bytes).map_err(io)?;
            tables.meta.put(txn, name.as_bytes(), &bytes).map_err(io)?;
        }
        Ok(())
    }
}

/// A set of ids as its row holds it.
pub(super) fn bitmap(part: &str, bytes: &[u8]) -> Result<RoaringBitmap, StoreError> {
    RoaringBitmap::deserialize_from(bytes).map_err(|error| damaged(part, &error.to_string()))
}
