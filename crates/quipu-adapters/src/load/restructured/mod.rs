//! The loader of reStructuredText, with the directives and roles of Sphinx.
//!
//! Lines are read by their indentation, as docutils does: sections, lists, tables, literal blocks and
//! directives become Markdown; roles become their words. Comments, targets and directives for programs
//! are left out. A text is read once, nested parts once for each level of a bounded depth.

mod rst_body;
mod rst_data_tables;
mod rst_directive_kinds;
mod rst_directives;
mod rst_explicit;
mod rst_head;
mod rst_inline;
mod rst_lines;
mod rst_lists;
mod rst_roles;
mod rst_tables;
mod rst_targets;
#[cfg(test)]
mod tests;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};

use super::decode::decode;
use super::nested_text::NestedText;
use super::{extension, is_text};
use rst_body::{RstReader, heading_at};
use rst_lines::with_spaces;
use rst_targets::Definitions;

/// Size of the sample by which a text is recognised.
const SAMPLE: usize = 64 << 10;
/// Directives by which a text without the usual ending is recognised.
const SURE: usize = 2;

/// Reads reStructuredText.
#[derive(Debug, Clone, Copy, Default)]
pub struct Restructured;

impl Loader for Restructured {
    fn name(&self) -> &'static str {
        "restructured"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = match extension(input.path).as_str() {
            "rst" => true,
            "txt" | "rest" => input.path.to_lowercase().ends_with(".rst.txt") || is_surely(input.bytes),
            _ => false,
        };
        named && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text)?;
        let text = with_spaces(&decoded.text);
        let lines: Vec<&str> = text.lines().collect();
        let mut to = NestedText::new(input.max_text, input.path);
        to.note(decoded.partial);
        let ending = extension(input.path);
        let mut reader = RstReader::new(to, Definitions::of(&lines), &ending);
        reader.file(&lines);
        Ok(reader.to.finish("text/x-rst")?.into())
    }
}

/// True if a text is surely reStructuredText: a PEP, or one with a heading and several directives.
fn is_surely(bytes: &[u8]) -> bool {
    let sample = String::from_utf8_lossy(&bytes[..bytes.len().min(SAMPLE)]);
    let text = with_spaces(&sample);
    let lines: Vec<&str> = text.lines().collect();
    if rst_head::letter_head(&lines).is_some_and(|(fields, _)| fields[0].name == "PEP") {
        return true;
    }
    let is_directive = |line: &&&str| {
        let name = line.strip_prefix(".. ").and_then(|rest| rest.split_once("::")).map(|(name, _)| name);
        name.is_some_and(rst_directive_kinds::is_known)
    };
    let directives = lines.iter().filter(is_directive).take(SURE).count();
    directives == SURE && (0..lines.len()).any(|at| heading_at(&lines, at).is_some())
}
