//! The faster runtime, where an ONNX Runtime library is installed: the same weights, as a graph made in memory.

mod library;
mod library_path;
mod onnx_graph;
mod protobuf;

pub(crate) use library::Library;
pub use library_path::find_library;
