//! The loader of documents in XML: books and articles (DocBook, JATS, TEI, DITA), laws, and any other XML with
//! paragraphs. XML of data stays text as it is written.

mod document_kind;
mod roles;
#[cfg(test)]
mod tests;
mod xml_blocks;
mod xml_head;
mod xml_line;
mod xml_table;
mod xml_tree;
mod xml_writer;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::Format;

use super::decode::decode;
use super::text::Text;
use super::text_builder::TextBuilder;
use super::{extension, is_text};

/// Search distance of the first element.
const BEGINNING: usize = 512;

/// Reads documents in XML.
#[derive(Debug, Clone, Copy, Default)]
pub struct XmlDocuments;

impl Loader for XmlDocuments {
    fn name(&self) -> &'static str {
        "xml"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = match extension(input.path).as_str() {
            "xml" | "dbk" | "docbook" | "nxml" | "jats" | "tei" | "odd" | "dita" | "akn" => true,
            "" => begins_xml(input.bytes),
            _ => false,
        };
        named && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, usize::MAX)?;
        let tree = xml_tree::read_tree(&decoded.text).filter(|tree| document_kind::is_document(&tree.root));
        let Some(tree) = tree else { return Text.parse(input) };
        let head = xml_head::head(&tree.root);
        let titles = xml_line::titles(&tree.root);
        let mut written = TextBuilder::new(input.max_text);
        xml_writer::XmlWriter::new(&mut written, &titles, head.title).document(&tree.root);
        if written.text().is_empty() {
            return Text.parse(input);
        }
        written.note(decoded.partial);
        written.note(tree.cut);
        Ok(written.finish(input.path, "text/xml", Format::Markdown, head.fields)?.into())
    }
}

/// True if bytes begin with a declaration of XML.
fn begins_xml(bytes: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]);
    beginning.trim_start_matches('\u{feff}').trim_start().starts_with("<?xml")
}
