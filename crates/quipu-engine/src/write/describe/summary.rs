//! The storage of descriptions that were made of many.

use quipu_kernel::model::Key;
use serde::{Deserialize, Serialize};

use super::fragments::Much;
use crate::base::paging;
use crate::base::ports::{Kept, StoreError};

/// The prefix of keys; its number counts formats of the values.
const PREFIX: &[u8] = b"describe/1/of/";
/// The key of the store's change at which all was described.
const DONE: &[u8] = b"describe/1/done";

/// One description made of many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Summary {
    /// A hash of its inputs.
    pub(super) of: Key,
    /// The description.
    pub(super) text: String,
    /// Number of descriptions from which it was made.
    pub(super) fragments: u64,
    /// The entity's chunks and mentions at that time.
    pub(super) seen: (u64, u64),
    /// Its chunks, the first ones.
    pub(super) chunks: Vec<Key>,
}

fn key(of: Key) -> Vec<u8> {
    [PREFIX, of.bytes()].concat()
}

/// The description of something, if one was made.
pub(super) async fn of(kept: &dyn Kept, thing: Key) -> Result<Option<Summary>, StoreError> {
    let found = kept.get(&key(thing)).await?;
    Ok(found.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
}

/// Keeps a description.
pub(super) async fn put(kept: &dyn Kept, thing: Key, summary: &Summary) -> Result<(), StoreError> {
    kept.put(&key(thing), &serde_json::to_vec(summary).unwrap_or_default()).await
}

/// Removes the descriptions of everything else.
pub(super) async fn retain(kept: &dyn Kept, much: &[Much]) -> Result<(), StoreError> {
    let known: rustc_hash::FxHashSet<Vec<u8>> = much.iter().map(|one| key(one.key)).collect();
    paging::retain(kept, PREFIX, |key| known.contains(key)).await.map(drop)
}

/// True if all was described in this state, which identifies the store's change and the options.
pub(super) async fn is_done(kept: &dyn Kept, state: &str) -> Result<bool, StoreError> {
    Ok(kept.get(DONE).await?.is_some_and(|known| known == state.as_bytes()))
}

/// Notes that all is described in this state.
pub(super) async fn done(kept: &dyn Kept, state: &str) -> Result<(), StoreError> {
    kept.put(DONE, state.as_bytes()).await
}
