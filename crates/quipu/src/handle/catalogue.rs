//! The list of entities, kept in memory and read again when the workspace has changed: reading takes at most a tenth
//! of the time, however long it takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quipu_engine::graph::EntityCatalogue;
use quipu_engine::ports::Store;
use tokio::sync::Mutex;

use crate::Error;

/// The least age of a list before it is checked, as a multiple of the time to read it.
const HOLDS: u32 = 9;

/// The cached list of entities.
#[derive(Default)]
pub(crate) struct Catalogue(Mutex<Option<Read>>);

struct Read {
    catalogue: Arc<EntityCatalogue>,
    at: Instant,
    took: Duration,
}

impl Catalogue {
    /// The list of a store.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn of(&self, store: &dyn Store) -> Result<Arc<EntityCatalogue>, Error> {
        // Who comes while it is read waits, and reads nothing itself.
        let mut known = self.0.lock().await;
        if let Some(read) = known.as_ref() {
            let is_fresh = read.at.elapsed() < read.took * HOLDS;
            if is_fresh || store.status().await?.change == read.catalogue.change {
                return Ok(read.catalogue.clone());
            }
        }
        let began = Instant::now();
        let catalogue = Arc::new(EntityCatalogue::read(store).await?);
        *known = Some(Read { catalogue: catalogue.clone(), at: Instant::now(), took: began.elapsed() });
        Ok(catalogue)
    }

    /// Drops the list, unless a task reads it.
    pub(crate) fn forget(&self) {
        if let Ok(mut known) = self.0.try_lock() {
            *known = None;
        }
    }
}
