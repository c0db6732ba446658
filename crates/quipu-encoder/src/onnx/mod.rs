//! The faster runtime, where an ONNX Runtime library is installed: the same weights, as a graph made in memory.

mod library_path;
mod onnx_graph;
mod library;
mod protobuf;

pub use library_path::find_library;
pub(crate) use library::Library;
