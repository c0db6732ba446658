//! What the rules may know of a word, as marks.

use std::ops::{BitOr, BitOrAssign};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// A set of properties of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks(u64);

impl Marks {
    /// None at all.
    pub(crate) const NONE: Self = Self(0);
    /// A function word: no name by itself, and dropped at the ends of a name.
    pub(crate) const STOP: Self = Self(1);
    /// A word that is no name when a sentence begins with it.
    pub(crate) const COMMON: Self = Self(1 << 1);
    /// "of".
    pub(crate) const OF: Self = Self(1 << 2);
    /// "the".
    pub(crate) const THE: Self = Self(1 << 3);
    /// "and".
    pub(crate) const AND: Self = Self(1 << 4);
    /// A lower-case word that may stand inside a title.
    pub(crate) const LOOSE: Self = Self(1 << 5);
    /// A particle inside a person's or a place's name.
    pub(crate) const PARTICLE: Self = Self(1 << 6);
    /// An acronym of everyday speech, no name by itself.
    pub(crate) const EVERYDAY: Self = Self(1 << 7);
    /// A month.
    pub(crate) const MONTH: Self = Self(1 << 8);
    /// A title before a person's name.
    pub(crate) const TITLE: Self = Self(1 << 9);
    /// A usual given name.
    pub(crate) const GIVEN: Self = Self(1 << 10);
    /// The head of an organisation's name.
    pub(crate) const ORG: Self = Self(1 << 11);
    /// A head after which "of X and Y" is one name.
    pub(crate) const OF_ORG: Self = Self(1 << 12);
    /// The head of a place's name.
    pub(crate) const PLACE: Self = Self(1 << 13);
    /// The head of an event's name.
    pub(crate) const EVENT: Self = Self(1 << 14);
    /// An adjective of nationality, religion or language.
    pub(crate) const NATION: Self = Self(1 << 15);
    /// A country, a state, a large city.
    pub(crate) const LAND: Self = Self(1 << 16);
    /// "film", "album": a noun for works.
    pub(crate) const WORK_NOUN: Self = Self(1 << 17);
    /// "actor", "poet": a noun for persons.
    pub(crate) const PERSON_NOUN: Self = Self(1 << 18);
    /// "village", "river".
    pub(crate) const PLACE_NOUN: Self = Self(1 << 19);
    /// "company", "band".
    pub(crate) const ORG_NOUN: Self = Self(1 << 20);
    /// "algorithm", "method".
    pub(crate) const METHOD_NOUN: Self = Self(1 << 21);
    /// "corpus", "benchmark".
    pub(crate) const DATASET_NOUN: Self = Self(1 << 22);
    /// "measure", "score".
    pub(crate) const METRIC_NOUN: Self = Self(1 << 23);
    /// "server", "gateway".
    pub(crate) const SERVICE_NOUN: Self = Self(1 << 24);
    /// Part of a method's name.
    pub(crate) const METHOD: Self = Self(1 << 25);
    /// Part of a dataset's name.
    pub(crate) const DATASET: Self = Self(1 << 26);
    /// A measure's name.
    pub(crate) const METRIC: Self = Self(1 << 27);
    /// A head that a number completes ("Route 66").
    pub(crate) const NUMBERED: Self = Self(1 << 28);
    /// A unit: the number before it is no year.
    pub(crate) const UNIT: Self = Self(1 << 29);
    /// A word after which a year belongs to the name that follows ("the 2018 Winter Paralympics").
    pub(crate) const DETERMINER: Self = Self(1 << 30);
    /// "is", "was", "является".
    pub(crate) const COPULA: Self = Self(1 << 31);
    /// A heading that names nothing.
    pub(crate) const GENERIC_HEADING: Self = Self(1 << 32);
    /// "год" in any case.
    pub(crate) const YEAR_WORD: Self = Self(1 << 33);
    /// A Russian noun that closes an official name of which only the first word is capitalised.
    pub(crate) const HEAD: Self = Self(1 << 34);
    /// A Russian ordinal or adjective of time, which begins no official name at a sentence's start.
    pub(crate) const ORDINAL: Self = Self(1 << 35);

    /// A head noun inside a sentence only: at the beginning of one, any "Нервная система" might be a name.
    pub(crate) const HEAD_INSIDE: Self = Self(1 << 36);

    /// True if any of `other`'s marks is here.
    pub(crate) fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Marks {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Marks {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Reads lists once: each word with all of its marks.
pub(crate) fn gather(lists: impl Iterator<Item = (Marks, &'static str)>) -> FxHashMap<&'static str, Marks> {
    let lists: Vec<_> = lists.collect();
    // A word in them has some eight letters; so the map does not grow.
    let words = lists.iter().map(|(_, list)| list.len() / 8).sum();
    let mut out = FxHashMap::with_capacity_and_hasher(words, FxBuildHasher);
    for (marks, list) in lists {
        for word in list.split_ascii_whitespace() {
            *out.entry(word).or_insert(Marks::NONE) |= marks;
        }
    }
    out
}
