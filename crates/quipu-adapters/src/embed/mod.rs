//! Embedders that run inside the process.

mod static_vectors;
mod table;

pub use static_vectors::StaticVectors;
