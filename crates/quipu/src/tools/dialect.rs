//! The dialect of JSON Schema in which arguments of tools are described: what the function calling of Gemini, OpenAI and
//! Claude all accept. A property has one type; what may be left out is not required; choices are an `enum` of texts.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// A keyword of ours: the members of this object are the caller's own. It is not published.
pub(super) const OPEN: &str = "x-open";
/// A keyword of ours: these texts are pairs `name=value`, and may come as an object. It is not published.
pub(super) const PAIRS: &str = "x-pairs";

/// The schema of a type as its crate derives it, without references.
pub(super) fn derived<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    let mut schema = SchemaGenerator::from(settings).into_root_schema_for::<T>().to_value();
    without_widths(&mut schema);
    schema
}

/// Removes the widths of numbers in memory, which are no formats of JSON Schema.
fn without_widths(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            let is_number = |kind: &Value| ["integer", "number"].iter().any(|name| kind.to_string().contains(name));
            if map.get("type").is_some_and(is_number) {
                map.remove("format");
            }
            map.values_mut().for_each(without_widths);
        }
        Value::Array(members) => members.iter_mut().for_each(without_widths),
        _ => {}
    }
}

/// A derived schema in the dialect, with the keywords of ours that coercion reads.
pub(super) fn plain(derived: &Value) -> Value {
    let mut out = Map::new();
    let keep = |out: &mut Map<String, Value>, name: &str| {
        if let Some(value) = derived.get(name) {
            out.insert(name.to_owned(), value.clone());
        }
    };
    if let Some(kind) = kind(derived) {
        out.insert("type".to_owned(), json!(kind));
    }
    ["description", "minimum", PAIRS].iter().for_each(|name| keep(&mut out, name));
    if let Some(choices) = derived.get("enum").and_then(Value::as_array) {
        let texts: Vec<&Value> = choices.iter().filter(|choice| choice.is_string()).collect();
        out.insert("enum".to_owned(), json!(texts));
    }
    if let Some(ways) = ["anyOf", "oneOf"].iter().find_map(|name| derived.get(*name)?.as_array()) {
        one_of(&mut out, ways);
    }
    if let Some(members) = derived.get("items") {
        out.insert("items".to_owned(), plain(members));
    }
    if out.get("type").is_some_and(|kind| kind == "object") && !out.contains_key("properties") {
        let properties = derived.get("properties").and_then(Value::as_object).into_iter().flatten();
        let properties: Map<String, Value> = properties.map(|(name, of)| (name.clone(), plain(of))).collect();
        out.insert("properties".to_owned(), Value::Object(properties));
        keep(&mut out, "required");
        if derived.get("additionalProperties") != Some(&Value::Bool(false)) {
            out.insert(OPEN.to_owned(), json!(true));
        }
    }
    Value::Object(out)
}

/// The one type of a schema beside null.
fn kind(derived: &Value) -> Option<&str> {
    match derived.get("type")? {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        kind => kind.as_str(),
    }
}

/// A union in the dialect: the only way beside null, or the choices among texts, with their meanings in the description.
fn one_of(out: &mut Map<String, Value>, ways: &[Value]) {
    let ways: Vec<&Value> = ways.iter().filter(|way| kind(way) != Some("null")).collect();
    if let [way] = ways[..] {
        let Value::Object(way) = plain(way) else { return };
        for (name, value) in way {
            out.entry(name).or_insert(value);
        }
        return;
    }
    let (mut choices, mut meanings) = (Vec::new(), Vec::new());
    for way in ways {
        let named = way.get("const").into_iter().chain(way.get("enum").and_then(Value::as_array).into_iter().flatten());
        choices.extend(named.clone().filter_map(Value::as_str));
        if let (Some(choice), Some(meaning)) =
            (named.clone().find_map(Value::as_str), way.get("description").and_then(Value::as_str))
        {
            meanings.push(format!("`{choice}`: {}", meaning.trim_end_matches('.')));
        }
    }
    let told = out.get("description").and_then(Value::as_str).map(str::to_owned);
    let told: Vec<String> = told.into_iter().chain((!meanings.is_empty()).then(|| meanings.join("; "))).collect();
    out.insert("type".to_owned(), json!("string"));
    out.insert("enum".to_owned(), json!(choices));
    if !told.is_empty() {
        out.insert("description".to_owned(), json!(told.join(" ")));
    }
}

