//! The pronouns of all languages here, of which each reader takes its own.

use crate::english::pronouns as english;
use crate::russian::pronouns as russian;
use crate::tables::pronoun::{Pronoun, Takers, taken};

fn all(taker: Takers) -> impl Iterator<Item = &'static Pronoun> {
    taken(english::PRONOUNS, taker).chain(taken(russian::PRONOUNS, taker))
}

/// True if a word in lower case is a pronoun that these readers take.
pub(crate) fn is_pronoun(word: &str, taker: Takers) -> bool {
    all(taker).any(|(known, ..)| *known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(taker: Takers) -> usize {
        all(taker).count()
    }

    #[test]
    fn each_reader_takes_its_own() {
        assert_eq!(count(Takers::CLAUSES), 10);
        assert_eq!(count(Takers::TREES), 14);
        assert_eq!(count(Takers::ANSWERS), 15);
        assert_eq!(count(Takers::FOLLOWS), 26);
        assert_eq!(count(Takers::PERSONS), 14);
    }

    #[test]
    fn a_pronoun_has_one_row() {
        let mut words: Vec<&str> = english::PRONOUNS.iter().chain(russian::PRONOUNS).map(|(word, ..)| *word).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
