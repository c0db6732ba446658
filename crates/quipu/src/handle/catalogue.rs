//! The list of entities, kept in memory and read anew when the workspace has changed: not more often than every tenth
//! part of the time, however long that takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quipu_engine::graph::EntityCatalogue;
use quipu_engine::ports::Store;
use tokio::sync::Mutex;

use crate::Error;

/// How much longer a list holds at least than it took to be read.
const HOLDS: u32 = 9;

/// See the module.
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

    /// Forgets the list, unless somebody reads it.
    pub(crate) fn forget(&self) {
        if let Ok(mut known) = self.0.try_lock() {
            *known = None;
        }
    }
}
