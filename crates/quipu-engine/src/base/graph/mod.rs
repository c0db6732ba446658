//! The graph of a store: views around entities, chunks with their owners, names, and the whole of it by batches.

mod around;
mod mentions;
pub(crate) mod named;
mod names;
mod owned;
pub(crate) mod rows;

pub(crate) use around::{BATCH, CAP, LISTED, about, around, shared};
pub use mentions::Mentions;
pub use named::one as entity_named;
pub(crate) use names::names_of;
pub(crate) use owned::OwnedChunks;
