//! Data that holds no text: a table where an array's objects are alike, else nested lists.

use serde_json::Value;

use super::ordered::Ordered;
use crate::load::written::{Written, one_line};

/// The most columns of a table.
const WIDEST: usize = 40;
/// How deep lists are indented.
const DEEPEST: usize = 8;

/// Writes a value.
pub(super) fn write(to: &mut Written, value: &Ordered) {
    match value {
        Ordered::List(values) => array(to, values),
        Ordered::Object(fields) => object(to, fields),
        Ordered::Scalar(scalar) => to.block(&scalar_words(scalar)),
    }
}

fn array(to: &mut Written, values: &[Ordered]) {
    match columns(values) {
        Some(columns) => {
            let cell = |value: &Ordered, column: &str| field(value, column).map(words).unwrap_or_default();
            let row = |value: &Ordered| columns.iter().map(|column| cell(value, column)).collect::<Vec<_>>();
            let head = columns.iter().map(|column| (*column).to_owned()).collect();
            let rows: Vec<_> = std::iter::once(head).chain(values.iter().map(row)).collect();
            to.table(&rows);
        }
        None => {
            let mut lines = Vec::new();
            values.iter().for_each(|value| list(value, 0, &mut lines));
            to.block(&lines.join("\n"));
        }
    }
}

/// An object's simple fields are a list, each of the others a section, in the order they stand.
fn object(to: &mut Written, fields: &[(String, Ordered)]) {
    let mut lines = Vec::new();
    for (name, value) in fields {
        if is_simple(value) {
            named(name, value, 0, &mut lines);
            continue;
        }
        to.block(&lines.join("\n"));
        lines.clear();
        to.heading(2, name);
        match value {
            Ordered::List(values) => array(to, values),
            value => list(value, 0, &mut lines),
        }
        to.block(&lines.join("\n"));
        lines.clear();
    }
    to.block(&lines.join("\n"));
}

fn field<'v>(value: &'v Ordered, name: &str) -> Option<&'v Ordered> {
    match value {
        Ordered::Object(fields) => fields.iter().find(|(known, _)| known == name).map(|(_, value)| value),
        _ => None,
    }
}

/// Whether a value stands in a list, and is no section of its own.
fn is_simple(value: &Ordered) -> bool {
    match value {
        Ordered::Scalar(_) => true,
        Ordered::List(values) => columns(values).is_none(),
        Ordered::Object(_) => false,
    }
}

/// The columns of objects that are alike: none of their values is nested, and most have most fields.
fn columns(values: &[Ordered]) -> Option<Vec<&str>> {
    let mut columns: Vec<&str> = Vec::new();
    let mut cells = 0;
    for value in values {
        let Ordered::Object(fields) = value else { return None };
        if fields.iter().any(|(_, value)| !is_plain(value)) {
            return None;
        }
        cells += fields.len();
        for (name, _) in fields {
            if !columns.contains(&name.as_str()) {
                columns.push(name);
            }
        }
        if columns.len() > WIDEST {
            return None;
        }
    }
    (values.len() > 1 && cells * 2 >= columns.len() * values.len()).then_some(columns)
}

fn named(name: &str, value: &Ordered, depth: usize, lines: &mut Vec<String>) {
    let indent = "    ".repeat(depth.min(DEEPEST));
    if is_plain(value) {
        lines.push(format!("{indent}- {}: {}", one_line(name), words(value)));
    } else {
        lines.push(format!("{indent}- {}:", one_line(name)));
        list(value, depth + 1, lines);
    }
}

fn list(value: &Ordered, depth: usize, lines: &mut Vec<String>) {
    match value {
        Ordered::Object(fields) => fields.iter().for_each(|(name, value)| named(name, value, depth, lines)),
        Ordered::List(values) => values.iter().for_each(|value| list(value, depth, lines)),
        value => lines.push(format!("{}- {}", "    ".repeat(depth.min(DEEPEST)), words(value))),
    }
}

/// Whether a value can stand on one line: a scalar, or a list of them.
fn is_plain(value: &Ordered) -> bool {
    match value {
        Ordered::Scalar(_) => true,
        Ordered::List(values) => values.iter().all(|value| matches!(value, Ordered::Scalar(_))),
        Ordered::Object(_) => false,
    }
}

fn words(value: &Ordered) -> String {
    match value {
        Ordered::Scalar(scalar) => scalar_words(scalar),
        Ordered::List(values) => values.iter().map(words).collect::<Vec<_>>().join(", "),
        Ordered::Object(_) => String::new(),
    }
}

fn scalar_words(value: &Value) -> String {
    match value {
        Value::String(text) => one_line(text),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}
