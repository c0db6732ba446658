//! The loader of AsciiDoc.
//!
//! Lines are read as Asciidoctor does: sections, lists with what is attached to them, delimited blocks and
//! tables become Markdown; attributes of the file are resolved, those of others are their bare names. Files
//! are never included: an inclusion is a link. Nested parts are read once for each level of a bounded depth.

mod adoc_attributes;
mod adoc_blocks;
mod adoc_head;
mod adoc_inline;
mod adoc_lines;
mod adoc_list_marks;
mod adoc_lists;
mod adoc_macros;
mod adoc_tables;
#[cfg(test)]
mod tests;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};

use super::decode::decode;
use super::nested_text::NestedText;
use super::{extension, is_text};
use adoc_blocks::AdocReader;
use adoc_lines::settled;

/// The beginning of armoured keys and letters, whose files have an ending of AsciiDoc.
const ARMOUR: &[u8] = b"-----BEGIN ";

/// Reads AsciiDoc.
#[derive(Debug, Clone, Copy, Default)]
pub struct AsciiDoc;

impl Loader for AsciiDoc {
    fn name(&self) -> &'static str {
        "asciidoc"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = match extension(input.path).as_str() {
            "adoc" | "asciidoc" | "adoctxt" => true,
            "asc" => !input.bytes.starts_with(ARMOUR),
            _ => false,
        };
        named && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text)?;
        let settled = settled(&decoded.text);
        let mut to = NestedText::new(input.max_text, input.path);
        to.note(decoded.partial);
        settled.included.iter().for_each(|target| to.link(target));
        let mut reader = AdocReader::new(to, &settled.lines);
        let from = reader.head(&settled.lines);
        reader.body(&settled.lines[from..], 0);
        Ok(reader.to.finish("text/asciidoc")?.into())
    }
}
