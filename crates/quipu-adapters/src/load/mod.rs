//! Loading: the bytes of one source become text and metadata.
//!
//! [`loaders`] is the one list; a new format is a file here and a line there. Every byte passes
//! [`decode`](self::decode) first, so binaries, encodings and byte-order marks are settled in one
//! place, and no loader sees anything but text.

mod asciidoc;
mod bibliographies;
mod calendar;
mod canvas;
mod code;
mod code_pages;
pub(crate) mod data_runs;
mod decode;
mod document_ids;
mod drawings;
mod epub;
mod field_heads;
mod front;
mod front_matter_dates;
mod html;
mod json;
mod latex;
mod loader_options;
mod magic;
mod mail;
mod markdown;
mod markup;
mod metadata;
mod nested_text;
mod no_document;
mod note_properties;
mod notebook;
mod ocr;
mod office;
mod paths;
mod pdf;
mod quotes;
mod restructured;
mod rfc;
mod roman;
mod rtf;
mod source_notes;
mod spans;
mod subtitles;
mod superscripts;
mod tables;
mod text;
mod text_builder;
mod unique;
mod word_marks;
mod xml_documents;
mod zipped;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};

pub use asciidoc::AsciiDoc;
pub use bibliographies::Bibliographies;
pub use calendar::Calendars;
pub use canvas::Canvases;
pub use code::Code;
pub use decode::refusal;
pub use drawings::Drawings;
pub use epub::Books;
pub use html::WebPages;
pub use json::{Json, JsonLines};
pub use latex::Latex;
pub use loader_options::{JsonFields, LoadOptions};
pub use mail::{Mail, Mailbox};
pub use markdown::Markdown;
pub use no_document::no_document;
pub use notebook::Notebook;
pub use office::Office;
pub use pdf::PdfFiles;
pub use restructured::Restructured;
pub use rfc::Rfcs;
pub use rtf::RichText;
pub use subtitles::Subtitles;
pub use tables::Tables;
pub use text::Text;
pub use xml_documents::XmlDocuments;

/// All loaders; the first that accepts a source reads it.
pub fn loaders(options: &LoadOptions) -> Vec<Box<dyn Loader>> {
    let mut all: Vec<Box<dyn Loader>> =
        vec![Box::new(PdfFiles::new(options)), Box::new(Books), Box::new(Office), Box::new(RichText)];
    all.extend(data(options));
    all.push(Box::new(Mailbox::new(options)));
    all.push(Box::new(Mail::new(options)));
    if !options.everything {
        all.push(Box::new(Drawings));
    }
    all.extend(prose(options));
    all
}

/// The loaders of texts with a form of their own.
fn data(options: &LoadOptions) -> [Box<dyn Loader>; 11] {
    [
        Box::new(Markdown),
        Box::new(Restructured),
        Box::new(AsciiDoc),
        Box::new(Bibliographies),
        Box::new(Notebook),
        Box::new(Tables),
        Box::new(Subtitles),
        Box::new(Calendars),
        Box::new(Canvases),
        Box::new(Json::new(options)),
        Box::new(JsonLines::new(options)),
    ]
}

/// The loaders of all other text.
fn prose(options: &LoadOptions) -> [Box<dyn Loader>; 6] {
    [
        Box::new(WebPages::new(options)),
        Box::new(XmlDocuments),
        Box::new(Rfcs),
        Box::new(Latex),
        Box::new(Code),
        Box::new(Text),
    ]
}

/// The loaders of attachments of a letter: text of any form, and no letters.
fn attached(options: &LoadOptions) -> Vec<Box<dyn Loader>> {
    data(options).into_iter().chain(prose(options)).collect()
}

/// The index of the loader for a source, by its beginning.
pub fn choose(loaders: &[Box<dyn Loader>], beginning: &Input<'_>) -> Option<usize> {
    loaders.iter().position(|loader| loader.accepts(beginning))
}

/// Reads a source that is here whole with the first loader that accepts it.
///
/// # Errors
/// When none accepts it, or the one that does finds no readable text.
pub fn parse(loaders: &[Box<dyn Loader>], input: &Input<'_>) -> Result<Loaded, LoadError> {
    match choose(loaders, input) {
        Some(loader) => loaders[loader].parse(input),
        None => Err(refusal(input.bytes)),
    }
}

/// True if the bytes are text, judged by their beginning.
fn is_text(input: &Input<'_>) -> bool {
    decode::kind(input.bytes).is_ok()
}

/// The extension of a path in lower case; empty when it has none.
fn extension(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or(String::new(), |(_, end)| end.to_lowercase())
}

#[cfg(test)]
mod mixed_parts;
#[cfg(test)]
mod tests;
