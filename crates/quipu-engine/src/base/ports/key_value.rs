//! The port of data kept beside the truth: a durable map from short keys to bytes.
//!
//! Paid replies and conversations are written by any process that has one, beside a running indexer, and by
//! several processes at once; so there is no writer's lock, and a write is complete when it is durable.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::{Boxed, StoreError, Verified};

/// The most bytes of a key; the least is one.
pub const KEY_BYTES: usize = 511;
/// The most bytes of a value.
pub const VALUE_BYTES: usize = 64 << 20;

/// A change of one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// Sets its value.
    Put {
        /// The key: 1 to [`KEY_BYTES`] bytes.
        key: Vec<u8>,
        /// Its value: at most [`VALUE_BYTES`].
        value: Vec<u8>,
    },
    /// Removes it; a missing key is no error.
    Remove {
        /// The key.
        key: Vec<u8>,
    },
}

impl Write {
    /// Bytes of key and value.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Put { key, value } => key.len() + value.len(),
            Self::Remove { key } => key.len(),
        }
    }

    /// Refuses a key or a value that does not fit; `part` names the map.
    ///
    /// # Errors
    /// When a key is empty or has more bytes than [`KEY_BYTES`], or a value more than [`VALUE_BYTES`].
    pub fn check(&self, part: &str) -> Result<(), StoreError> {
        match self {
            Self::Put { key, value } => {
                check_key(part, key)?;
                size(part, "value", value.len(), 0, VALUE_BYTES)
            }
            Self::Remove { key } => check_key(part, key),
        }
    }
}

/// Refuses a key that does not fit; `part` names the map.
///
/// # Errors
/// When it is empty or has more bytes than [`KEY_BYTES`].
pub fn check_key(part: &str, key: &[u8]) -> Result<(), StoreError> {
    size(part, "key", key.len(), 1, KEY_BYTES)
}

fn size(part: &str, what: &str, found: usize, least: usize, most: usize) -> Result<(), StoreError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(StoreError::Size { what: format!("a {what} of {part}"), found, least, most })
}

/// A listing of keys, in the order of their bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// Their prefix.
    pub prefix: Vec<u8>,
    /// The key behind which to start.
    pub after: Option<Vec<u8>>,
    /// The maximum number.
    pub limit: usize,
}

/// Counts of the data kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
#[schemars(rename = "KeptSizes")]
pub struct KeptSize {
    /// Keys.
    pub count: u64,
    /// Bytes of all keys and values.
    pub bytes: u64,
}

/// A key and its value.
pub type KeyValuePair = (Vec<u8>, Vec<u8>);

/// A durable map from short keys to bytes.
///
/// Laws, which every implementation runs: a write is seen by every later read, in any
/// process; a list of writes happens whole or not at all; writes that await each other happen in
/// that order; a write that is refused changes nothing. A cache may evict old entries.
pub trait KeyValue: Send + Sync {
    /// The value of a key.
    ///
    /// # Errors
    /// When the key does not fit, the map cannot be read, or the value is damaged.
    fn get<'a>(&'a self, key: &'a [u8]) -> Boxed<'a, Result<Option<Vec<u8>>, StoreError>>;
    /// Keys and values, in the order of the keys: at most the limit, and fewer where values are
    /// large; only an empty list is the end.
    ///
    /// # Errors
    /// When the map cannot be read, or a value is damaged.
    fn list<'a>(&'a self, listing: &'a Listing) -> Boxed<'a, Result<Vec<KeyValuePair>, StoreError>>;
    /// Does all of these or none, in their order; done when they are durable. A future that is
    /// dropped before may have written.
    ///
    /// # Errors
    /// When a key or value does not fit, or they could not be made durable.
    fn write(&self, writes: Vec<Write>) -> Boxed<'_, Result<(), StoreError>>;
    /// The amount of data; computed without reading values.
    ///
    /// # Errors
    /// When the map cannot be read.
    fn stored_size(&self) -> Boxed<'_, Result<KeptSize, StoreError>>;
    /// Checks every value; with `repair`, removes damaged ones. A map that cannot be
    /// opened at all is a problem too, not an error.
    ///
    /// # Errors
    /// When the repair cannot be written.
    fn verify(&self, repair: bool) -> Boxed<'_, Result<Verified, StoreError>>;

