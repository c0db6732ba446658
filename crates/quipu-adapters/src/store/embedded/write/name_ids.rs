//! Ids of names that a change meets.

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
/// Ids of names by key, remembered between the commits of one writer.
#[derive(Default)]
pub(in crate::store::embedded) struct NameIds(pub(super) FxHashMap<Key, u32>);

impl NameIds {
    /// Forgets everything: ids that a refused transaction gave do not exist.
    pub(in crate::store::embedded) fn clear(&mut self) {
        self.0.clear();
    }

    /// A name that went has no id: when it comes back it is new.
    pub(super) fn forget(&mut self, key: &Key) {
        self.0.remove(key);
    }

    pub(super) fn remember(&mut self, key: Key, id: u32) {
        if self.0.len() < REMEMBERED {
            self.0.insert(key, id);
        }
    }
}

/// Ids remembered between commits at most: 32 bytes each.
pub(crate) const REMEMBERED: usize = 4_000_000;
