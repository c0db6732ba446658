//! The recursive splitter: it cuts at the coarsest separator that the text holds, parts that are too long by
//! the next finer one, and the parts joined up to a size with an overlap.
//!
//! The chunks equal those of `RecursiveCharacterTextSplitter` of LangChain (langchain-text-splitters 1.1, separators
//! taken literally), except that a chunk is always a stretch of the text: where separators that are not kept stand in a
//! row, it holds them all. Sizes are in characters. Text that repeats the chunk before is prefix, so bodies still cover
//! the text once. Cost: linear in the text for each separator; memory beyond the chunks: one chunk.

use std::ops::Range;

use memchr::memmem::{find, find_iter};

use super::parts::{Part, chunks};
use super::window::{Sizes, Window};
use super::{KeepSeparator, SplitOptions, Splitter};
use crate::model::{Chunk, Document};

/// Default number of characters of a chunk, and of its overlap.
const SIZES: Sizes = Sizes { size: 1000, overlap: 100, rest: 0 };
/// The separators of the same, from coarse to fine; the empty one cuts anywhere.
const SEPARATORS: [&str; 4] = ["\n\n", "\n", " ", ""];

/// The recursive splitter.
#[derive(Debug, Clone, Copy, Default)]
pub struct Recursive;

impl Splitter for Recursive {
    fn name(&self) -> &'static str {
        "recursive"
    }

    fn about(&self) -> &'static str {
        "at the coarsest separator that fits, as LangChain does; an edit re-does what follows until cuts fall together again"
    }

    fn recipe(&self, options: &SplitOptions) -> String {
        let Sizes { size, overlap, .. } = sizes(options);
        format!("{size} {overlap} {:?} {:?}", options.keep_separator, separators(options))
    }

    fn sizes(&self, options: &SplitOptions) -> Option<Sizes> {
        Some(sizes(options))
    }

    fn split(&self, document: &Document, options: &SplitOptions) -> Vec<Chunk> {
        chunks(document, parts(&document.text, options))
    }
}

fn sizes(options: &SplitOptions) -> Sizes {
    SIZES.with(options.size_chars, options.overlap)
}

fn separators(options: &SplitOptions) -> Vec<&str> {
    match options.separators.as_slice() {
        [] => SEPARATORS.to_vec(),
        own => own.iter().map(String::as_str).collect(),
    }
}

/// The stretches of a text that make its chunks, each with its overlap, in order.
pub fn parts(text: &str, options: &SplitOptions) -> Vec<Part> {
    let mut cutter = Cutter::new(text, sizes(options), options.keep_separator);
    cutter.cut(0..text.len(), &separators(options));
    cutter.parts
}

/// Cuts ranges of a text at separators, and joins the pieces.
pub(super) struct Cutter<'a> {
    text: &'a str,
    size: usize,
    keep: KeepSeparator,
    /// Every character is a byte, so that lengths need no counting.
    ascii: bool,
    window: Window,
    pub(super) parts: Vec<Part>,
}

impl<'a> Cutter<'a> {
    pub(super) fn new(text: &'a str, sizes: Sizes, keep: KeepSeparator) -> Self {
        let window = Window::new(sizes);
        Self { text, size: sizes.size, keep, ascii: text.is_ascii(), window, parts: Vec::new() }
    }

    /// Cuts a range by the coarsest of `separators` that it holds.
    pub(super) fn cut(&mut self, range: Range<usize>, separators: &[&str]) {
        let text = &self.text[range.clone()];
        let held = separators
            .iter()
            .position(|separator| separator.is_empty() || find(text.as_bytes(), separator.as_bytes()).is_some());
        match held.map(|at| (separators[at], &separators[at + 1..])) {
            // Without any separator, the text is one piece that cannot be cut.
            None => self.piece(range, &[]),
            Some(("", _)) => {
                for (at, c) in text.char_indices() {
                    self.piece(range.start + at..range.start + at + c.len_utf8(), &[]);
                }
            }
            Some((separator, finer)) => self.cut_at(range, separator, finer),
        }
        self.flush();
    }

    /// Cuts a range wherever `separator` stands.
    fn cut_at(&mut self, range: Range<usize>, separator: &str, finer: &[&str]) {
        let text = self.text;
        let joint = if self.keep == KeepSeparator::None { self.length(separator) } else { 0 };
        let mut from = range.start;
        for at in find_iter(text[range.clone()].as_bytes(), separator.as_bytes()) {
            let (start, end) = (range.start + at, range.start + at + separator.len());
            let (cut, next) = match self.keep {
                KeepSeparator::Start => (start, start),
                KeepSeparator::End => (end, end),
                KeepSeparator::None => (start, end),
            };
            self.window.join_by(joint);
            self.piece(from..cut, finer);
            from = next;
        }
        // Finer cuts in between have joined by theirs.
        self.window.join_by(joint);
        self.piece(from..range.end, finer);
    }

    /// Takes a piece: whole where it is shorter than a chunk, else cut finer where that can be.
    pub(super) fn piece(&mut self, piece: Range<usize>, finer: &[&str]) {
        if piece.is_empty() {
            return;
        }
        let length = self.length(&self.text[piece.clone()]);
        if length < self.size {
            let chunk = self.window.push(piece, length);
            self.give(chunk, true);
        } else {
            self.flush();
            if finer.is_empty() {
                self.give(Some(piece), false);
            } else {
                self.cut(piece, finer);
            }
        }
    }

    /// Ends the chunk that is being made.
    pub(super) fn flush(&mut self) {
        let chunk = self.window.flush();
        self.give(chunk, true);
        self.window.join_by(0);
    }

    fn give(&mut self, range: Option<Range<usize>>, joined: bool) {
        self.parts.extend(range.map(|range| Part { range, joined }));
    }

    fn length(&self, text: &str) -> usize {
        if self.ascii { text.len() } else { text.chars().count() }
    }
}
