//! The vocabulary of abstracts: head nouns of concepts that several papers can share, head nouns without meaning by
//! themselves, adjectives that only praise or count, and the kind of thing that a head noun makes of its phrase.
//!
//! Words stand as [`super::folded::singular`] leaves them. Cost: one look-up a word.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::english::abstracts::{ALGORITHM, BROAD, DATASET, EMPTY, LOOSE, METHOD, METRIC, TERM, UNIT};
use crate::months::MONTHS;

/// Traits of a word, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(u16);

impl Traits {
    /// A head that names nothing a second paper could mean: "result", "paper", "way".
    pub const EMPTY: Self = Self(1);
    /// A head that names something only with the words before it: "model", "task", "data".
    pub const BROAD: Self = Self(2);
    /// A head of the sciences, of a phrase of several words or alone.
    pub const TERM: Self = Self(4);
    /// A word before a noun that only praises, counts, compares or orders.
    pub const LOOSE: Self = Self(8);
    /// The head of a metric.
    pub const METRIC: Self = Self(16);
    /// The head of a data set.
    pub const DATASET: Self = Self(32);
    /// The head of a method.
    pub const METHOD: Self = Self(64);
    /// The head of an architecture or of an algorithm.
    pub const ALGORITHM: Self = Self(128);
    /// A unit of measure or a word of time and place, of which no name is made.
    pub const UNIT: Self = Self(256);

    /// True if it has any of these.
    pub fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    /// The union of both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Traits of a word in lower case and singular.
pub fn traits(word: &str) -> Traits {
    WORDS.get(word).copied().unwrap_or_default()
}

static WORDS: LazyLock<FxHashMap<&'static str, Traits>> = LazyLock::new(|| {
    let mut out: FxHashMap<&'static str, Traits> = FxHashMap::default();
    for (traits, words) in LISTS {
        for word in words.split_ascii_whitespace() {
            let known = out.entry(word).or_default();
            *known = known.and(traits);
        }
    }
    // Of a month no name is made.
    for month in &MONTHS {
        let known = out.entry(month.english).or_default();
        *known = known.and(Traits::UNIT);
    }
    out
});

const LISTS: [(Traits, &str); 9] = [
    (Traits::EMPTY, EMPTY),
    (Traits::BROAD, BROAD),
    (Traits::TERM, TERM),
    (Traits::LOOSE, LOOSE),
    (Traits::METRIC, METRIC),
    (Traits::DATASET, DATASET),
    (Traits::METHOD, METHOD),
    (Traits::ALGORITHM, ALGORITHM),
    (Traits::UNIT, UNIT),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_be_of_several_lists() {
        assert!(traits("memory").any(Traits::METRIC) && traits("memory").any(Traits::BROAD));
        assert_eq!(traits("zzz"), Traits::default());
    }
}
