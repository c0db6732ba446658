//! Statuses that stand within answers: some servers say there alone what is wrong.

use serde_json::Value;

/// Statuses by the names that errors have instead of one, in the order in which they are sought.
const NAMED: [(&str, u16); 19] = [
    ("invalid_api_key", 401),
    ("authentication", 401),
    ("unauthenticated", 401),
    ("unauthorized", 401),
    ("incorrect api key", 401),
    ("invalid api key", 401),
    ("permission", 403),
    ("forbidden", 403),
    ("insufficient_quota", 402),
    ("insufficient balance", 402),
    ("payment", 402),
    ("rate_limit", 429),
    ("too_many_requests", 429),
    ("resource_exhausted", 429),
    ("not_found", 404),
    ("overloaded", 503),
    ("unavailable", 503),
    ("invalid_request", 400),
    ("invalid_argument", 400),
];

/// The status that an error tells: as a number, as a text, or by its name.
pub(crate) fn code_in(error: &Value) -> Option<u16> {
    let inner = match error {
        Value::Array(list) => return list.first().and_then(code_in),
        _ => error.get("error").or_else(|| error.get("errors")?.get(0)).filter(|inner| inner.is_object()),
    };
    let parts = [inner, Some(error)].into_iter().flatten();
    let fields =
        parts.flat_map(|part| ["code", "status", "status_code", "http_status", "type"].map(|name| part.get(name)));
    let fields: Vec<&Value> = fields.flatten().collect();
    let number = fields.iter().find_map(|value| number(value));
    number.or_else(|| fields.iter().find_map(|value| named(value.as_str()?)))
}

fn number(value: &Value) -> Option<u16> {
    let code = value.as_f64().or_else(|| value.as_str()?.trim().parse::<f64>().ok())?;
    ((400.0..600.0).contains(&code)).then_some(code as u16)
}

/// The status that an error's name or words mean.
pub(crate) fn named(name: &str) -> Option<u16> {
    let name = name.to_lowercase();
    NAMED.iter().find(|(known, _)| name.contains(known)).map(|(_, status)| *status)
}
