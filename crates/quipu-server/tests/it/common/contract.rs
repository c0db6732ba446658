//! The check of replies against OpenAPI: a small reader of JSON Schema, and the operation of a request.

use std::sync::LazyLock;

use serde_json::{Map, Value};

static DESCRIBED: LazyLock<Value> = LazyLock::new(quipu_server::openapi);

/// Holds a reply of success against the schema of its operation.
pub(crate) fn holds(method: &str, path: &str, status: u16, reply: &Value) {
    if !(200..300).contains(&status) || reply.is_null() {
        return;
    }
    let path = path.split('?').next().unwrap_or_default();
    let Some(operation) = operation(method, path) else { return };
    let schema = &operation["responses"][status.to_string()]["content"]["application/json"]["schema"];
    assert!(!schema.is_null(), "{method} {path}: OpenAPI tells nothing of {status}");
    if let Err(wrong) = fits(reply, schema, true) {
        panic!("{method} {path}: {wrong}");
    }
}

/// The operation that a path means: the one that says most of it in words.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let given: Vec<&str> = path.split('/').collect();
    let fit = |template: &str| {
        let parts: Vec<&str> = template.split('/').collect();
        let same = |(part, given): (&&str, &&str)| part.starts_with('{') || part == given;
        (parts.len() == given.len() && parts.iter().zip(&given).all(same))
            .then(|| parts.iter().filter(|part| !part.starts_with('{')).count())
    };
    let paths = DESCRIBED["paths"].as_object()?;
    let fitting = paths.iter().filter_map(|(template, operations)| Some((fit(template)?, operations)));
    let (_, operations) = fitting.max_by_key(|(words, _)| *words)?;
    operations.get(method.to_lowercase())
}

/// Checks that a value fits a schema; else gives the reason. With `strict` an object may have no key that its schema
/// does not name.
pub(crate) fn fits(value: &Value, schema: &Value, strict: bool) -> Result<(), String> {
    let Some(rules) = schema.as_object() else {
        return if schema == &Value::Bool(false) { Err(format!("nothing may be here: {value}")) } else { Ok(()) };
    };
    if let Some(name) = rules.get("$ref").and_then(Value::as_str) {
        let name = name.trim_start_matches("#/components/schemas/");
        let named = &DESCRIBED["components"]["schemas"][name];
        assert!(!named.is_null(), "there is no schema {name}");
        // Keywords beside a reference count, too: together they define the allowed keys.
        let alone = !rules.contains_key("properties");
        return fits(value, named, strict && alone)
            .and_then(|()| if alone { Ok(()) } else { own(value, rules, false) })
            .map_err(|wrong| format!("{name}: {wrong}"));
    }
    own(value, rules, strict)
}

fn own(value: &Value, rules: &Map<String, Value>, strict: bool) -> Result<(), String> {
    typed(value, rules)?;
    if let Some(object) = value.as_object() {
        keys(object, rules, strict && !["allOf", "oneOf", "anyOf"].iter().any(|many| rules.contains_key(*many)))?;
    }
    for member in value.as_array().into_iter().flatten() {
        if let Some(of_each) = rules.get("items") {
            fits(member, of_each, true)?;
        }
    }
    for all in rules.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        fits(value, all, false)?;
    }
    for many in ["oneOf", "anyOf"] {
        if let Some(choices) = rules.get(many).and_then(Value::as_array) {
            let alone = strict && !rules.contains_key("properties") && !rules.contains_key("allOf");
            let wrong: Vec<String> = choices.iter().filter_map(|one| fits(value, one, alone).err()).collect();
            if wrong.len() == choices.len() {
                return Err(format!("none of {many}: {wrong:?}"));
            }
        }
    }
    Ok(())
}

fn typed(value: &Value, rules: &Map<String, Value>) -> Result<(), String> {
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
    };
    let known = match rules.get("type") {
        None => true,
        Some(Value::String(kind)) => is(kind),
        Some(kinds) => kinds.as_array().into_iter().flatten().filter_map(Value::as_str).any(is),
    };
    let listed = rules.get("enum").is_none_or(|all| all.as_array().is_some_and(|all| all.contains(value)));
    let constant = rules.get("const").is_none_or(|constant| constant == value);
    if known && listed && constant { Ok(()) } else { Err(format!("{value} is not {:?}", rules.get("type"))) }
}

fn keys(object: &Map<String, Value>, rules: &Map<String, Value>, strict: bool) -> Result<(), String> {
    for required in rules.get("required").and_then(Value::as_array).into_iter().flatten() {
        let name = required.as_str().unwrap_or_default();
        if !object.contains_key(name) {
            return Err(format!("{name} is missing"));
        }
    }
    let properties = rules.get("properties").and_then(Value::as_object);
    for (name, value) in object {
        let schema = properties.and_then(|known| known.get(name)).or_else(|| rules.get("additionalProperties"));
        match schema {
            Some(schema) => fits(value, schema, true).map_err(|wrong| format!("{name}: {wrong}"))?,
            None if strict && properties.is_some() => return Err(format!("{name} is not described")),
            None => {}
        }
    }
    Ok(())
}

/// True if a schema says something: it is not any object, any list or any value.
pub(crate) fn says_something(schema: &Value, depth: usize) -> bool {
    let Some(rules) = schema.as_object().filter(|rules| !rules.is_empty()) else { return false };
    if let Some(name) = rules.get("$ref").and_then(Value::as_str) {
        let named = &DESCRIBED["components"]["schemas"][name.trim_start_matches("#/components/schemas/")];
        return depth == 0 || says_something(named, depth - 1);
    }
    let choices = ["oneOf", "anyOf", "allOf"].iter().filter_map(|many| rules.get(*many).and_then(Value::as_array));
    if choices.flatten().any(|one| says_something(one, depth)) {
        return true;
    }
    match rules.get("type").and_then(Value::as_str) {
        Some("object") => rules.contains_key("properties") || rules.contains_key("additionalProperties"),
        Some("array") => rules.get("items").is_some_and(|of_each| says_something(of_each, depth)),
        Some(_) => true,
        None => rules.contains_key("properties") || rules.contains_key("enum") || rules.contains_key("type"),
    }
}
