//! Detection of a schema that a model returned in the place of facts. It holds the names of all lists and no records.

use serde_json::{Map, Value};

use super::named::called;

/// Names of types in schemas.
const TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];
/// Keys that only schemas have.
const PARTS: [&str; 9] =
    ["properties", "items", "enum", "$ref", "anyOf", "oneOf", "allOf", "required", "additionalProperties"];
/// Maximal depth at which a schema is sought.
const DEEPEST: usize = 4;

/// True if a value is a schema, or wraps one.
pub(super) fn is_schema(value: &Value) -> bool {
    within(value, DEEPEST)
}

fn within(value: &Value, depth: usize) -> bool {
    let Value::Object(map) = value else { return false };
    if depth == 0 {
        return false;
    }
    if let Some(Value::Object(parts)) = map.get("properties") {
        return !parts.is_empty() && parts.values().all(is_part);
    }
    // Only the parts, without the rest of the schema.
    let lists = map.iter().filter(|(_, value)| value.is_array() || value.is_object());
    let lists: Vec<&Value> = lists.filter(|(name, _)| called(name).is_some()).map(|(_, value)| value).collect();
    if !lists.is_empty() {
        return lists.into_iter().all(is_part);
    }
    // {"name": "facts", "schema": {…}}
    ["schema", "json_schema"].iter().any(|name| map.get(*name).is_some_and(|inner| within(inner, depth - 1)))
}

/// True if a value is a schema's rule for a part.
fn is_part(value: &Value) -> bool {
    let Value::Object(map) = value else { return false };
    (is_typed(map) || map.contains_key("$ref")) && (map.len() == 1 || is_bound(map) || map.contains_key("description"))
}

fn is_typed(map: &Map<String, Value>) -> bool {
    let is = |value: &Value| value.as_str().is_some_and(|text| TYPES.contains(&text));
    match map.get("type") {
        Some(Value::Array(types)) => !types.is_empty() && types.iter().all(is),
        Some(one) => is(one),
        None => PARTS.iter().any(|name| map.contains_key(*name)) && !map.contains_key("name"),
    }
}

fn is_bound(map: &Map<String, Value>) -> bool {
    PARTS.iter().any(|name| map.contains_key(*name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_is_known_however_it_is_wrapped() {
        let text = json!({"type": "string"});
        let list = json!({"type": "array", "items": {"type": "object", "properties": {"name": text}}});
        for schema in [
            json!({"$schema": "x", "type": "object", "properties": {"entities": list}, "required": ["entities"]}),
            json!({"properties": {"facts": {"type": ["array", "null"], "items": {"$ref": "#/$defs/F"}}}}),
            json!({"name": "facts", "strict": true, "schema": {"type": "object", "properties": {"entities": list}}}),
            json!({"entities": list, "relationships": list}),
        ] {
            assert!(is_schema(&schema), "{schema}");
        }
        for facts in [
            json!({"type": "object", "properties": {"entities": [{"name": "Ada"}]}}),
            json!({"entities": {"Ada": {"type": "person"}}}),
            json!({"entities": []}),
            json!({"name": "Ada", "type": "string"}),
            json!([]),
        ] {
            assert!(!is_schema(&facts), "{facts}");
        }
    }
}
