//! The map in memory: the plain meaning of the port, without durability.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use quipu_engine::ports::{Boxed, KeptSize, KeyValue, KeyValuePair, Listing, StoreError, Verified, Write, check_key};

/// Its name in errors.
const PART: &str = "the map in memory";

/// A map in memory.
#[derive(Default)]
pub struct MemoryKeyValue {
    rows: Mutex<BTreeMap<Vec<u8>, Vec<u8>>>,
}

impl MemoryKeyValue {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    fn with<T: Send + 'static>(&self, work: impl FnOnce(&mut BTreeMap<Vec<u8>, Vec<u8>>) -> T) -> T {
        work(&mut self.rows.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl KeyValue for MemoryKeyValue {
    fn get<'a>(&'a self, key: &'a [u8]) -> Boxed<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(async move {
            check_key(PART, key)?;
            Ok(self.with(|rows| rows.get(key).cloned()))
        })
    }

    fn list<'a>(&'a self, listing: &'a Listing) -> Boxed<'a, Result<Vec<KeyValuePair>, StoreError>> {
        let wanted = |key: &&Vec<u8>| {
            key.starts_with(&listing.prefix) && listing.after.as_ref().is_none_or(|after| *key > after)
        };
        let listed = move |rows: &mut BTreeMap<Vec<u8>, Vec<u8>>| {
            let found = rows.iter().filter(|(key, _)| wanted(key)).take(listing.limit);
            found.map(|(key, value)| (key.clone(), value.clone())).collect()
        };
        Box::pin(async move { Ok(self.with(listed)) })
    }

    fn write(&self, writes: Vec<Write>) -> Boxed<'_, Result<(), StoreError>> {
        Box::pin(async move {
            writes.iter().try_for_each(|write| write.check(PART))?;
            self.with(|rows| {
                for write in writes {
                    match write {
                        Write::Put { key, value } => rows.insert(key, value),
                        Write::Remove { key } => rows.remove(&key),
                    };
                }
            });
            Ok(())
        })
    }

    fn stored_size(&self) -> Boxed<'_, Result<KeptSize, StoreError>> {
        Box::pin(async move {
            Ok(self.with(|rows| KeptSize {
                count: rows.len() as u64,
                bytes: rows.iter().map(|(key, value)| (key.len() + value.len()) as u64).sum(),
            }))
        })
    }

    fn verify(&self, _repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        Box::pin(async move { Ok(Verified { checked: self.with(|rows| rows.len()) as u64, ..Verified::default() }) })
    }
}
