//! The headings above a place, for rules of cutting that do not follow headings themselves.

use super::blocks::{BlockKind, Blocks, blocks};
use super::heading::heading_text;
use crate::model::Document;

/// Reads a document's headings for places that come in the order of its text.
pub(super) struct Path<'a> {
    text: &'a str,
    blocks: Blocks<'a>,
    /// The next heading: its beginning, level and words.
    next: Option<(usize, u8, String)>,
    open: Vec<(u8, String)>,
}

impl<'a> Path<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        let text = &document.text;
        let mut path = Self { text, blocks: blocks(text, document.format), next: None, open: Vec::new() };
        path.read();
        path
    }

    /// The headings above the text at `place`, or beginning there, outermost first.
    pub(super) fn at(&mut self, place: usize) -> Vec<String> {
        while let Some((_, level, words)) = self.next.take_if(|(start, ..)| *start <= place) {
            self.open.retain(|(open, _)| *open < level);
            self.open.push((level, words));
            self.read();
        }
        self.open.iter().map(|(_, words)| words.clone()).filter(|words| !words.is_empty()).collect()
    }

    fn read(&mut self) {
        self.next = self.blocks.find_map(|block| match block.kind {
            BlockKind::Heading { level, line } => Some((line.start, level, heading_text(&self.text[line]))),
            _ => None,
        });
    }
}
