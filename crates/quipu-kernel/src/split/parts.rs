//! Chunks from stretches of a text that may overlap: the repeated part of a stretch is the chunk's prefix.

use std::ops::Range;

use super::chunks::Chunks;
use super::path::Path;
use super::pieces::trimmed;
use crate::model::{Chunk, Document};

/// A stretch of a text, blank edges included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Range in the text.
    pub range: Range<usize>,
    /// True if it was joined from pieces shorter than a chunk (else it is one piece that cannot be cut).
    pub joined: bool,
}

/// Chunks of a document from its parts, in order: a body is the text that no part before it held.
pub(super) fn chunks(document: &Document, parts: Vec<Part>) -> Vec<Chunk> {
    let text = &document.text;
    let mut made = Chunks::new(document);
    let mut path = Path::new(document);
    let mut covered = 0;
    for Part { range, .. } in parts {
        let start = range.start.max(covered);
        let body = trimmed(text, start..range.end.max(start));
        if !body.is_empty() {
            let repeated = trimmed(text, range.start..start);
            let headings = path.at(body.start);
            made.add(body, headings, if repeated.is_empty() { Vec::new() } else { vec![repeated] });
        }
        covered = covered.max(range.end);
    }
    made.finish()
}
