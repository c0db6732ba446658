//! The outline of a document: its headings with where each begins and ends.

use quipu_kernel::model::{Chunk, Key};
use serde::Serialize;

/// A section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// Its depth, from 1.
    pub level: usize,
    /// Its first page, if the document has pages.
    pub page: Option<u32>,
    /// Its first byte in the document's text.
    pub start: u32,
    /// One past its last byte, that of its subsections included.
    pub end: u32,
    /// Its chunks outside of its subsections.
    pub chunks: Vec<Key>,
}

/// The sections of a document's chunks, in the order of its text. Sections that follow each other with the same heading
/// are one.
pub fn outline(chunks: &[Chunk]) -> Vec<Section> {
    let mut out: Vec<Section> = Vec::new();
    // The open sections, outermost first, by their positions.
    let mut open: Vec<usize> = Vec::new();
    for chunk in chunks {
        let same = open.iter().zip(&chunk.headings).take_while(|(at, heading)| out[**at].heading == **heading).count();
        open.truncate(same);
        for heading in &chunk.headings[same..] {
            open.push(out.len());
            out.push(Section {
                heading: heading.clone(),
                level: open.len(),
                page: chunk.pages.as_ref().map(|pages| pages.first),
                start: chunk.body.start,
                end: chunk.body.end,
                chunks: Vec::new(),
            });
        }
        open.iter().for_each(|at| out[*at].end = chunk.body.end);
        if let Some(at) = open.last() {
            out[*at].chunks.push(chunk.key);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::Span;

    use super::*;

    #[test]
    fn sections_hold_what_is_below_them() {
        let chunk = |at: u32, headings: &[&str]| Chunk {
            key: Key::text(&at.to_string()),
            headings: headings.iter().map(|heading| (*heading).to_owned()).collect(),
            body: Span { start: at, end: at + 10 },
            ..Chunk::default()
        };
        let chunks = [
            chunk(0, &[]),
            chunk(10, &["Bells"]),
            chunk(20, &["Bells", "Casting"]),
            chunk(30, &["Bells", "Casting"]),
            chunk(40, &["Bells", "Ringing"]),
            chunk(50, &["Towers", "Ringing"]),
        ];
        let told: Vec<_> = outline(&chunks)
            .into_iter()
            .map(|section| (section.heading, section.level, section.start, section.end, section.chunks.len()))
            .collect();
        let expected = [("Bells", 1, 10, 50, 1), ("Casting", 2, 20, 40, 2), ("Ringing", 2, 40, 50, 1)];
        let expected = expected.into_iter().chain([("Towers", 1, 50, 60, 0), ("Ringing", 2, 50, 60, 1)]);
        let expected: Vec<_> = expected.map(|(heading, a, b, c, d)| (heading.to_owned(), a, b, c, d)).collect();
        assert_eq!(told, expected);
    }
}
