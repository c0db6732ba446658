//! Statuses within answers: some servers report errors only there.

use serde_json::Value;

/// Statuses by the names that errors have instead of one, in the order in which they are sought.
const NAMED: [(&str, u16); 21] = [
    ("server_error", 500),
    ("internal_error", 500),
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

/// The status that an answer means: where a server reports that it is broken, a code within may be a refusal. Of names
/// only those about the client and its limits are believed there.
pub(crate) fn meant(status: u16, body: Option<&Value>) -> u16 {
    let Some(code) = body.filter(|_| status >= 500).and_then(code_in) else { return status };
    let numbered = body.is_some_and(|body| fields(body).into_iter().any(|field| number(field) == Some(code)));
    if code < 500 && (numbered || matches!(code, 401..=403 | 429)) { code } else { status }
}

/// The status in an error: as a number, as a text, or by its name.
pub(crate) fn code_in(error: &Value) -> Option<u16> {
    let fields = fields(error);
    let number = fields.iter().find_map(|value| number(value));
    number.or_else(|| fields.iter().find_map(|value| named(value.as_str()?)))
}

/// The fields that may hold a code.
fn fields(error: &Value) -> Vec<&Value> {
    let inner = match error {
        Value::Array(list) => return list.first().filter(|first| first.is_object()).map(fields).unwrap_or_default(),
        _ => error.get("error").or_else(|| error.get("errors")?.get(0)).filter(|inner| inner.is_object()),
    };
    let parts = [inner, Some(error)].into_iter().flatten();
    let fields =
        parts.flat_map(|part| ["code", "status", "status_code", "http_status", "type"].map(|name| part.get(name)));
    fields.flatten().collect()
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
