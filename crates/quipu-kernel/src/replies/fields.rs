//! Notes in JSON, whatever the model calls their fields: each kind of field has the names that the
//! prompts of today's systems use, and models when they forget them.

use serde_json::{Map, Value};

use super::json::{Loose, loose};
use super::notes::{Claim, Entity, Loss, Notes, Relation, clean, number};
use super::tuples::keywords_of;

const ENTITIES: [&str; 6] = ["entities", "named_entities", "nodes", "extracted_entities", "concepts", "сущности"];
const RELATIONS: [&str; 9] =
    ["relationships", "relations", "edges", "triples", "triplets", "facts", "extracted_triples", "связи", "отношения"];
const CLAIMS: [&str; 3] = ["claims", "covariates", "утверждения"];

const NAME: [&str; 8] = ["name", "entity_name", "entity", "title", "label", "id", "text", "имя"];
const KIND: [&str; 6] = ["type", "entity_type", "kind", "category", "class", "тип"];
const DESCRIPTION: [&str; 8] = [
    "description",
    "entity_description",
    "relationship_description",
    "desc",
    "summary",
    "explanation",
    "fact",
    "описание",
];
const SOURCE: [&str; 10] =
    ["source", "source_entity", "src", "src_id", "from", "head", "subject", "source_name", "start_node", "источник"];
const TARGET: [&str; 10] =
    ["target", "target_entity", "tgt", "tgt_id", "to", "tail", "object", "target_name", "end_node", "цель"];
const PREDICATE: [&str; 8] =
    ["predicate", "relation", "relationship", "relation_type", "relationship_type", "type", "label", "предикат"];
const KEYWORDS: [&str; 4] = ["keywords", "relationship_keywords", "themes", "ключевые_слова"];
const STRENGTH: [&str; 6] = ["strength", "relationship_strength", "weight", "score", "confidence", "сила"];
const FROM: [&str; 5] = ["valid_from", "start_date", "from_date", "valid_at", "since"];
const TO: [&str; 5] = ["valid_to", "end_date", "to_date", "invalid_at", "until"];
const SUBJECT: [&str; 3] = ["subject", "subject_entity", "subject_name"];
const OBJECT: [&str; 3] = ["object", "object_entity", "object_name"];
const CLAIMED: [&str; 3] = ["claim_type", "type", "kind"];
const STATUS: [&str; 2] = ["status", "claim_status"];
const QUOTE: [&str; 5] = ["quote", "source_text", "claim_source_text", "evidence", "quoted_text"];

/// What a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Entity,
    Relation,
    Claim,
    /// Whatever each record looks like.
    Any,
}

/// Reads a reply of JSON.
pub(super) fn read(reply: &str) -> Notes {
    read_as(reply, Sort::Any)
}

/// Reads a reply of JSON to a question for names alone: a bare list holds them.
pub(super) fn names(reply: &str) -> Notes {
    read_as(reply, Sort::Entity)
}

fn read_as(reply: &str, sort: Sort) -> Notes {
    let Loose { values, cut, open, .. } = loose(reply);
    let mut out = Notes { shaped: !values.is_empty(), whole: !open && !values.is_empty(), ..Notes::default() };
    for value in &values {
        walk(&mut out, value, sort);
    }
    for text in &cut {
        out.lose(Loss::Cut, text);
    }
    out
}

fn walk(out: &mut Notes, value: &Value, sort: Sort) {
    match value {
        Value::Array(list) => list.iter().for_each(|each| match each {
            Value::Array(inner) if sort != Sort::Entity && is_flat(inner) => three(out, inner),
            other => walk(out, other, sort),
        }),
        Value::Object(map) => object(out, map, sort),
        Value::String(name) if matches!(sort, Sort::Entity) => {
            out.entity(Entity { name: clean(name), ..Entity::default() }, || name.clone());
        }
        Value::String(text) if sort != Sort::Any => out.lose(Loss::Unreadable, text),
        Value::Number(_) | Value::Bool(_) if sort != Sort::Any => out.lose(Loss::Unreadable, &value.to_string()),
        _ => {}
    }
}

/// What a list is called tells what it holds.
fn called(name: &str) -> Option<Sort> {
    let name = name.to_lowercase().replace([' ', '-'], "_");
    let among = |names: &[&str]| names.contains(&name.as_str());
    if among(&ENTITIES) {
        Some(Sort::Entity)
    } else if among(&RELATIONS) {
        Some(Sort::Relation)
    } else if among(&CLAIMS) {
        Some(Sort::Claim)
    } else {
        None
    }
}

