//! The texts that the index should hold.

use quipu_kernel::model::Key;
/// A thing that the index should hold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) key: Key,
    /// A hash of what its text is made from.
    pub(crate) input: Key,
    /// In how many chunks it is.
    pub(crate) chunks: u64,
}
