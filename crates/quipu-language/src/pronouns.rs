//! The pronouns of things and people: the one table of those that stand for something named before.
//!
//! Readers take different ones, and each row lists its readers: a column a reader. The quality of answers rests on the
//! differences, so no column was made like another.

use crate::{english, russian};

/// The meaning of a pronoun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A man.
    He,
    /// A woman.
    She,
    /// A thing.
    It,
    /// Several, or a body of people.
    They,
}

/// The readers that take a pronoun, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Takers(pub(crate) u8);

impl Takers {
    /// Statements from trees know it for a pronoun, which names nothing by itself.
    pub(crate) const TREES: Self = Self(1);
    /// There it may mean the topic of its document.
    pub(crate) const TOPIC: Self = Self(2);
    /// Clauses put the topic's name in its place.
    pub(crate) const CLAUSES: Self = Self(4);
    /// A sentence that begins with it points back to the one before.
    pub(crate) const ANSWERS: Self = Self(8);
    /// A question with it depends on earlier texts.
    pub(crate) const FOLLOWS: Self = Self(16);
    /// In a question it surely means a person.
    pub(crate) const PERSONS: Self = Self(32);

    /// The union of both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A pronoun with its meaning and its readers.
pub(crate) type Pronoun = (&'static str, Sort, Takers);

fn all() -> impl Iterator<Item = &'static Pronoun> {
    english::pronouns::PRONOUNS.iter().chain(russian::pronouns::PRONOUNS)
}

/// True if a word in lower case is a pronoun that these readers take.
pub(crate) fn is_pronoun(word: &str, taker: Takers) -> bool {
    all().any(|(known, _, takers)| *known == word && takers.any(taker))
}

/// The meaning of a pronoun that may stand for a topic.
pub(crate) fn of_topic(word: &str) -> Option<Sort> {
    all().find(|(known, _, takers)| *known == word && takers.any(Takers::TOPIC)).map(|(_, sort, _)| *sort)
}

/// The pronouns that may mean a topic of a sort.
pub(crate) fn topical(sort: Sort) -> impl Iterator<Item = &'static str> {
    all().filter(move |(_, of, takers)| *of == sort && takers.any(Takers::TOPIC)).map(|(word, ..)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(taker: Takers) -> Vec<&'static str> {
        all().filter(|(.., takers)| takers.any(taker)).map(|(word, ..)| *word).collect()
    }

    #[test]
    fn each_reader_takes_its_own() {
        assert_eq!(taken(Takers::CLAUSES).len(), 10);
        assert_eq!(taken(Takers::TREES).len(), 14);
        assert_eq!(taken(Takers::ANSWERS).len(), 15);
        assert_eq!(taken(Takers::FOLLOWS).len(), 26);
        assert_eq!(taken(Takers::PERSONS).len(), 14);
        assert_eq!(topical(Sort::She).collect::<Vec<_>>(), ["she", "her"]);
        assert_eq!((of_topic("their"), of_topic("them")), (Some(Sort::They), None));
    }

    #[test]
    fn a_pronoun_has_one_row() {
        let mut words: Vec<&str> = all().map(|(word, ..)| *word).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
