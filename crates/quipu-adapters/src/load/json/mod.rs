//! The loaders of JSON: an object that holds a text is a document, its other fields what is known
//! about it; an array of such objects, or a line each (JSONL), is a row of documents. Other data is
//! written as a table where its objects are alike, else as nested lists.

mod data;
mod fields;
mod lines;
mod ordered;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed, Reach};
use quipu_kernel::model::{Format, Metadata};
use serde_json::Value;

use super::decode::decode;
use super::written::Written;
use super::{LoadOptions, extension, is_text};
pub use fields::JsonFields;
pub use lines::JsonLines;
use ordered::Ordered;

/// Reads `.json`.
#[derive(Debug, Clone, Default)]
pub struct Json {
    fields: JsonFields,
}

impl Json {
    /// Reads objects whose fields the options name.
    pub fn new(options: &LoadOptions) -> Self {
        Self { fields: options.json.clone() }
    }
}

impl Loader for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        matches!(extension(input.path).as_str(), "json" | "geojson") && is_text(input)
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, usize::MAX)?;
        let value: Value = match serde_json::from_str(&decoded.text) {
            Ok(value) => value,
            // Many files of lines have the plainer name.
            Err(_) if lines::are_lines(&decoded.text) => return JsonLines::of(self.fields.clone()).parse(input),
            Err(error) => {
                return Err(LoadError::Unreadable {
                    reason: format!("it is no JSON: {error}; mend it, or leave it out by .quipuignore"),
                });
            }
        };
        match value {
            Value::Array(values) if !values.is_empty() && values.iter().all(|value| self.fields.has_text(value)) => {
                Ok(documents(&self.fields, input, values))
            }
            value if self.fields.has_text(&value) => {
                Ok(document(&self.fields, input, value).ok_or(LoadError::Empty)?.into())
            }
            _ => {
                let value: Ordered = serde_json::from_str(&decoded.text).map_err(|error| LoadError::Unreadable {
                    reason: format!("it is no JSON: {error}; mend it, or leave it out by .quipuignore"),
                })?;
                let mut written = Written::new(input.max_text);
                data::write(&mut written, &value);
                written.note(decoded.partial);
                Ok(written.finish(input.path, "application/json", Format::Markdown, Metadata::new())?.into())
            }
        }
    }
}

/// Each object as a document, named by its id or its number.
fn documents(fields: &JsonFields, input: &Input<'_>, values: Vec<Value>) -> Loaded {
    let mut loaded = Loaded::default();
    for (at, value) in values.into_iter().enumerate() {
        let number = input.before + at + 1;
        let id = fields.id(&value);
        match document(fields, input, value) {
            Some(parsed) => {
                let within = Some(id.unwrap_or_else(|| number.to_string()));
                loaded.documents.push(Parsed { within, ..parsed });
            }
            None => loaded.skipped.push((format!("object {number}"), LoadError::Empty)),
        }
    }
    loaded
}

/// An object that holds a text, as a document; none where the text is blank.
fn document(fields: &JsonFields, input: &Input<'_>, value: Value) -> Option<Parsed> {
    let (text, format, title, rest) = fields.split(value)?;
    let mut written = Written::new(input.max_text);
    written.block(&text);
    let parsed = written.finish(input.path, "application/json", format, rest).ok()?;
    Some(Parsed { title: title.or(parsed.title), id: None, ..parsed })
}
