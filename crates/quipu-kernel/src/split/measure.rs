//! Measuring of text: characters and words between two places, and the share of a chunk's size that they fill.

use super::SplitOptions;
use crate::text::count_words;

/// The most characters of a chunk, where nothing else is said.
const SIZE: usize = 1200;
/// A fill of exactly one chunk; fills are counted in its fractions, in whole numbers.
pub(super) const FULL: u64 = 1 << 20;

/// Characters and words before a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Extent {
    chars: usize,
    words: usize,
}

/// The sizes that chunks keep to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) chars: usize,
    pub(super) words: Option<usize>,
}

impl Limits {
    pub(super) fn new(options: &SplitOptions) -> Self {
        Self { chars: options.size_chars.unwrap_or(SIZE).max(1), words: options.size_tokens.map(|words| words.max(1)) }
    }

    /// The sizes that remain after `used`, at least half of them.
    pub(super) fn below(&self, used: Extent) -> Self {
        let left = |size: usize, used: usize| size.saturating_sub(used).max(size.div_ceil(2));
        Self { chars: left(self.chars, used.chars + 1), words: self.words.map(|words| left(words, used.words)) }
    }

    /// The share of a chunk's size that the text between two places fills, in parts of [`FULL`], rounded up.
    pub(super) fn fill(&self, from: Extent, to: Extent) -> u64 {
        let share = |used: usize, size: usize| (used as u64).saturating_mul(FULL).div_ceil(size as u64);
        let chars = share(to.chars - from.chars, self.chars);
        self.words.map_or(chars, |size| chars.max(share(to.words - from.words, size)))
    }

    /// True if a text is small enough for one chunk.
    pub(super) fn fits(&self, text: &str) -> bool {
        let chars = text.len() <= self.chars || text.chars().nth(self.chars).is_none();
        chars && self.words.is_none_or(|size| text.len() <= size || count_words(text) <= size)
    }

    /// Characters and words of a text.
    pub(super) fn extent(&self, text: &str) -> Extent {
        Extent { chars: text.chars().count(), words: self.words.map_or(0, |_| count_words(text)) }
    }
}

/// Measures places in the order of the text, each byte once.
#[derive(Debug)]
pub(super) struct Ruler<'a> {
    text: &'a str,
    limits: Limits,
    at: usize,
    extent: Extent,
}

impl<'a> Ruler<'a> {
    pub(super) fn new(text: &'a str, limits: Limits) -> Self {
        Self { text, limits, at: 0, extent: Extent::default() }
    }

    /// Extent of the text before byte `place`, which must not lie before the place of the last call.
    pub(super) fn to(&mut self, place: usize) -> Extent {
        let more = self.limits.extent(&self.text[self.at..place]);
        self.at = place;
        self.extent.chars += more.chars;
        self.extent.words += more.words;
        self.extent
    }

    /// Counts a whole chunk at this place, so that no chunk holds text of both sides: the words of
    /// two parts of a word do not add up to those of the whole.
    pub(super) fn part(&mut self) {
        self.extent.chars += self.limits.chars;
        self.extent.words += self.limits.words.unwrap_or(0);
    }
}

impl Extent {
    /// Extent of the text between an earlier place and this one.
    pub(super) fn since(&self, earlier: Self) -> Self {
        Self { chars: self.chars - earlier.chars, words: self.words - earlier.words }
    }
}
