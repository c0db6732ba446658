//! Lists and fields of replies by the names that models give them (see [`super::keys`]).

use serde_json::{Map, Value};

use super::keys::{
    CLAIMED, CLAIMS, DESCRIPTION, ENTITIES, FROM, KEYWORDS, KIND, NAME, NUMBER, OBJECT, PREDICATE, QUOTE, RELATIONS,
    SOURCE, SPOKEN, STATUS, STRENGTH, SUBJECT, TARGET, TO,
};
use super::notes::clean;

/// Names of fields that hold a name only where nothing else does.
const FAINT: [&str; 4] = ["id", "text", "label", "title"];

/// True if a record gives its own name, and not only a number or a text that may be one.
pub(super) fn is_named(map: &Map<String, Value>) -> bool {
    let sure: Vec<&str> = NAME.iter().copied().filter(|name| !FAINT.contains(name)).collect();
    !field(map, &sure).is_empty()
}

/// The contents of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Entity,
    Relation,
    Claim,
    /// Records of any kind.
    Any,
}

/// The contents of a list by its name.
pub(super) fn called(name: &str) -> Option<Sort> {
    let name = spelled(name);
    let among = |names: &[&str]| names.contains(&name.as_str());
    if among(ENTITIES) {
        Some(Sort::Entity)
    } else if among(RELATIONS) {
        Some(Sort::Relation)
    } else if among(CLAIMS) {
        Some(Sort::Claim)
    } else {
        None
    }
}

/// True if a key is the name of any field that is read.
pub(super) fn is_field(name: &str) -> bool {
    let name = spelled(name);
    let all = [
        NAME,
        KIND,
        DESCRIPTION,
        SOURCE,
        TARGET,
        PREDICATE,
        KEYWORDS,
        STRENGTH,
        FROM,
        TO,
        SUBJECT,
        OBJECT,
        CLAIMED,
        STATUS,
        QUOTE,
        NUMBER,
    ];
    all.iter().any(|names| names.contains(&name.as_str()))
}

/// A key as the names here are spelled.
fn spelled(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-'], "_")
}

/// The first of the fields of these names that is there.
pub(super) fn find<'m>(map: &'m Map<String, Value>, names: &[&str]) -> Option<&'m Value> {
    // Keys in the form of these names are found by exact look-up.
    let odd = map.keys().any(|key| !key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
    let named = |name: &&str| map.get(*name).or_else(|| if odd { by_case(map, name) } else { None });
    names.iter().filter_map(named).find(|value| !value.is_null())
}

/// "Entity Name" for `entity_name`.
fn by_case<'m>(map: &'m Map<String, Value>, name: &str) -> Option<&'m Value> {
    let same = |key: &str| {
        let key = key.trim().chars().map(|c| if c == ' ' || c == '-' { '_' } else { c }).flat_map(char::to_lowercase);
        key.eq(name.chars())
    };
    map.iter().find(|(key, _)| same(key)).map(|(_, value)| value)
}

/// The text of a field; empty where it is not there.
pub(super) fn field(map: &Map<String, Value>, names: &[&str]) -> String {
    find(map, names).map(|value| clean(&said(value))).unwrap_or_default()
}

/// A scalar as text; the name of an object that stands in the place of a name.
pub(super) fn said(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            // Some models number with 1.0.
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e15 => format!("{float:.0}"),
            _ => number.to_string(),
        },
        Value::Object(map) => SPOKEN
            .iter()
            .find_map(|key| map.get(*key).filter(|value| value.is_string() || value.is_number()).map(said))
            .unwrap_or_default(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Bool(_) => String::new(),
    }
}
