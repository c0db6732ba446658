//! Data beside the truth: model replies, conversations, communities and a cache, each in an LMDB
//! environment of its own.
//!
//! The truth has one writer for as long as it indexes; these take short writes from any process at
//! any time, so each has LMDB's own lock between processes, held only while a group is committed.

mod checksummed_rows;
mod commit_thread;
mod doctor;
mod environment_place;
mod lmdb;
mod memory;
#[cfg(test)]
mod tests;
mod trouble;

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use quipu_engine::ports::{KeyValue, SideStores, StoreError};

use super::in_use::InUse;
pub use lmdb::LmdbKeyValue;
pub use memory::MemoryKeyValue;

/// The most bytes of keys and values in the cache of a workspace.
const CACHE_BYTES: u64 = 1 << 30;

/// Options of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyValueOptions {
    /// Time that the first write of a group waits for others to share its commit.
    pub window: Duration,
    /// A group of this size in bytes waits no longer.
    pub group: usize,
    /// Bytes of address space to begin with; they double when they are full.
    pub map: usize,
    /// For a cache: the most bytes of keys and values; the oldest values are removed first.
    pub cache: Option<u64>,
}

impl Default for KeyValueOptions {
    fn default() -> Self {
        Self { window: Duration::from_millis(30), group: 4 << 20, map: 1 << 30, cache: None }
    }
}

/// The shelves of the workspace whose parts lie in `directory`. No environment is opened before it is
/// needed, nor created before a write. A second caller gets the same: LMDB opens a folder once a process.
pub fn side_stores(directory: &Path) -> SideStores {
    let shelf = |name: &str, cache: Option<u64>| -> Arc<dyn KeyValue> { side_store(&directory.join(name), cache) };
    SideStores {
        replies: shelf("replies", None),
        sessions: shelf("sessions", None),
        communities: shelf("communities", None),
        papers: shelf("papers", None),
        cache: shelf("cache", Some(CACHE_BYTES)),
    }
}

/// Copies a snapshot of the shelf in a folder to a file.
///
/// # Errors
/// When it cannot be read, or the copy cannot be written.
pub(super) fn copy_shelf(directory: &Path, to: &Path) -> Result<(), StoreError> {
    side_store(directory, None).copy(to)
}

/// The shelves that are in use in this process, by their folders.
static IN_USE: InUse<LmdbKeyValue> = InUse::new();

fn side_store(directory: &Path, cache: Option<u64>) -> Arc<LmdbKeyValue> {
    let options = KeyValueOptions { cache, ..KeyValueOptions::default() };
    let Ok(shelf) = IN_USE.at(directory, || Ok::<_, Infallible>(Arc::new(LmdbKeyValue::at(directory, options))));
    shelf.let_go_of_gone();
    shelf
}
