//! JSONL: one JSON value per line, read piece by piece, so that a file may be larger than memory.
//!
//! An object that holds a text, a conversation, or long or nested fields is a document. Neighbours that
//! are short and alike are rows of one table. A line with invalid JSON is skipped and reported.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed, Reach};
use quipu_kernel::model::{Format, Metadata};
use quipu_kernel::text::char_start;
use rustc_hash::FxHashSet;
use serde::de::IgnoredAny;
use serde_json::{Deserializer, Map, Value};

use super::object::says_nothing;
use super::ordered::Ordered;
use super::pieces::{Line, last_line, lines};
use super::{Json, chat, data, document, no_json, note, prose, told};
use crate::load::decode::decode;
use crate::load::names::Names;
use crate::load::options::JsonFields;
use crate::load::written::Written;
use crate::load::{LoadOptions, extension, is_text};

/// Number of lines that decide if a text has one value per line.
const TELLING: usize = 3;
/// The start of each value in a JSON text sequence (RFC 7464).
const SEQUENCE: char = '\u{1e}';

/// Reads `.jsonl` and `.ndjson`.
#[derive(Debug, Clone, Default)]
pub struct JsonLines {
    fields: JsonFields,
}

impl JsonLines {
    /// Reads objects whose fields the options name.
    pub fn new(options: &LoadOptions) -> Self {
        Self::of(options.json.clone())
    }

    pub(super) fn of(fields: JsonFields) -> Self {
        Self { fields }
    }
}

impl Loader for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        matches!(extension(input.path).as_str(), "jsonl" | "ndjson" | "jsonlines" | "ldjson") && is_text(input)
    }

    fn reach(&self) -> Reach {
        Reach::Pieces
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let end = if input.last { input.bytes.len() } else { last_line(input.bytes) };
        let lines = lines(&input.bytes[..end]);
        if input.last && input.before == 0 && !begins_with_a_value(&lines) && are_values(input.bytes) {
            return Json::of(self.fields.clone()).parse(input);
        }
        let mut reading = Reading::new(&self.fields, input);
        for (at, line) in lines.iter().enumerate() {
            reading.line(input.before + at + 1, line);
        }
        let mut loaded = reading.finish();
        loaded.rest = input.bytes.len() - end;
        // A text that ends with the end of a line has no further line.
        let open = lines.last().is_some_and(|line| !line.text.is_empty());
        loaded.rows = Some(lines.len() - usize::from(!open));
        Ok(loaded)
    }
}

/// The value that a line holds.
fn trimmed(line: &str) -> &str {
    line.trim_start_matches(['\u{feff}', SEQUENCE]).trim()
}

/// True if the first line that is not blank is a value.
fn begins_with_a_value(lines: &[Line<'_>]) -> bool {
    let first = lines.iter().map(|line| trimmed(&line.text)).find(|line| !line.is_empty());
    first.is_none_or(|line| serde_json::from_str::<IgnoredAny>(line).is_ok())
}

/// True if a text is one value, or several that are not a line each.
fn are_values(bytes: &[u8]) -> bool {
    let Ok(decoded) = decode(bytes, usize::MAX) else { return false };
    Deserializer::from_str(&decoded.text).into_iter::<IgnoredAny>().all(|value| value.is_ok())
}

/// True if the first lines of a text are a JSON object each.
pub(super) fn are_lines(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).take(TELLING).peekable();
    lines.peek().is_some() && lines.all(|line| serde_json::from_str::<Map<String, Value>>(line).is_ok())
}

/// The results of a piece's lines so far.
struct Reading<'a> {
    fields: &'a JsonFields,
    input: &'a Input<'a>,
    loaded: Loaded,
    table: Table,
    names: Names,
}

/// Neighbours that are rows of one table.
#[derive(Default)]
struct Table {
    rows: Vec<Ordered>,
    /// The number of the first.
    first: usize,
    /// Their size in bytes.
    size: usize,
    note: Option<String>,
}

impl<'a> Reading<'a> {
    fn new(fields: &'a JsonFields, input: &'a Input<'a>) -> Self {
        Self { fields, input, loaded: Loaded::default(), table: Table::default(), names: Names::default() }
    }

