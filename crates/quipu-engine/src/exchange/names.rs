//! From names to entities: most names are their own entity's, so only those that have others are
//! remembered.

use std::sync::Arc;

use quipu_kernel::model::{Key, Name, name_key};
use rustc_hash::FxHashMap;

use super::rows::Rows;
use crate::EngineError;
use crate::ports::{DumpRow, EntityRow, Store};

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
pub(super) struct Names {
    of: FxHashMap<Key, Meant>,
}

impl Names {
    /// The names of a store.
    pub(super) async fn of(store: &Arc<dyn Store>) -> Result<Self, EngineError> {
        let mut names = Self::default();
        let mut rows = Rows::of(store, |row| matches!(row, DumpRow::Entity(_)));
        while let Some(row) = rows.next().await? {
            if let DumpRow::Entity(entity) = row {
                names.add(&entity);
            }
        }
        Ok(names)
    }

    /// Remembers the names of an entity, where it has several.
    pub(super) fn add(&mut self, entity: &EntityRow) {
        if entity.names.len() > 1 {
            let meant = meant(entity);
            let keys = entity.names.iter().map(|name| name_key(name, ""));
            self.of.extend(keys.chain([entity.key]).map(|key| (key, meant.clone())));
        }
    }

    /// The entity of a name.
    pub(super) fn entity(&self, name: &Name) -> Meant {
        let key = name.key();
        self.of.get(&key).cloned().unwrap_or_else(|| Meant { key, folded: name.folded.as_str().into() })
    }

    /// The entity of a folded name in no particular sense.
    pub(super) fn folded(&self, name: &str) -> Meant {
        self.entity(&Name { folded: name.to_owned(), sense: String::new() })
    }
}

/// An entity by its row.
pub(super) fn meant(entity: &EntityRow) -> Meant {
    let own = entity.names.iter().find(|name| name_key(name, "") == entity.key);
    let folded = own.or(entity.names.first()).map_or("", String::as_str);
    Meant { key: entity.key, folded: folded.into() }
}
