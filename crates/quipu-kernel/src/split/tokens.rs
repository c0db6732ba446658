//! The splitter by tokens: windows of a number of tokens of a language model, each beginning with the
//! last of the one before it, as Microsoft GraphRAG and LightRAG cut.
//!
//! Tokens are those of OpenAI's encodings (`encodings`). A token may end inside a character; the window then
//! ends before that character. Cost: one encoding of the text; memory: four bytes a token beyond the chunks.

use super::parts::{Part, chunks};
use super::window::Sizes;
use super::{SplitOptions, Splitter};
use crate::model::{Chunk, Document};
use crate::text::char_start;

/// Default number of tokens of a chunk, and of its overlap.
const SIZES: Sizes = Sizes { size: 1200, overlap: 100, rest: 1 };

/// The splitter by tokens.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tokens;

impl Splitter for Tokens {
    fn name(&self) -> &'static str {
        "tokens"
    }

    fn about(&self) -> &'static str {
        "windows of a model's tokens, as GraphRAG and LightRAG do; an edit re-does all that follows"
    }

    fn recipe(&self, options: &SplitOptions) -> String {
        let Sizes { size, overlap, .. } = sizes(options);
        format!("{size} {overlap} {:?}", options.encoding)
    }

    fn sizes(&self, options: &SplitOptions) -> Option<Sizes> {
        Some(sizes(options))
    }

    fn split(&self, document: &Document, options: &SplitOptions) -> Vec<Chunk> {
        chunks(document, parts(&document.text, options))
    }
}

fn sizes(options: &SplitOptions) -> Sizes {
    SIZES.with(options.size_tokens, options.overlap)
}

/// The windows of a text, each with its overlap, in order.
pub fn parts(text: &str, options: &SplitOptions) -> Vec<Part> {
    let sizes = sizes(options);
    // The beginning of each token, and the end of the last one.
    let mut places = vec![0];
    let mut end = 0;
    options.encoding.each(text, |length| {
        end += length;
        places.push(end as u32);
    });
    let last = places.len() - 1;
    let place = |token: usize| char_start(text, places[token] as usize);
    let ends = |first: usize| (first + sizes.size).min(last);
    let firsts = (0..last).step_by(sizes.size - sizes.overlap);
    let whole = firsts.clone().position(|first| ends(first) == last).map_or(0, |at| at + 1);
    firsts.take(whole).map(|first| Part { range: place(first)..place(ends(first)), joined: false }).collect()
}
