//! The texts that the index should hold.

use quipu_kernel::model::Key;
/// A thing that the index should hold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) key: Key,
    /// A hash of the inputs of its text.
    pub(crate) input: Key,
    /// Number of chunks that contain it.
    pub(crate) chunks: u64,
}
