//! The ports: what the engine needs of the outside world, as small object-safe traits.

mod embedder;
mod loader;
mod store;

use std::future::Future;
use std::pin::Pin;

pub use embedder::{EmbedError, Embedder, ModelCard, Role};
pub use loader::{Input, LoadError, Loader, Parsed};
pub use store::{
    Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, DumpRow, EntityFound, EntityRow, NewChunk,
    Problem, Receipt, RelationRow, Select, SelectChunks, Status, Store, StoreError, StoredChunk, Verified,
};

/// A boxed future, as the ports return it.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
