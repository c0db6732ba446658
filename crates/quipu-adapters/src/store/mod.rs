//! Stores: where documents, chunks, facts and vectors are kept, and views are cut.

mod contents;
mod embedded;
mod memory;
mod resident;
mod resident_source;

#[doc(hidden)]
pub use embedded::STORED;
pub use embedded::{CommitTimes, EmbeddedStore, OpenOptions};
pub use memory::MemoryStore;
