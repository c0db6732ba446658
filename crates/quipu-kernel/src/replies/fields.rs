//! Notes in JSON, with any names of fields and any wrapping of the lists: in an answer to a call of a function, in a
//! text that is JSON itself, under keys that are names. Values that look like records and cannot be read are counted as
//! lost.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::json::{Loose, loose};
use super::keys::{CLAIMED, DESCRIPTION, FROM, NAME, OBJECT, QUOTE, SOURCE, STATUS, SUBJECT, TARGET, TO};
use super::listed;
use super::named::{Sort, called, field};
use super::notes::{Claim, Entity, Loss, Notes, clean};
use super::schema::is_schema;
use super::taken::{Reading, entity, entity_of, relation, said_by};

/// Maximal depth at which lists are sought.
const DEEPEST: usize = 5;

/// Reads a reply of JSON.
pub(super) fn read(reply: &str) -> Notes {
    read_as(reply, Sort::Any)
}

/// Reads a reply of JSON to a question for names alone: a bare list holds them.
pub(super) fn names(reply: &str) -> Notes {
    read_as(reply, Sort::Entity)
}

fn read_as(reply: &str, sort: Sort) -> Notes {
    let Loose { values, cut, replaced, open, .. } = loose(reply);
    let mut out = Reading::default();
    let mut shaped = false;
    for value in &values {
        walk(&mut out, value, sort);
        shaped |= is_empty(value) || holds_lists(value, DEEPEST);
    }
    out.numbered.settle(&mut out.notes);
    for (why, texts) in [(Loss::Unreadable, replaced), (Loss::Cut, cut)] {
        texts.iter().for_each(|text| out.notes.lose(why, text));
    }
    out.notes.shaped = shaped || out.weight() > 0;
    out.notes.whole = !open && !values.is_empty();
    out.notes
}

fn walk(out: &mut Reading, value: &Value, sort: Sort) {
    match value {
        _ if is_schema(value) => {}
        Value::Array(list) => list.iter().enumerate().for_each(|(at, each)| match each {
            Value::Array(inner) if listed::is_flat(inner) => {
                if at > 0 || !listed::is_header(inner) {
                    listed::one(out, inner, sort);
                }
            }
            other => one(out, other, sort),
        }),
        Value::Object(map) => object(out, map, sort),
        Value::String(name) if matches!(sort, Sort::Entity) => {
            entity(out, Entity { name: clean(name), ..Entity::default() }, None, || name.clone());
        }
        Value::String(text) if sort != Sort::Any => out.notes.lose(Loss::Unreadable, text),
        Value::Number(_) | Value::Bool(_) if sort != Sort::Any => {
            out.notes.lose(Loss::Unreadable, &value.to_string());
        }
        _ => {}
    }
}

/// Reads one member of a list: an object of unknown fields is lost.
fn one(out: &mut Reading, value: &Value, sort: Sort) {
    let before = out.weight();
    match value {
        Value::Object(map) if sort == Sort::Entity && listed::is_strange(map) && !holds_lists(value, DEEPEST) => {}
        _ => walk(out, value, sort),
    }
    let says = match value {
        Value::Object(map) => !map.is_empty() && !is_schema(value) && !holds_lists(value, DEEPEST),
        Value::String(text) => text.chars().any(char::is_alphanumeric),
        _ => false,
    };
    if says && out.weight() == before {
        out.notes.lose(Loss::Unreadable, &value.to_string());
    }
}

fn object(out: &mut Reading, map: &Map<String, Value>, sort: Sort) {
    let lists: Vec<(Sort, &Value)> = map
        .iter()
        .filter(|(_, value)| value.is_array() || value.is_object())
        .filter_map(|(name, value)| Some((called(name)?, value)))
        .collect();
    if !lists.is_empty() {
        // {"name": "Scrooge", "relations": […]}: relations inside their source.
        if sort == Sort::Entity && !field(map, NAME).is_empty() {
            entity_of(out, map);
        }
        let full = lists.into_iter().filter(|(_, value)| !is_empty(value));
        full.for_each(|(sort, value)| walk(out, value, sort));
        // Lists of other names hold records of any kind.
        let others = map.iter().filter(|(name, value)| holds_objects(value) && called(name).is_none());
        return others.for_each(|(_, value)| walk(out, value, Sort::Any));
    }
    if listed::keyed(out, map, sort, walk) {
        return;
    }
    let text = || said_by(map);
    let ends = || !field(map, SOURCE).is_empty() && !field(map, TARGET).is_empty();
    let claim = || ends() && !field(map, STATUS).is_empty() && !field(map, SUBJECT).is_empty();
    match sort {
        Sort::Claim => out.notes.claim(self::claim(map), text),
        Sort::Any if claim() => out.notes.claim(self::claim(map), text),
        Sort::Relation => out.notes.relation(relation(map), text),
        Sort::Entity | Sort::Any if ends() => out.notes.relation(relation(map), text),
        Sort::Entity => entity_of(out, map),
        Sort::Any => any(out, map),
    }
}

/// Reads an object whose kind follows only from its fields.
fn any(out: &mut Reading, map: &Map<String, Value>) {
    // {"name": "extract", "arguments": {"entities": …}}, {"reply": "{\"entities\": …}"}
    let wrapped = map.values().filter(|value| holds_lists(value, DEEPEST));
    let wrapped: Vec<Cow<'_, Value>> = wrapped.flat_map(opened).collect();
    if !wrapped.is_empty() {
        return wrapped.iter().for_each(|value| walk(out, value, Sort::Any));
    }
    // An object with a title and lists of things, outside of any list, is a report.
    if !field(map, NAME).is_empty() && !map.values().any(holds_objects) {
        return entity_of(out, map);
    }
    // {"reply": {"people": …}}, [{"chunk": 1, "found": {…}}]
    let inner = map.values().filter(|value| value.is_array() || value.is_object());
    inner.for_each(|value| walk(out, value, Sort::Any));
}

/// True if a value holds lists of notes under their names.
fn holds_lists(value: &Value, depth: usize) -> bool {
    match value {
        _ if depth == 0 => false,
        Value::Object(map) => {
            map.iter().any(|(name, value)| {
                let list = value.is_array() || value.is_object();
                (list && called(name).is_some() && !is_schema(value)) || holds_lists(value, depth - 1)
            }) && !is_schema(value)
        }
        Value::Array(list) => list.iter().any(|value| holds_lists(value, depth - 1)),
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            loose(text).values.iter().any(|value| holds_lists(value, depth - 1))
        }
        _ => false,
    }
}

/// The value, or the JSON values in a text.
fn opened(value: &Value) -> Vec<Cow<'_, Value>> {
    match value {
        Value::String(text) => loose(text).values.into_iter().map(Cow::Owned).collect(),
        other => vec![Cow::Borrowed(other)],
    }
}

/// True if a value is an empty object or list: nothing found is an answer.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

fn claim(map: &Map<String, Value>) -> Claim {
    Claim {
        subject: field(map, SUBJECT),
        object: field(map, OBJECT),
        kind: field(map, CLAIMED),
        status: field(map, STATUS),
        from: field(map, FROM),
        to: field(map, TO),
        description: field(map, DESCRIPTION),
        quote: field(map, QUOTE),
    }
}

fn holds_objects(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().any(Value::is_object))
}
