//! Rules for the keywords of one schema.

use serde_json::{Map, Value, json};

/// A title that is the name of another component makes two models of one name.
pub(super) fn without_title(schema: &mut Map<String, Value>) {
    schema.remove("title");
}

/// A constant is an enum of one value: readers of OpenAPI 3.0 know no `const`.
pub(super) fn constant_as_enum(schema: &mut Map<String, Value>) {
    if let Some(constant) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([constant]));
    }
}

/// A union of documented values is one enum, whose description says what each means.
pub(super) fn documented_enum(schema: &mut Map<String, Value>) {
    for many in ["oneOf", "anyOf"] {
        let Some((kind, values, about)) = schema.get(many).and_then(Value::as_array).and_then(|all| listed(all)) else {
            continue;
        };
        schema.remove(many);
        schema.insert("type".to_owned(), kind);
        schema.insert("enum".to_owned(), values.into());
        let own = schema.get("description").and_then(Value::as_str).map(str::to_owned);
        let lines: Vec<String> = own.into_iter().chain(about).collect();
        if !lines.is_empty() {
            schema.insert("description".to_owned(), lines.join("\n").into());
        }
    }
}

/// The type, the values and their descriptions, if all members are values of one type.
fn listed(members: &[Value]) -> Option<(Value, Vec<Value>, Vec<String>)> {
    let kind = members.first()?.get("type")?;
    let (mut values, mut about) = (Vec::new(), Vec::new());
    for member in members {
        let known = |key: &String| ["type", "enum", "title", "description", "deprecated"].contains(&key.as_str());
        let own = member.get("enum")?.as_array()?;
        if member.get("type") != Some(kind) || !member.as_object()?.keys().all(known) {
            return None;
        }
        if let Some(description) = member.get("description").and_then(Value::as_str) {
            let names: Vec<String> = own.iter().map(|value| format!("`{}`", shown(value))).collect();
            about.push(format!("{}: {description}", names.join(", ")));
        }
        values.extend(own.iter().cloned());
    }
    Some((kind.clone(), values, about))
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A default that is an object is no value that a language has for it.
pub(super) fn without_object_default(schema: &mut Map<String, Value>) {
    if schema.get("default").is_some_and(Value::is_object) {
        schema.remove("default");
    }
}

/// A map of any values says no more than that; names of properties are texts anyway.
pub(super) fn open_map(schema: &mut Map<String, Value>) {
    if schema.get("propertyNames") == Some(&json!({ "type": "string" })) {
        schema.remove("propertyNames");
    }
    if schema.get("additionalProperties") == Some(&json!({})) {
        schema.insert("additionalProperties".to_owned(), true.into());
    }
}

/// Bytes are `format: binary`: without it a client reads them as text. A schema of what is within them is no part of a
/// client's type.
pub(super) fn binary(schema: &mut Map<String, Value>) {
    let media = schema.get("contentMediaType").and_then(Value::as_str).unwrap_or_default();
    let text = media.is_empty() || media == "application/json" || media.starts_with("text/");
    if text || schema.contains_key("contentEncoding") {
        return;
    }
    schema.remove("contentMediaType");
    schema.remove("contentSchema");
    schema.insert("format".to_owned(), "binary".into());
}
