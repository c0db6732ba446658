//! Pieces joined up to a size, each chunk beginning with the last pieces of the one before it, as far
//! as those fit the overlap: the rule of merging of LangChain's text splitters, over places in the text.
//!
//! Cost: each piece comes in and goes out once.

use std::collections::VecDeque;
use std::ops::Range;

/// The sizes of chunks, in the unit in which pieces are measured.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// The most of a chunk, overlap included.
    pub size: usize,
    /// The most that a chunk repeats of the one before it.
    pub overlap: usize,
    /// The least that it does not repeat.
    pub rest: usize,
}

impl Sizes {
    /// The sizes, with the given ones in their place.
    pub(super) fn with(self, size: Option<usize>, overlap: Option<usize>) -> Self {
        let size = size.unwrap_or(self.size).max(1);
        let overlap = overlap.unwrap_or(self.overlap).min(size - self.rest);
        Self { size, overlap, rest: self.rest }
    }
}

/// The pieces of the chunk that is being made.
pub(super) struct Window {
    sizes: Sizes,
    /// Length of the joint between two pieces.
    joint: usize,
    pieces: VecDeque<(Range<usize>, usize)>,
    total: usize,
}

impl Window {
    pub(super) fn new(sizes: Sizes) -> Self {
        Self { sizes, joint: 0, pieces: VecDeque::new(), total: 0 }
    }

    /// Sets the length of the joint between two pieces from here on.
    pub(super) fn join_by(&mut self, joint: usize) {
        self.joint = joint;
    }

    /// Takes the next piece; gives the chunk that ends before it, if one does.
    pub(super) fn push(&mut self, piece: Range<usize>, length: usize) -> Option<Range<usize>> {
        let mut chunk = None;
        if self.with(length) > self.sizes.size && !self.pieces.is_empty() {
            chunk = self.chunk();
            while self.total > self.sizes.overlap || (self.total > 0 && self.with(length) > self.sizes.size) {
                self.shift();
            }
        }
        self.total = self.with(length);
        self.pieces.push_back((piece, length));
        chunk
    }

    /// Returns the last chunk, and starts over.
    pub(super) fn flush(&mut self) -> Option<Range<usize>> {
        let chunk = self.chunk();
        self.pieces.clear();
        self.total = 0;
        chunk
    }

    /// Length with another piece.
    fn with(&self, length: usize) -> usize {
        self.total + length + if self.pieces.is_empty() { 0 } else { self.joint }
    }

    fn chunk(&self) -> Option<Range<usize>> {
        Some(self.pieces.front()?.0.start..self.pieces.back()?.0.end)
    }

    /// Lets the first piece go.
    fn shift(&mut self) {
        let joint = if self.pieces.len() > 1 { self.joint } else { 0 };
        let length = self.pieces.pop_front().map_or(self.total, |(_, length)| length + joint);
        self.total = self.total.saturating_sub(length);
    }
}
