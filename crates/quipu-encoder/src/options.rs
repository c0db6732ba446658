//! Options of opening a model.

use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The runtime of the network.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Runtime {
    /// This crate alone.
    #[default]
    Native,
    /// The ONNX Runtime library at this path (see [`crate::find_library`]). A process loads one, the first requested
    /// one.
    Library(PathBuf),
}

/// Options of opening a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncoderOptions {
    /// Number of threads of a call; vectors do not depend on it.
    pub threads: NonZeroUsize,
    /// The runtime of the network.
    pub runtime: Runtime,
}

impl Default for EncoderOptions {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, runtime: Runtime::default() }
    }
}
