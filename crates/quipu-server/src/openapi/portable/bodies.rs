//! The rule of request bodies: a list stands alone.

use serde_json::Value;

use super::each_schema::{components, referred};

const JSON: &str = "application/json";

/// A client tells bodies apart by their type, which for a list it cannot. Where JSON is one of several bodies and a list,
/// the others are named in the words only.
pub(super) fn list_alone(api: &mut Value) {
    let named = components(api);
    let paths = api.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten();
    for (_, operation) in paths.filter_map(|(_, operations)| operations.as_object_mut()).flatten() {
        let Some(body) = operation.get_mut("requestBody").and_then(Value::as_object_mut) else { continue };
        let Some(content) = body.get_mut("content").and_then(Value::as_object_mut) else { continue };
        let schema = content.get(JSON).and_then(|media| media.get("schema"));
        let meant = schema.and_then(|schema| referred(schema).and_then(|name| named.get(name)).or(Some(schema)));
        if meant.is_none_or(|schema| schema.get("items").is_none()) || content.len() == 1 {
            continue;
        }
        let others: Vec<String> =
            content.keys().filter(|media| *media != JSON).map(|media| format!("`{media}`")).collect();
        content.retain(|media, _| media == JSON);
        let own = body.get("description").and_then(Value::as_str).map(str::to_owned);
        let lines: Vec<String> = own.into_iter().chain([format!("Taken as {}, too.", others.join(" and "))]).collect();
        body.insert("description".to_owned(), lines.join("\n").into());
    }
}
