//! The text loader: any decodable text, as paragraphs.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed};
use quipu_kernel::model::Format;

use super::decode::decode;
use super::field_heads::field_head;
use super::markup::read_markup;
use super::metadata::describe;
use super::{extension, is_text};

/// Reads plain text, and any other text that no loader knows better.
#[derive(Debug, Clone, Copy, Default)]
pub struct Text;

impl Loader for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text)?;
        let extension = extension(input.path);
        let mut parsed = Parsed {
            text_offset: decoded.offset,
            mime: mime(&extension).to_owned(),
            format: Format::Plain,
            partial: decoded.partial,
            ..Parsed::default()
        };
        // In code and data a `#` is seldom a tag, and a `tags:` line a field of something else.
        if matches!(extension.as_str(), "" | "txt" | "text") {
            let markup = read_markup(&decoded.text, Format::Plain, input.path);
            describe(&mut parsed, field_head(&decoded.text), markup);
        }
        parsed.text = decoded.text.into_owned();
        Ok(parsed.into())
    }
}

fn mime(extension: &str) -> &'static str {
    match extension {
        "html" | "htm" => "text/html",
        "csv" => "text/csv",
        "tsv" => "text/tab-separated-values",
        "xml" => "text/xml",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        "json" => "application/json",
        "yaml" | "yml" => "application/yaml",
        "toml" => "application/toml",
        _ => "text/plain",
    }
}
