//! A stretch of a text: below everything that reads or keeps one.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets, in the document's text unless said otherwise.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from offsets; both saturate at 4 GiB, far above the largest document.
    pub fn new(start: usize, end: usize) -> Self {
        let clip = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: clip(start), end: clip(end) }
    }

    /// The span as a range for slicing.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// True if the span is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
