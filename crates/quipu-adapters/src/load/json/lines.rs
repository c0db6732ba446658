//! JSONL: a JSON value a line, read piece by piece, so that a file may be larger than memory.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Reach};
use quipu_kernel::text::char_start;
use serde_json::Value;

use super::{JsonFields, documents};
use crate::load::{LoadOptions, extension, is_text};

/// How many lines tell whether a text has a value a line.
const TELLING: usize = 3;

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

    fn line(&self, input: &Input<'_>, line: &str) -> Result<Loaded, LoadError> {
        let value: Value = serde_json::from_str(line).map_err(|error| LoadError::Unreadable {
            reason: format!("it is no JSON: {error}; mend it, or leave it out by .quipuignore"),
        })?;
        if !self.fields.has_text(&value) {
            let names = self.fields.text.join(", ");
            return Err(LoadError::Unreadable {
                reason: format!("no field of it is a text ({names}); `load.json_text` names the field"),
            });
        }
        Ok(documents(&self.fields, input, vec![value]))
    }
}

impl Loader for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        matches!(extension(input.path).as_str(), "jsonl" | "ndjson" | "jsonlines") && is_text(input)
    }

    fn reach(&self) -> Reach {
        Reach::Pieces
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let whole = match input.last {
            true => input.bytes.len(),
            false => memchr::memrchr(b'\n', input.bytes).map_or(0, |at| at + 1),
        };
        let mut loaded = Loaded { rest: input.bytes.len() - whole, ..Loaded::default() };
        let text = String::from_utf8_lossy(&input.bytes[..whole]);
        let lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
        for (before, line) in (input.before..).zip(lines.filter(|line| !line.is_empty())) {
            match self.line(&Input { before, ..*input }, line) {
                Ok(mut read) => {
                    loaded.documents.append(&mut read.documents);
                    loaded.skipped.append(&mut read.skipped);
                }
                Err(error) => {
                    let begins = &line[..char_start(line, 40)];
                    loaded.skipped.push((format!("object {} ({begins:?})", before + 1), error));
                }
            }
        }
        Ok(loaded)
    }
}

/// Whether the first lines of a text are a JSON object each.
pub(super) fn are_lines(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).take(TELLING).peekable();
    lines.peek().is_some() && lines.all(|line| serde_json::from_str::<serde_json::Map<String, Value>>(line).is_ok())
}
