//! The rule of names: no component that holds a list is named as the list.

use serde_json::{Map, Value};

use super::each_schema::{COMPONENT, components};
use super::unions::pascal;

/// A component with a list of its own name is renamed: `Paths` with `paths` becomes `PathList`, as a generated reader
/// has one variable for both.
pub(super) fn rename_lists(api: &mut Value) {
    let named = components(api);
    for (name, schema) in &named {
        let lists = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let same = |(property, list): (&String, &Value)| list.get("items").is_some() && pascal(property) == *name;
        if !lists.into_iter().any(same) {
            continue;
        }
        let mut new = format!("{}List", name.strip_suffix('s').unwrap_or(name));
        while named.contains_key(&new) {
            new.push_str("Of");
        }
        replace(api, &format!("{COMPONENT}{name}"), &format!("{COMPONENT}{new}"));
        if let Some(schemas) = api.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
            rename(schemas, name, new);
        }
    }
}

fn rename(schemas: &mut Map<String, Value>, name: &str, new: String) {
    if let Some(schema) = schemas.remove(name) {
        schemas.insert(new, schema);
    }
}

/// Replaces a reference wherever it stands.
fn replace(value: &mut Value, old: &str, new: &str) {
    match value {
        Value::String(text) if text == old => new.clone_into(text),
        Value::Array(members) => members.iter_mut().for_each(|one| replace(one, old, new)),
        Value::Object(map) => map.values_mut().for_each(|one| replace(one, old, new)),
        _ => {}
    }
}
