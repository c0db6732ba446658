//! The graph of a store: views around entities, chunks with their owners, names, and the whole of it by batches.

mod around;
mod mention_matrix;
mod name_lookup;
mod owned;
pub(crate) mod resolve_name;
pub(crate) mod snapshot_rows;

pub(crate) use around::{BATCH, CAP, LISTED, about, around, shared};
pub use mention_matrix::Mentions;
pub(crate) use name_lookup::names_of;
pub(crate) use owned::OwnedChunks;
pub use resolve_name::one as entity_named;
