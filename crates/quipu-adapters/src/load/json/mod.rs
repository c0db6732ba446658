//! The loaders of JSON: an object that holds a text is a document, its other fields stand below the text
//! and are its metadata; an array of such objects, or one per line (JSONL), gives several documents.
//! Conversations are paragraphs. Other data is written as a table where its objects are alike, else as
//! sections and nested lists.

mod conversations;
mod data;
mod json_text;
mod jsonl;
mod line_pieces;
mod object;
mod object_fields;
mod ordered;
mod readable_texts;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed, Reach};
use quipu_kernel::model::{Format, Metadata};
use serde_json::Deserializer;

use super::decode::decode;
use super::document_ids::DocumentIds;
use super::text_builder::TextBuilder;
use super::{JsonFields, LoadOptions, extension, is_text};
pub use jsonl::JsonLines;
use object::document;
use ordered::Ordered;

/// Reads `.json`.
#[derive(Debug, Clone, Default)]
pub struct Json {
    fields: JsonFields,
}

impl Json {
    /// Reads objects whose fields the options name.
    pub fn new(options: &LoadOptions) -> Self {
        Self::of(options.json.clone())
    }

    fn of(fields: JsonFields) -> Self {
        Self { fields }
    }

    /// Reads a value that is all of a source.
    fn value(&self, input: &Input<'_>, value: &Ordered) -> Result<Loaded, LoadError> {
        match value {
            value if is_chat(value) => {}
            Ordered::List(values) if !values.is_empty() && values.iter().all(|one| self.fields.text(one).is_some()) => {
                return Ok(documents(&self.fields, input, values));
            }
            value if self.fields.text(value).is_some() => return Ok(document(&self.fields, input, value)?.into()),
            _ => {}
        }
        let mut written = TextBuilder::new(input.max_text);
        data::write(&mut written, value);
        let written = readable_texts::held(written, std::iter::once(value));
        Ok(written.finish(input.path, "application/json", Format::Markdown, Metadata::new())?.into())
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
        let mut loaded = match serde_json::from_str::<Ordered>(&decoded.text) {
            Ok(value) => self.value(input, &value)?,
            // Many files of lines have the plainer name.
            Err(_) if jsonl::are_lines(&decoded.text) => return JsonLines::of(self.fields.clone()).parse(input),
            Err(error) => match several(&decoded.text) {
                Some(values) => self.value(input, &Ordered::List(values))?,
                None => return Err(no_json(&error)),
            },
        };
        note(&mut loaded.documents, decoded.partial.as_deref());
        Ok(loaded)
    }
}

/// The values of a text that has one after the other, as programs print them.
fn several(text: &str) -> Option<Vec<Ordered>> {
    let values: Result<Vec<Ordered>, _> = Deserializer::from_str(text).into_iter().collect();
    values.ok().filter(|values| values.len() > 1)
}

/// True if a whole source is a conversation. A sender may be a field of documents too;
/// a role, or a bare value, is typical of messages.
fn is_chat(value: &Ordered) -> bool {
    let Ordered::List(values) = value else { return false };
    let tells = |one: &Ordered| one.field("role").is_some() || one.field("value").is_some();
    conversations::is_chat(value, "") && values.iter().all(tells)
}

/// The error of one line by itself, without the number of its line, which is always 1.
fn no_json(error: &serde_json::Error) -> LoadError {
    let error = error.to_string().replace(" at line 1 column ", " at column ");
    LoadError::Unreadable { reason: format!("it is no JSON: {error}; fix it, or exclude it in .quipuignore") }
}

/// Notes missing letters on the documents in which letters were replaced; else on all of them.
fn note(documents: &mut [Parsed], note: Option<&str>) {
    let Some(note) = note else { return };
    let is_marked = |parsed: &Parsed| parsed.text.contains('\u{fffd}');
    let any = documents.iter().any(is_marked);
    for parsed in documents.iter_mut().filter(|parsed| !any || is_marked(parsed)) {
        parsed.partial = Some(parsed.partial.take().map_or_else(|| note.to_owned(), |own| format!("{own}; {note}")));
    }
}

/// Each object as a document, named by its id or its number.
fn documents(fields: &JsonFields, input: &Input<'_>, values: &[Ordered]) -> Loaded {
    let mut loaded = Loaded::default();
    let mut names = DocumentIds::default();
    for (at, value) in values.iter().enumerate() {
        let number = input.before + at + 1;
        let within = Some(names.name(fields.id(value), number));
        match document(fields, input, value) {
            Ok(parsed) => loaded.documents.push(Parsed { within, ..parsed }),
            Err(error) => loaded.skipped.push((format!("object {number}"), error)),
        }
    }
    loaded
}

#[cfg(test)]
mod tests;
