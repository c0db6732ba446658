//! From names to entities: most names are their own entity's, so only those that have others are
//! remembered.

use std::sync::Arc;

use quipu_kernel::model::{Key, Name, name_key};
use rustc_hash::{FxHashMap, FxHashSet};

use super::dump_rows::DumpRows;
use crate::base::EngineError;
use crate::base::ports::{DumpRow, EntityRow, RelationRow, Store};

/// The entity that a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meant {
    /// Key of the entity.
    pub(super) key: Key,
    /// One of its folded names, always the same.
    pub(super) folded: Arc<str>,
}

/// Names with others of the same entity.
#[derive(Debug, Default)]
pub(super) struct EntityNames {
    of: FxHashMap<Key, Meant>,
    /// Names that are ordinary words, which no export shows.
    words: FxHashSet<Key>,
}

impl EntityNames {
    /// The names of a store.
    pub(super) async fn of(store: &Arc<dyn Store>) -> Result<Self, EngineError> {
        let mut names = Self::default();
        let mut rows = DumpRows::of(store, |row| matches!(row, DumpRow::Entity(_) | DumpRow::Word(_)));
        while let Some(row) = rows.next().await? {
            match row {
                DumpRow::Entity(entity) => names.add(&entity),
                DumpRow::Word(word) => names.leave_out(&word),
                _ => {}
            }
        }
        Ok(names)
    }

    /// Remembers the names of an entity, where it has several.
    pub(super) fn add(&mut self, entity: &EntityRow) {
        if entity.keys.len() > 1 || entity.names.len() != 1 || name_key(&entity.names[0], "") != entity.key {
            let meant = meant(entity);
            self.of.extend(entity.keys.iter().map(|key| (*key, meant.clone())));
        }
    }

    /// Remembers the names of an ordinary word.
    pub(super) fn leave_out(&mut self, word: &EntityRow) {
        self.words.extend(word.keys.iter().copied());
    }

    /// True if a name is an ordinary word.
    pub(super) fn is_word(&self, name: Key) -> bool {
        self.words.contains(&name)
    }

    /// True if a relation has an end that is an ordinary word.
    pub(super) fn has_word_end(&self, relation: &RelationRow) -> bool {
        self.is_word(relation.source_name) || self.is_word(relation.target_name)
    }

    /// The entity of a name.
    pub(super) fn entity(&self, name: &Name) -> Meant {
        let key = name.key();
        self.of.get(&key).cloned().unwrap_or_else(|| Meant { key, folded: name.folded.as_str().into() })
    }

    /// The key of the entity of a name's key.
    pub(super) fn key(&self, name: Key) -> Key {
        self.of.get(&name).map_or(name, |meant| meant.key)
    }

    /// The entity of a name by its key.
    pub(super) fn keyed(&self, key: Key, folded: &str) -> Meant {
        self.of.get(&key).cloned().unwrap_or_else(|| Meant { key, folded: folded.into() })
    }
}

/// An entity by its row.
pub(super) fn meant(entity: &EntityRow) -> Meant {
    let plain = |name: &&String| name_key(name, "") == entity.key;
    let known = |name: &&String| entity.keys.contains(&name_key(name, ""));
    let own = entity.names.iter().find(plain).or_else(|| entity.names.iter().find(known));
    let folded = own.or(entity.names.first()).map_or("", String::as_str);
    Meant { key: entity.key, folded: folded.into() }
}