    fn line(&mut self, number: usize, line: &Line<'_>) {
        let text = trimmed(&line.text);
        if text.is_empty() {
            return;
        }
        let value = match serde_json::from_str::<Ordered>(text) {
            Ok(value) => value,
            Err(error) => return self.skip(number, text, no_json(&error)),
        };
        if self.fields.text(&value).is_none() && is_row(&value) && !says_nothing(self.fields, &value) {
            return self.row(number, value, text.len(), line.note.clone());
        }
        self.end_table();
        match document(self.fields, self.input, &value) {
            Ok(parsed) => {
                let within = Some(self.names.name(self.fields.id(&value), number));
                self.push(Parsed { within, ..parsed }, line.note.as_deref());
            }
            Err(error) => self.skip(number, text, error),
        }
    }

    fn skip(&mut self, number: usize, line: &str, error: LoadError) {
        let begins = &line[..char_start(line, 40)];
        self.loaded.skipped.push((format!("line {number} ({begins:?})"), error));
    }

    fn push(&mut self, parsed: Parsed, told: Option<&str>) {
        let mut documents = [parsed];
        note(&mut documents, told);
        self.loaded.documents.extend(documents);
    }

    fn row(&mut self, number: usize, value: Ordered, size: usize, told: Option<String>) {
        let fits = self.table.size + size <= self.input.max_text / 2;
        if !(fits && self.table.rows.first().is_none_or(|first| are_alike(first, &value))) {
            self.end_table();
        }
        if self.table.rows.is_empty() {
            self.table.first = number;
        }
        self.table.size += size;
        self.table.note = self.table.note.take().or(told);
        self.table.rows.push(value);
    }

    /// Ends a table. The first of a file has the file's name, others the number of their first line.
    fn end_table(&mut self) {
        let Table { mut rows, first, note, .. } = std::mem::take(&mut self.table);
        let value = match rows.len() {
            0 => return,
            1 => rows.remove(0),
            _ => Ordered::List(rows),
        };
        let mut written = Written::new(self.input.max_text);
        data::write(&mut written, &value);
        let written = told::held(written, std::iter::once(&value));
        let begins = self.input.before == 0 && self.loaded.documents.is_empty();
        let within = (!begins).then(|| first.to_string());
        match written.finish(self.input.path, "application/json", Format::Markdown, Metadata::new()) {
            Ok(parsed) => self.push(Parsed { id: None, within, ..parsed }, note.as_deref()),
            Err(error) => self.loaded.skipped.push((format!("line {first}"), error)),
        }
    }

    fn finish(mut self) -> Loaded {
        self.end_table();
        self.loaded
    }
}

/// True if a value can be a row of a table: it is flat, and its texts are short.
fn is_row(value: &Ordered) -> bool {
    let is_cell = |value: &Ordered| match value {
        Ordered::Scalar(_) => !value.text().is_some_and(prose::is_long),
        Ordered::List(values) => values.iter().all(|value| matches!(value, Ordered::Scalar(_))),
        Ordered::Object(_) => false,
    };
    match value {
        Ordered::Scalar(_) => is_cell(value),
        Ordered::List(values) => values.iter().all(|value| matches!(value, Ordered::Scalar(_)) && is_cell(value)),
        Ordered::Object(fields) => fields.iter().all(|(name, value)| is_cell(value) && !chat::is_chat(value, name)),
    }
}

/// True if a row belongs to the table of another.
fn are_alike(first: &Ordered, other: &Ordered) -> bool {
    match (first, other) {
        (Ordered::Object(own), Ordered::Object(others)) => {
            let names: FxHashSet<&str> = others.iter().map(|(name, _)| name.as_str()).collect();
            let shared = own.iter().filter(|(name, _)| names.contains(name.as_str())).count();
            shared * 2 >= own.len().max(others.len())
        }
        (Ordered::List(own), Ordered::List(others)) => own.len() == others.len(),
        (Ordered::Scalar(_), Ordered::Scalar(_)) => true,
        _ => false,
    }
}
