//! Numbers by which a model refers to its input: 3, "c3", "[3]", "3, 17", or a list of any of these.

use serde_json::{Map, Value};

/// All numbers that a value holds, each once, in the order in which they stand.
pub(super) fn labels(value: &Value) -> Vec<usize> {
    let mut found = Vec::new();
    gather(value, &mut found);
    found
}

fn gather(value: &Value, out: &mut Vec<usize>) {
    let mut add = |number: usize| {
        if !out.contains(&number) {
            out.push(number);
        }
    };
    match value {
        Value::Number(number) => {
            if let Some(number) = number.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0) {
                add(number as usize);
            }
        }
        Value::String(text) => {
            let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
            digits.filter_map(|digits| digits.parse().ok()).for_each(add);
        }
        Value::Array(list) => list.iter().for_each(|value| gather(value, out)),
        _ => {}
    }
}

/// The value of the first of these fields that an object has, however its name is written.
pub(super) fn field<'m>(map: &'m Map<String, Value>, names: &[&str]) -> Option<&'m Value> {
    let same = |key: &str, name: &str| key.trim().to_lowercase().replace([' ', '-'], "_") == name;
    let of = |name: &&str| map.iter().find(|(key, value)| same(key, name) && !value.is_null()).map(|(_, value)| value);
    names.iter().find_map(of)
}

/// A number, also one that is written as text: `7`, `"7"`, `"7/10"`, `"7 of 10"`.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => {
            let text = text.trim_start_matches(|c: char| !c.is_ascii_digit());
            let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
            text[..end].trim_end_matches('.').parse().ok()
        }
        _ => None,
    }
}
