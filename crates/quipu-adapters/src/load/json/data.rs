//! Data that holds no text: a table where an array's objects are alike, else nested lists.

use serde_json::{Map, Value};

use crate::load::written::{Written, one_line};

/// The most columns of a table.
const WIDEST: usize = 40;
/// How deep lists are indented.
const DEEPEST: usize = 8;

/// Writes a value.
pub(super) fn write(to: &mut Written, value: &Value) {
    match value {
        Value::Array(values) => array(to, values),
        Value::Object(fields) => object(to, fields),
        scalar => to.block(&words(scalar)),
    }
}

fn array(to: &mut Written, values: &[Value]) {
    match columns(values) {
        Some(columns) => {
            let cell = |value: &Value, column: &String| value.get(column).map(words).unwrap_or_default();
            let row = |value: &Value| columns.iter().map(|column| cell(value, column)).collect::<Vec<_>>();
            let rows: Vec<_> = std::iter::once(columns.clone()).chain(values.iter().map(row)).collect();
            to.table(&rows);
        }
        None => {
            let mut lines = Vec::new();
            values.iter().for_each(|value| list(value, 0, &mut lines));
            to.block(&lines.join("\n"));
        }
    }
}

/// An object's simple fields are a list, each of the others a section.
fn object(to: &mut Written, fields: &Map<String, Value>) {
    let is_simple = |value: &Value| !matches!(value, Value::Object(_)) && !is_table(value);
    let mut lines = Vec::new();
    for (name, value) in fields.iter().filter(|(_, value)| is_simple(value)) {
        named(name, value, 0, &mut lines);
    }
    to.block(&lines.join("\n"));
    for (name, value) in fields.iter().filter(|(_, value)| !is_simple(value)) {
        to.heading(2, name);
        match value {
            Value::Array(values) => array(to, values),
            value => {
                let mut lines = Vec::new();
                list(value, 0, &mut lines);
                to.block(&lines.join("\n"));
            }
        }
    }
}

fn is_table(value: &Value) -> bool {
    value.as_array().is_some_and(|values| columns(values).is_some())
}

/// The columns of objects that are alike: none of their values is nested, and most have most fields.
fn columns(values: &[Value]) -> Option<Vec<String>> {
    let mut columns: Vec<String> = Vec::new();
    let mut cells = 0;
    for value in values {
        let fields = value.as_object()?;
        if fields.values().any(|value| value.is_object() || value.is_array()) {
            return None;
        }
        cells += fields.len();
        for name in fields.keys() {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        if columns.len() > WIDEST {
            return None;
        }
    }
    (values.len() > 1 && cells * 2 >= columns.len() * values.len()).then_some(columns)
}

fn named(name: &str, value: &Value, depth: usize, lines: &mut Vec<String>) {
    let indent = "    ".repeat(depth.min(DEEPEST));
    match value {
        Value::Object(_) | Value::Array(_) if !is_plain(value) => {
            lines.push(format!("{indent}- {}:", one_line(name)));
            list(value, depth + 1, lines);
        }
        value => lines.push(format!("{indent}- {}: {}", one_line(name), words(value))),
    }
}

fn list(value: &Value, depth: usize, lines: &mut Vec<String>) {
    let indent = "    ".repeat(depth.min(DEEPEST));
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| named(name, value, depth, lines)),
        Value::Array(values) => values.iter().for_each(|value| list(value, depth, lines)),
        value => lines.push(format!("{indent}- {}", words(value))),
    }
}

/// Whether a value can stand on one line: an array of scalars.
fn is_plain(value: &Value) -> bool {
    value.as_array().is_some_and(|values| values.iter().all(|value| !value.is_object() && !value.is_array()))
}

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => one_line(text),
        Value::Null => String::new(),
        Value::Array(values) => values.iter().map(words).collect::<Vec<_>>().join(", "),
        value => value.to_string(),
    }
}
