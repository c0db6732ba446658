//! The resident view of a small workspace (a read-through cache): entities and chunks that questions have read stay
//! decoded in memory until the next change, so that the first questions warm it and the rest read
//! nothing twice.
//!
//! It fills on demand, in any number of threads, and is never built in advance: one question from a
//! command line pays for what it needs. A workspace of more than [`CHUNKS`] chunks or [`NAMES`]
//! names has none; it is answered from mapped pages.

use std::sync::OnceLock;

use quipu_engine::ports::StoreError;
use quipu_kernel::view::ViewEntity;

use super::state::State;

/// The most chunks, dead ones included, by default.
pub(super) const CHUNKS: u32 = 50_000;

/// The most names, dead ones included.
const NAMES: u32 = 400_000;

/// An entity.
pub(super) struct Entity {
    /// Its form in views.
    pub(super) shown: ViewEntity,
    /// Its names.
    pub(super) names: Box<[u32]>,
    /// Its chunks, in order.
    pub(super) chunks: Box<[u32]>,
}

/// The entities of a chunk.
pub(super) struct Held {
    /// All of them, in order.
    pub(super) entities: Box<[u32]>,
    /// The subjects of its document, in order.
    pub(super) subjects: Box<[u32]>,
}

/// Values by id, each read once.
struct Slots<T>(Box<[OnceLock<Box<T>>]>);

impl<T> Slots<T> {
    fn new(count: u32) -> Self {
        Self((0..count).map(|_| OnceLock::new()).collect())
    }

    /// The value at `id`; missing when the slots do not reach there.
    fn get(&self, id: u32, read: impl FnOnce() -> Result<T, StoreError>) -> Result<Option<&T>, StoreError> {
        let Some(slot) = self.0.get(id as usize) else { return Ok(None) };
        if let Some(known) = slot.get() {
            return Ok(Some(known));
        }
        let value = read()?;
        Ok(Some(slot.get_or_init(|| Box::new(value))))
    }
}

/// The read rows of one change of a small workspace.
pub(super) struct Resident {
    /// Entities by their ids: those of their class or only name.
    entities: Slots<Entity>,
    chunks: Slots<Held>,
}

impl Resident {
    /// Nothing read yet; slots for nothing, when the workspace is not small.
    pub(super) fn new(state: &State, most: u32) -> Self {
        let small = state.next_chunk <= most && state.next_name <= NAMES;
        let (entities, chunks) = if small { (state.next_name, state.next_chunk) } else { (0, 0) };
        Self { entities: Slots::new(entities), chunks: Slots::new(chunks) }
    }

    /// An entity; missing where nothing stays resident.
    pub(super) fn entity(
        &self,
        id: u32,
        read: impl FnOnce() -> Result<Entity, StoreError>,
    ) -> Result<Option<&Entity>, StoreError> {
        self.entities.get(id, read)
    }

    /// The entities of a chunk; missing where nothing stays resident.
    pub(super) fn held(
        &self,
        chunk: u32,
        read: impl FnOnce() -> Result<Held, StoreError>,
    ) -> Result<Option<&Held>, StoreError> {
        self.chunks.get(chunk, read)
    }
}
