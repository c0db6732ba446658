//! Stores: where documents, chunks, facts and vectors are kept, and views are cut.

mod contents;
mod memory;
mod resident;
mod resident_source;

pub use memory::MemoryStore;
