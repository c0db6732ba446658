//! The walk over the schemas of a description. It knows which keywords hold schemas, so that a property named `title`
//! is no title.

use serde_json::{Map, Value};

/// Keywords whose value is a schema.
const ONE: [&str; 6] = ["items", "additionalProperties", "propertyNames", "contains", "not", "contentSchema"];
/// Keywords whose value is a list of schemas.
const MANY: [&str; 4] = ["oneOf", "anyOf", "allOf", "prefixItems"];
/// Keywords whose value holds schemas by name.
const BY_NAME: [&str; 3] = ["properties", "patternProperties", "$defs"];

/// How a reference to a component begins.
pub(super) const COMPONENT: &str = "#/components/schemas/";

/// The components that are schemas.
pub(super) fn components(api: &Value) -> Map<String, Value> {
    api.pointer("/components/schemas").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// The name of the component that a schema refers to.
pub(super) fn referred(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(COMPONENT)
}

/// The schemas directly within one, each with the property that it describes.
pub(super) fn inner(schema: &mut Map<String, Value>) -> impl Iterator<Item = (Option<&str>, &mut Value)> {
    schema.iter_mut().flat_map(|(keyword, value)| -> Vec<(Option<&str>, &mut Value)> {
        let is_in = |keywords: &[&str]| keywords.contains(&keyword.as_str());
        if is_in(&ONE) {
            vec![(None, value)]
        } else if is_in(&MANY) {
            value.as_array_mut().into_iter().flatten().map(|one| (None, one)).collect()
        } else if is_in(&BY_NAME) {
            let named = value.as_object_mut().into_iter().flatten();
            named.map(|(name, one)| (Some(name.as_str()), one)).collect()
        } else {
            Vec::new()
        }
    })
}

/// Calls a rule on a schema and then on those within it, as the rule left them.
fn within(schema: &mut Value, rule: &mut dyn FnMut(&mut Map<String, Value>)) {
    let Some(schema) = schema.as_object_mut() else { return };
    rule(schema);
    for (_, one) in inner(schema) {
        within(one, rule);
    }
}

/// Calls a function on the schemas of a part of an operation, which stand under `schema`.
pub(super) fn of_part(part: &mut Value, seen: &mut dyn FnMut(&mut Value)) {
    match part {
        Value::Object(map) => {
            for (key, value) in map {
                match key.as_str() {
                    "schema" => seen(value),
                    "example" | "examples" => {}
                    _ => of_part(value, seen),
                }
            }
        }
        Value::Array(members) => members.iter_mut().for_each(|one| of_part(one, seen)),
        _ => {}
    }
}

/// Calls a rule on each schema of a description, the outer before the inner.
pub(super) fn each_schema(api: &mut Value, rule: &mut dyn FnMut(&mut Map<String, Value>)) {
    if let Some(named) = api.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        named.values_mut().for_each(|schema| within(schema, rule));
    }
    for (key, part) in api.as_object_mut().into_iter().flatten() {
        match key.as_str() {
            "components" => {
                let others = part.as_object_mut().into_iter().flatten().filter(|(kind, _)| *kind != "schemas");
                others.for_each(|(_, other)| of_part(other, &mut |schema| within(schema, rule)));
            }
            "paths" => of_part(part, &mut |schema| within(schema, rule)),
            _ => {}
        }
    }
}
