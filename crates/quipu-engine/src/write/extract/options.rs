//! Options of a run of extraction.

use quipu_kernel::model::Key;
use rustc_hash::FxHashSet;
use std::sync::Arc;
/// Options of extraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractOptions {
    /// The most tokens of a window, except where one chunk alone is longer.
    pub window: u64,
    /// The maximum number of windows requested concurrently; the gateway may send fewer.
    pub at_once: usize,
    /// True if windows that failed before are asked again.
    pub again: bool,
    /// Only chunks below a heading that has this name; the first chunk where a document has none such.
    pub only: Option<String>,
    /// Keys of the windows to read; none for all.
    pub chosen: Option<Arc<FxHashSet<Key>>>,
}

impl Default for ExtractOptions {
    fn default() -> Self {
        Self { window: 1200, at_once: 16, again: false, only: None, chosen: None }
    }
}