/// A schema of the dialect as callers see it.
pub(super) fn published(mut plain: Value) -> Value {
    if let Some(map) = plain.as_object_mut() {
        // What the arguments are as a whole, the tool's own description says.
        map.remove("description");
    }
    unmarked(&mut plain);
    plain
}

fn unmarked(schema: &mut Value) {
    let Some(map) = schema.as_object_mut() else { return };
    for name in [OPEN, PAIRS, "minimum"] {
        map.remove(name);
    }
    if map.get("required").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        map.remove("required");
    }
    if let Some(properties) = map.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(unmarked);
    }
    if let Some(members) = map.get_mut("items") {
        // A choice among texts is described where the list is.
        unmarked(members);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const KEYWORDS: [&str; 6] = ["type", "description", "properties", "required", "items", "enum"];

    /// What of a schema is not in the dialect, each with its path.
    pub(crate) fn strange(schema: &Value, path: &str, found: &mut Vec<String>) {
        let Some(map) = schema.as_object() else { return found.push(format!("{path}: {schema}")) };
        found.extend(map.keys().filter(|name| !KEYWORDS.contains(&name.as_str())).map(|name| format!("{path}/{name}")));
        let kind = map.get("type").and_then(Value::as_str).unwrap_or_default();
        let fits = match kind {
            "object" => map.get("properties").and_then(Value::as_object).is_some_and(|of| !of.is_empty()),
            "array" => map.contains_key("items"),
            "string" | "integer" | "number" | "boolean" => true,
            _ => false,
        };
        let choices = map
            .get("enum")
            .map(|choices| choices.as_array().is_some_and(|of| !of.is_empty() && of.iter().all(Value::is_string)));
        if !fits || choices == Some(false) || (choices == Some(true) && kind != "string") {
            found.push(format!("{path}: {kind:?} {}", json!(map.get("enum"))));
        }
        let properties = map.get("properties").and_then(Value::as_object);
        for (name, of) in properties.into_iter().flatten() {
            if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                found.push(format!("{path}: the name {name:?}"));
            }
            if of["description"].as_str().is_none_or(str::is_empty) {
                found.push(format!("{path}/{name}: it is not described"));
            }
            strange(of, &format!("{path}/{name}"), found);
        }
        for name in map.get("required").and_then(Value::as_array).into_iter().flatten() {
            if properties.is_none_or(|of| !of.contains_key(name.as_str().unwrap_or_default())) {
                found.push(format!("{path}: {name} is required and is not there"));
            }
        }
        if let Some(members) = map.get("items") {
            strange(members, &format!("{path}/items"), found);
        }
    }

    #[test]
    fn unions_lists_of_types_and_choices_become_plain() {
        let derived = json!({ "$schema": "x", "title": "T", "type": "object", "additionalProperties": false, "properties": {
            "limit": { "type": ["integer", "null"], "minimum": 0, "default": null, "description": "How many." },
            "inner": { "anyOf": [{ "type": "object", "properties": { "tags": { "type": "array", "items": { "type": "string" },
                "default": [], "description": "Tags." } }, "additionalProperties": false }, { "type": "null" }], "description": "Which." },
            "kind": { "description": "Of which kind.", "oneOf": [{ "const": "a", "type": "string", "description": "The first." },
                { "const": "b", "type": "string", "description": "The second." }] },
            "form": { "type": ["string", "null"], "enum": ["x", null], "description": "The form." } } });
        let out = published(plain(&derived));
        let mut found = Vec::new();
        strange(&out, "", &mut found);
        assert_eq!(found, Vec::<String>::new());
        assert_eq!(out["properties"]["limit"], json!({ "type": "integer", "description": "How many." }));
        assert_eq!(out["properties"]["inner"]["properties"]["tags"]["items"], json!({ "type": "string" }));
        let kind = &out["properties"]["kind"];
        assert_eq!(kind["enum"], json!(["a", "b"]));
        assert_eq!(kind["description"], "Of which kind. `a`: The first; `b`: The second");
        assert_eq!(out["properties"]["form"]["enum"], json!(["x"]));
        let mut broken = Vec::new();
        strange(&derived, "tool", &mut broken);
        assert!(broken.len() > 8, "{broken:?}");
    }
}