fn object(out: &mut Notes, map: &Map<String, Value>, sort: Sort) {
    let lists: Vec<(Sort, &Value)> = map
        .iter()
        .filter(|(_, value)| value.is_array() || value.is_object())
        .filter_map(|(name, value)| Some((called(name)?, value)))
        .collect();
    if !lists.is_empty() {
        // {"name": "Scrooge", "relations": […]}: relations within what they lead from.
        if sort == Sort::Entity && !field(map, &NAME).is_empty() {
            entity(out, map);
        }
        return lists.into_iter().for_each(|(sort, value)| walk(out, value, sort));
    }
    // {"entities": {"e1": {…}, "e2": {…}}}
    if sort != Sort::Any && !map.is_empty() && map.values().all(Value::is_object) {
        return map.values().for_each(|value| walk(out, value, sort));
    }
    let text = || said_by(map);
    let ends = || !field(map, &SOURCE).is_empty() && !field(map, &TARGET).is_empty();
    let claim = || ends() && !field(map, &STATUS).is_empty() && !field(map, &SUBJECT).is_empty();
    match sort {
        Sort::Claim => out.claim(self::claim(map), text),
        Sort::Any if claim() => out.claim(self::claim(map), text),
        Sort::Relation => out.relation(relation(map), text),
        Sort::Entity | Sort::Any if ends() => out.relation(relation(map), text),
        Sort::Entity => entity(out, map),
        // What has a title and lists of things, and is in no list itself, is a report.
        Sort::Any if !field(map, &NAME).is_empty() && !map.values().any(holds_objects) => entity(out, map),
        // {"reply": {"entities": …}}, [{"chunk": 1, "found": {…}}]
        Sort::Any => {
            let inner = map.values().filter(|value| value.is_array() || value.is_object());
            inner.for_each(|value| walk(out, value, Sort::Any));
        }
    }
}

/// A record as a reply has it.
fn said_by(map: &Map<String, Value>) -> String {
    Value::Object(map.clone()).to_string()
}

fn entity(out: &mut Notes, map: &Map<String, Value>) {
    // {"Scrooge": "person"}: a name as the key.
    if let (1, Some((name, Value::String(kind)))) = (map.len(), map.iter().next())
        && [NAME.as_slice(), &KIND, &DESCRIPTION].iter().all(|names| find(map, names).is_none())
    {
        let (name, kind) = (clean(name), clean(kind));
        return out.entity(Entity { name, kind, description: String::new() }, || said_by(map));
    }
    let (name, kind, description) = (field(map, &NAME), field(map, &KIND), field(map, &DESCRIPTION));
    out.entity(Entity { name, kind, description }, || said_by(map));
}

fn relation(map: &Map<String, Value>) -> Relation {
    let keywords = find(map, &KEYWORDS).map(|value| match value {
        Value::Array(list) => {
            list.iter().filter_map(Value::as_str).map(clean).filter(|word| !word.is_empty()).collect()
        }
        other => keywords_of(&said(other)),
    });
    Relation {
        source: field(map, &SOURCE),
        target: field(map, &TARGET),
        predicate: field(map, &PREDICATE),
        description: field(map, &DESCRIPTION),
        keywords: keywords.unwrap_or_default(),
        strength: find(map, &STRENGTH).and_then(|value| number(&said(value))),
        from: field(map, &FROM),
        to: field(map, &TO),
    }
}

fn claim(map: &Map<String, Value>) -> Claim {
    Claim {
        subject: field(map, &SUBJECT),
        object: field(map, &OBJECT),
        kind: field(map, &CLAIMED),
        status: field(map, &STATUS),
        from: field(map, &FROM),
        to: field(map, &TO),
        description: field(map, &DESCRIPTION),
        quote: field(map, &QUOTE),
    }
}

fn holds_objects(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().any(Value::is_object))
}

/// Whether a list holds no list: subject, predicate, object.
fn is_flat(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(|value| matches!(value, Value::String(_) | Value::Number(_) | Value::Null))
}

fn three(out: &mut Notes, list: &[Value]) {
    let text = || Value::Array(list.to_vec()).to_string();
    match list {
        [source, predicate, target] => {
            let of = |value| clean(&said(value));
            let (source, predicate, target) = (of(source), of(predicate), of(target));
            out.relation(Relation { source, predicate, target, ..Relation::default() }, text);
        }
        _ => out.lose(Loss::Endless, &text()),
    }
}

/// The first of the fields of these names that is there.
fn find<'m>(map: &'m Map<String, Value>, names: &[&str]) -> Option<&'m Value> {
    // What is written as the names here are was found by them.
    let odd = map.keys().any(|key| !key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
    let named = |name: &&str| map.get(*name).or_else(|| if odd { by_case(map, name) } else { None });
    names.iter().filter_map(named).find(|value| !value.is_null())
}

/// "Entity Name" for `entity_name`.
fn by_case<'m>(map: &'m Map<String, Value>, name: &str) -> Option<&'m Value> {
    let same = |key: &str| {
        let key = key.chars().map(|c| if c == ' ' || c == '-' { '_' } else { c }).flat_map(char::to_lowercase);
        key.eq(name.chars())
    };
    map.iter().find(|(key, _)| same(key)).map(|(_, value)| value)
}

fn field(map: &Map<String, Value>, names: &[&str]) -> String {
    find(map, names).map(|value| clean(&said(value))).unwrap_or_default()
}

/// A scalar as text; the name of an object that stands in the place of a name.
fn said(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Object(map) => {
            ["name", "id", "title"].iter().find_map(|key| Some(map.get(*key)?.as_str()?.to_owned())).unwrap_or_default()
        }
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Bool(_) => String::new(),
    }
}