    /// The values of several keys, in their order.
    ///
    /// # Errors
    /// As [`KeyValue::get`].
    fn get_all<'a>(&'a self, keys: &'a [Vec<u8>]) -> Boxed<'a, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        Box::pin(async move {
            let mut values = Vec::with_capacity(keys.len());
            for key in keys {
                values.push(self.get(key).await?);
            }
            Ok(values)
        })
    }

    /// Lends all values whose keys begin so to `read`, once, in the order of the keys. Where a map can, none is copied;
    /// and a value that was intact when it was lent last is not checked again before the next write.
    ///
    /// # Errors
    /// When the map cannot be read, or a value is damaged.
    fn lend<'a>(
        &'a self,
        prefix: &'a [u8],
        read: &'a mut (dyn FnMut(&[&[u8]]) + Send),
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let (mut listing, mut all) = (Listing { prefix: prefix.to_vec(), after: None, limit: 1_000 }, Vec::new());
            loop {
                let page = self.list(&listing).await?;
                let Some((last, _)) = page.last() else { break };
                listing.after = Some(last.clone());
                all.extend(page.into_iter().map(|(_, value)| value));
            }
            read(&all.iter().map(Vec::as_slice).collect::<Vec<_>>());
            Ok(())
        })
    }

    /// A number that changes with every write of any process; none if the map cannot provide it.
    ///
    /// # Errors
    /// When the map cannot be read.
    fn mark(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }

    /// The in-memory cache of data derived from its values until the next write; none without a cache.
    fn memo(&self) -> Option<&Memo> {
        None
    }

    /// Sets the value of a key; done when that is durable.
    ///
    /// # Errors
    /// As [`KeyValue::write`].
    fn put(&self, key: &[u8], value: &[u8]) -> Boxed<'_, Result<(), StoreError>> {
        self.write(vec![Write::Put { key: key.to_vec(), value: value.to_vec() }])
    }

    /// Removes a key; done when that is durable.
    ///
    /// # Errors
    /// As [`KeyValue::write`].
    fn remove(&self, key: &[u8]) -> Boxed<'_, Result<(), StoreError>> {
        self.write(vec![Write::Remove { key: key.to_vec() }])
    }
}

/// The last value of each type that was derived from a map, with the map's mark from before it was read.
#[derive(Default)]
pub struct Memo(Mutex<FxHashMap<TypeId, (u64, Arc<dyn Any + Send + Sync>)>>);

impl Memo {
    /// The value derived at a mark, if it is the one held here.
    pub fn at<T: Any + Send + Sync>(&self, mark: u64) -> Option<Arc<T>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, made) = held.get(&TypeId::of::<T>()).filter(|(of, _)| *of == mark)?;
        made.clone().downcast().ok()
    }

    /// Keeps the value derived at a mark, in place of the former one of its type.
    pub fn keep<T: Any + Send + Sync>(&self, mark: u64, made: Arc<T>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(TypeId::of::<T>(), (mark, made));
    }
}

/// The data that a workspace keeps beside its truth.
#[derive(Clone)]
pub struct SideStores {
    /// Replies of models: each was paid for, so each is durable before anyone uses it.
    pub replies: Arc<dyn KeyValue>,
    /// Conversations.
    pub sessions: Arc<dyn KeyValue>,
    /// Communities and their reports: derived from the truth, except for the ids of communities, which last.
    pub communities: Arc<dyn KeyValue>,
    /// Papers: statements of sources, the reading state of each, and the papers of a session.
    pub papers: Arc<dyn KeyValue>,
    /// Data that can be computed again: it may be deleted at any time, and old entries are evicted.
    pub cache: Arc<dyn KeyValue>,
}

impl SideStores {
    /// The shelves with their names.
    pub fn named(&self) -> [(&'static str, &Arc<dyn KeyValue>); 5] {
        let Self { replies, sessions, communities, papers, cache } = self;
        [
            ("replies", replies),
            ("sessions", sessions),
            ("communities", communities),
            ("papers", papers),
            ("cache", cache),
        ]
    }
}
