//! The splitter by sentences: whole sentences joined up to a size, headings and rows among them.
//!
//! A sentence that is longer than a chunk is cut between words. An overlap consists of whole
//! sentences too. Cost: linear in the text.

use super::blocks::blocks;
use super::parts::chunks;
use super::recursive::Cutter;
use super::window::Sizes;
use super::{KeepSeparator, SplitOptions, Splitter};
use crate::model::{Chunk, Document};
use crate::text::sentences;

/// Default number of characters of a chunk, and of its overlap.
const SIZES: Sizes = Sizes { size: 1200, overlap: 0, rest: 0 };
/// Separators for sentences that are too long.
const FINER: [&str; 3] = ["\n", " ", ""];

/// The splitter by sentences.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sentences;

impl Splitter for Sentences {
    fn name(&self) -> &'static str {
        "sentences"
    }

    fn about(&self) -> &'static str {
        "whole sentences up to a size; an edit re-does what follows until two chunks end at the same sentence"
    }

    fn recipe(&self, options: &SplitOptions) -> String {
        let Sizes { size, overlap, .. } = sizes(options);
        format!("{size} {overlap}")
    }

    fn sizes(&self, options: &SplitOptions) -> Option<Sizes> {
        Some(sizes(options))
    }

    fn split(&self, document: &Document, options: &SplitOptions) -> Vec<Chunk> {
        let text = &document.text;
        let mut cutter = Cutter::new(text, sizes(options), KeepSeparator::Start);
        let mut from = 0;
        for block in blocks(text, document.format) {
            for sentence in sentences(&text[block.span.clone()]) {
                // Text between two sentences goes with the second.
                let end = block.span.start + sentence.range().end;
                cutter.piece(from..end.max(from), &FINER);
                from = end.max(from);
            }
        }
        cutter.piece(from..text.len(), &FINER);
        cutter.flush();
        chunks(document, cutter.parts)
    }
}

fn sizes(options: &SplitOptions) -> Sizes {
    SIZES.with(options.size_chars, options.overlap)
}
