//! The faster runtime, where an ONNX Runtime library is installed: the same weights, as a graph made in memory.

mod find;
mod graph;
mod library;
mod protobuf;

pub use find::find_library;
pub(crate) use library::Library;
