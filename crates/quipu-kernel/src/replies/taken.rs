//! What is read of a reply so far, and how one entity or relation is taken in.

use serde_json::{Map, Value};

use super::ends::Numbered;
use super::keys::{DESCRIPTION, FROM, KEYWORDS, KIND, NAME, NUMBER, PREDICATE, SOURCE, STRENGTH, TARGET, TO};
use super::named::{field, find, said};
use super::notes::{Entity, Notes, Relation, clean, number};
use super::tuples::keywords_of;

/// Records read so far, and the numbers of entities.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) notes: Notes,
    pub(super) numbered: Numbered,
}

impl Reading {
    /// Number of records read or lost.
    pub(super) fn weight(&self) -> usize {
        self.notes.count() + self.notes.lost.len()
    }
}

/// A record as a reply has it.
pub(super) fn said_by(map: &Map<String, Value>) -> String {
    Value::Object(map.clone()).to_string()
}

/// Takes in an entity, with its number.
pub(super) fn entity(out: &mut Reading, entity: Entity, id: Option<String>, text: impl FnOnce() -> String) {
    out.numbered.note(&entity.name, id);
    out.notes.entity(entity, text);
}

/// Takes in an entity that an object describes.
pub(super) fn entity_of(out: &mut Reading, map: &Map<String, Value>) {
    let (name, kind, description) = (field(map, NAME), field(map, KIND), field(map, DESCRIPTION));
    let id = find(map, NUMBER).filter(|id| id.is_string() || id.is_number()).map(said);
    entity(out, Entity { name, kind, description }, id, || said_by(map));
}

/// The relation that an object describes.
pub(super) fn relation(map: &Map<String, Value>) -> Relation {
    let keywords = find(map, KEYWORDS).map(|value| match value {
        Value::Array(list) => {
            list.iter().filter_map(Value::as_str).map(clean).filter(|word| !word.is_empty()).collect()
        }
        other => keywords_of(&said(other)),
    });
    Relation {
        source: field(map, SOURCE),
        target: field(map, TARGET),
        predicate: field(map, PREDICATE),
        description: field(map, DESCRIPTION),
        keywords: keywords.unwrap_or_default(),
        strength: find(map, STRENGTH).and_then(|value| number(&said(value))),
        from: field(map, FROM),
        to: field(map, TO),
    }
}
