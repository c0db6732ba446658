//! Records that do not name their fields: lists whose order gives the fields, and objects whose keys are names.

use serde_json::{Map, Value};

use super::keys::{DESCRIPTION, KIND, NUMBERED, SOURCE, TARGET};
use super::named::{Sort, field, is_field, is_named, said};
use super::notes::{Entity, Loss, Relation, clean};
use super::taken::{Reading, entity, entity_of, relation, said_by};

/// Maximal number of words of a kind; a longer text is a description.
const KIND_WORDS: usize = 3;

/// Reads a value that lies within a record, of whatever shape it is.
pub(super) type ReadInner = fn(&mut Reading, &Value, Sort);

/// True if a list holds no list.
pub(super) fn is_flat(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(|value| matches!(value, Value::String(_) | Value::Number(_) | Value::Null))
}

/// True if a list holds the field names of the lists after it.
pub(super) fn is_header(list: &[Value]) -> bool {
    list.len() > 1 && list.iter().all(|value| value.as_str().is_some_and(is_field))
}

/// Takes in a record that is a list.
pub(super) fn one(out: &mut Reading, list: &[Value], sort: Sort) {
    let text = || Value::Array(list.to_vec()).to_string();
    let of = |at: usize| list.get(at).map(|value| clean(&said(value))).unwrap_or_default();
    match sort {
        Sort::Entity => {
            let found = Entity { name: of(0), kind: of(1), description: of(2) };
            entity(out, found, None, text);
        }
        Sort::Claim => out.notes.lose(Loss::Unreadable, &text()),
        Sort::Relation | Sort::Any => match ends(out, &of, list.len()) {
            Some((source, predicate, target, description)) => {
                let found = Relation { source, predicate, target, description, ..Relation::default() };
                out.notes.relation(found, text);
            }
            None => out.notes.lose(Loss::Endless, &text()),
        },
    }
}

/// Source, predicate, target and description of a relation that is a list. The target is the second or the third: the
/// known entities decide; without them it is the last of three.
fn ends(out: &Reading, of: &impl Fn(usize) -> String, length: usize) -> Option<(String, String, String, String)> {
    let known = |at: usize| out.numbered.knows(&of(at));
    match (length, known(1), known(2)) {
        (3.., true, false) => Some((of(0), of(2), of(1), of(3))),
        (3, ..) | (4.., false, true) => Some((of(0), of(1), of(2), of(3))),
        _ => None,
    }
}

/// Takes in an object whose keys are names, or numbers, with what lies `inner`; says whether it is one.
pub(super) fn keyed(out: &mut Reading, map: &Map<String, Value>, sort: Sort, inner: ReadInner) -> bool {
    let named = !map.keys().any(|key| is_field(key));
    let all = |of: fn(&Value) -> bool| !map.is_empty() && map.values().all(of);
    match sort {
        Sort::Entity if all(Value::is_object) => {
            map.iter().for_each(|(key, value)| keyed_entity(out, key, value, inner))
        }
        Sort::Entity if named && all(Value::is_string) => {
            map.iter().for_each(|(key, value)| short_entity(out, key, value));
        }
        Sort::Entity if named && all(Value::is_array) => {
            map.iter().for_each(|(key, value)| of_kind(out, key, value, inner))
        }
        Sort::Relation if named && (all(Value::is_object) || all(Value::is_array)) => {
            map.iter().for_each(|(key, value)| keyed_relation(out, key, value));
        }
        Sort::Claim if named && all(Value::is_object) => map.values().for_each(|value| inner(out, value, sort)),
        // {"Ada": {"type": "person", …}, …} without a name of the list.
        Sort::Any if named && all(describes) => {
            map.iter().for_each(|(key, value)| keyed_entity(out, key, value, inner))
        }
        _ => return false,
    }
    true
}

/// True if an object describes a thing without its name.
fn describes(value: &Value) -> bool {
    value.as_object().is_some_and(|map| {
        let says = !field(map, KIND).is_empty() || !field(map, DESCRIPTION).is_empty();
        says && !is_named(map) && field(map, SOURCE).is_empty() && field(map, TARGET).is_empty()
    })
}

/// {"Ada": {"type": "person"}}, {"e1": {"name": "Ada"}}
fn keyed_entity(out: &mut Reading, key: &str, value: &Value, inner: ReadInner) {
    let Value::Object(map) = value else { return };
    if map.values().any(|value| value.is_array() || value.is_object()) && !is_named(map) {
        return inner(out, value, Sort::Entity);
    }
    if is_named(map) || is_number(key) || is_field(key) {
        entity_of(out, map);
        if !is_field(key) {
            out.numbered.also(key);
        }
        return;
    }
    let (name, kind, description) = (clean(key), field(map, KIND), field(map, DESCRIPTION));
    entity(out, Entity { name, kind, description }, None, || said_by(map));
}

/// True if an object of a list has only unknown fields.
pub(super) fn is_strange(map: &Map<String, Value>) -> bool {
    map.len() > 1 && !map.keys().any(|key| is_field(key)) && !map.values().any(Value::is_object)
}

/// {"Ada": "person"}
fn short_entity(out: &mut Reading, key: &str, value: &Value) {
    let (name, text) = (clean(key), clean(&said(value)));
    let short = text.split_whitespace().count() <= KIND_WORDS;
    let (kind, description) = if short { (text, String::new()) } else { (String::new(), text) };
    entity(out, Entity { name, kind, description }, None, || format!("{key}: {value}"));
}

/// {"person": ["Ada", {"name": "Bo"}]}
fn of_kind(out: &mut Reading, kind: &str, value: &Value, inner: ReadInner) {
    for each in value.as_array().into_iter().flatten() {
        match each {
            Value::String(name) => {
                let found = Entity { name: clean(name), kind: clean(kind), ..Entity::default() };
                entity(out, found, None, || name.clone());
            }
            Value::Object(map) if field(map, KIND).is_empty() => {
                let mut map = map.clone();
                map.insert("type".to_owned(), Value::from(kind));
                entity_of(out, &map);
            }
            other => inner(out, &Value::Array(vec![other.clone()]), Sort::Entity),
        }
    }
}

/// {"r1": {"source": …, "target": …}}, {"Ada": {"target": "Bo"}}, {"Ada": {"knows": "Bo"}}, {"Ada": [["knows", "Bo"]]}
fn keyed_relation(out: &mut Reading, key: &str, value: &Value) {
    match value {
        Value::Array(list) => list.iter().for_each(|each| keyed_relation(out, key, each)),
        Value::Object(map) => {
            let mut found = relation(map);
            let plain = map.iter().all(|(name, value)| value.is_string() && !is_field(name));
            if found.source.is_empty() && found.target.is_empty() && plain {
                for (predicate, target) in map {
                    let (source, predicate, target) = (clean(key), clean(predicate), clean(&said(target)));
                    out.notes.relation(Relation { source, predicate, target, ..Relation::default() }, || said_by(map));
                }
                return;
            }
            if found.source.is_empty() {
                found.source = clean(key);
            }
            out.notes.relation(found, || said_by(map));
        }
        other => out.notes.lose(Loss::Endless, &format!("{key}: {other}")),
    }
}

/// True if a key is a number of its value: "1", "e1", "entity_2".
fn is_number(key: &str) -> bool {
    let word = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let word = word.trim_end_matches(['_', '-', ' ', '#']).to_lowercase();
    let numbered = key.ends_with(|c: char| c.is_ascii_digit());
    numbered && NUMBERED.contains(&word.as_str())
}
