//! Data: a table where an array's objects are alike, one section per object where they hold long texts,
//! else nested lists.

use serde_json::Value;

use super::ordered::Ordered;
use super::{chat, prose};
use crate::load::written::{Written, one_line};

/// The most columns of a table.
const WIDEST: usize = 40;
/// Indentation limit of lists.
const DEEPEST: usize = 8;
/// The lowest level of section headings.
const LOWEST: usize = 6;
/// Number of elements from which on a list of numbers is a vector, which is not read as text: it stays metadata
/// of the document, where that is an object.
const VECTOR: usize = 64;
/// Fields whose words are the heading of an object that is a section.
const TITLES: [&str; 4] = ["title", "name", "headline", "subject"];

/// Writes a value.
pub(super) fn write(to: &mut Written, value: &Ordered) {
    match value {
        value if chat::is_chat(value, "") => chat::write(to, value, list),
        Ordered::List(values) => array(to, values, 2),
        Ordered::Object(fields) => object(to, fields, 2),
        Ordered::Scalar(Value::String(text)) => {
            prose::blocks(to, text);
        }
        Ordered::Scalar(scalar) => to.block(&scalar_words(scalar)),
    }
}

/// Writes fields as an object's.
pub(super) fn list(to: &mut Written, fields: &[(String, Ordered)]) {
    object(to, fields, 3);
}

fn array(to: &mut Written, values: &[Ordered], level: usize) {
    if holds_prose(values) {
        return values.iter().for_each(|value| section(to, value, level));
    }
    if let Some(rows) = rows(values) {
        return to.table(&rows);
    }
    match columns(values) {
        Some(columns) => {
            let cell = |value: &Ordered, column: &str| value.field(column).map(words).unwrap_or_default();
            let row = |value: &Ordered| columns.iter().map(|column| cell(value, column)).collect::<Vec<_>>();
            let head = columns.iter().map(|column| (*column).to_owned()).collect();
            let rows: Vec<_> = std::iter::once(head).chain(values.iter().map(row)).collect();
            to.table(&rows);
        }
        None => {
            let mut lines = Vec::new();
            values.iter().for_each(|value| listed(value, 0, &mut lines));
            to.block(&lines.join("\n"));
        }
    }
}

/// An object's simple fields are a list, each of the others a section, in the order they stand.
fn object(to: &mut Written, fields: &[(String, Ordered)], level: usize) {
    let nested = fields.iter().filter(|(_, value)| !is_simple(value)).count();
    let mut lines = Vec::new();
    for (name, value) in fields {
        if is_simple(value) {
            named(name, value, 0, &mut lines);
            continue;
        }
        to.block(&lines.join("\n"));
        lines.clear();
        let is_chat = chat::is_chat(value, name);
        // A pure conversation needs no heading.
        if !(is_chat && nested == 1) {
            to.heading(level.min(LOWEST), name);
        }
        match value {
            value if is_chat => chat::write(to, value, list),
            Ordered::List(values) => array(to, values, level + 1),
            Ordered::Scalar(Value::String(text)) => {
                prose::blocks(to, text);
            }
            Ordered::Object(fields) if holds_prose(std::slice::from_ref(value)) => object(to, fields, level + 1),
            value => listed(value, 0, &mut lines),
        }
        to.block(&lines.join("\n"));
        lines.clear();
    }
    to.block(&lines.join("\n"));
}

/// An object among others, below its title.
fn section(to: &mut Written, value: &Ordered, level: usize) {
    let title = TITLES.iter().find_map(|name| Some((*name, value.field(name)?.text()?)));
    if let Some((_, title)) = title {
        to.heading(level.min(LOWEST), &prose::line(title));
    }
    match value {
        Ordered::Object(fields) => {
            let is_rest = |(name, _): &&(String, Ordered)| title.is_none_or(|(known, _)| known != name);
            let rest: Vec<(String, Ordered)> = fields.iter().filter(is_rest).cloned().collect();
            object(to, &rest, level + 1);
        }
        value => write(to, value),
    }
}

/// True if any of the values has a field that is a long text or a conversation.
fn holds_prose(values: &[Ordered]) -> bool {
    let is_prose =
        |(name, value): &(String, Ordered)| value.text().is_some_and(prose::is_long) || chat::is_chat(value, name);
    values.iter().any(|value| value.fields().iter().any(is_prose))
}

/// Lists that are rows of a table: of scalars, all of one length.
fn rows(values: &[Ordered]) -> Option<Vec<Vec<String>>> {
    let row = |value: &Ordered| match value {
        Ordered::List(cells) if cells.len() > 1 && is_plain(value) && !is_vector(cells) => {
            cells.iter().all(|cell| matches!(cell, Ordered::Scalar(_))).then(|| cells.iter().map(words).collect())
        }
        _ => None,
    };
    let rows: Option<Vec<Vec<String>>> = values.iter().map(row).collect();
    let rows = rows.filter(|rows| rows.len() > 1)?;
    rows.windows(2).all(|pair| pair[0].len() == pair[1].len()).then_some(rows)
}

/// True if a value stands in a list, and is no section of its own.
fn is_simple(value: &Ordered) -> bool {
    match value {
        Ordered::Scalar(_) => !value.text().is_some_and(prose::is_long),
        Ordered::List(values) => {
            columns(values).is_none() && rows(values).is_none() && !holds_prose(values) && !chat::is_chat(value, "")
        }
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
            if columns.len() > WIDEST {
                return None;
            }
        }
    }
    (values.len() > 1 && cells * 2 >= columns.len() * values.len()).then_some(columns)
}

fn named(name: &str, value: &Ordered, depth: usize, lines: &mut Vec<String>) {
    if matches!(value, Ordered::List(values) if is_vector(values)) {
        return;
    }
    let indent = "    ".repeat(depth.min(DEEPEST));
    if is_plain(value) {
        lines.push(format!("{indent}- {}: {}", one_line(name), words(value)));
    } else {
        lines.push(format!("{indent}- {}:", one_line(name)));
        listed(value, depth + 1, lines);
    }
}

fn listed(value: &Ordered, depth: usize, lines: &mut Vec<String>) {
    match value {
        Ordered::Object(fields) => fields.iter().for_each(|(name, value)| named(name, value, depth, lines)),
        Ordered::List(values) => values.iter().for_each(|value| listed(value, depth, lines)),
        value => lines.push(format!("{}- {}", "    ".repeat(depth.min(DEEPEST)), words(value))),
    }
}

/// True if a value can stand on one line: a scalar, or a list of them.
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
        Ordered::List(values) if is_vector(values) => String::new(),
        Ordered::List(values) => values.iter().map(words).collect::<Vec<_>>().join(", "),
        Ordered::Object(_) => String::new(),
    }
}

fn scalar_words(value: &Value) -> String {
    match value {
        Value::String(text) => prose::line(text),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// True if a list is the vector of a text, as programs keep it that search by meaning.
fn is_vector(values: &[Ordered]) -> bool {
    values.len() >= VECTOR && values.iter().all(|value| matches!(value, Ordered::Scalar(Value::Number(_))))
}
