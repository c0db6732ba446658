//! The pronouns of things and people, in English, with their meanings, and the readers that take them.

use crate::tables::pronoun::{Pronoun, Sort, Takers, taken};

const TREES: Takers = Takers::TREES;
const TOPIC: Takers = Takers::TOPIC;
const CLAUSES: Takers = Takers::CLAUSES;
const ANSWERS: Takers = Takers::ANSWERS;
const FOLLOWS: Takers = Takers::FOLLOWS;
const PERSONS: Takers = Takers::PERSONS;

/// In lower case.
pub(crate) const PRONOUNS: &[Pronoun] = &[
    ("he", Sort::He, TREES.and(TOPIC).and(CLAUSES).and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("him", Sort::He, TREES.and(TOPIC).and(FOLLOWS).and(PERSONS)),
    ("his", Sort::He, TREES.and(TOPIC).and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("himself", Sort::He, TREES),
    ("she", Sort::She, TREES.and(TOPIC).and(CLAUSES).and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("her", Sort::She, TREES.and(TOPIC).and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("hers", Sort::She, FOLLOWS.and(PERSONS)),
    ("herself", Sort::She, TREES),
    ("it", Sort::It, TREES.and(TOPIC).and(CLAUSES).and(ANSWERS).and(FOLLOWS)),
    ("its", Sort::It, TREES.and(TOPIC).and(ANSWERS).and(FOLLOWS)),
    ("itself", Sort::It, TREES),
    ("they", Sort::They, TREES.and(TOPIC).and(CLAUSES).and(ANSWERS).and(FOLLOWS)),
    ("them", Sort::They, TREES.and(FOLLOWS)),
    ("their", Sort::They, TREES.and(TOPIC).and(ANSWERS).and(FOLLOWS)),
    ("theirs", Sort::They, FOLLOWS),
    ("themselves", Sort::They, TREES),
];

/// True if a word in lower case is a pronoun to statements from trees.
pub(crate) fn is_pronoun(word: &str) -> bool {
    taken(PRONOUNS, TREES).any(|(known, ..)| *known == word)
}

/// What a pronoun may stand for that may mean a topic.
pub(crate) fn of_topic(word: &str) -> Option<Sort> {
    taken(PRONOUNS, TOPIC).find(|(known, ..)| *known == word).map(|(_, sort, _)| *sort)
}

/// The pronouns that may mean a topic of a sort.
pub(crate) fn topical(sort: Sort) -> impl Iterator<Item = &'static str> {
    taken(PRONOUNS, TOPIC).filter(move |(_, of, _)| *of == sort).map(|(word, ..)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_has_pronouns_of_its_sort() {
        assert_eq!(topical(Sort::She).collect::<Vec<_>>(), ["she", "her"]);
        assert_eq!((of_topic("their"), of_topic("them")), (Some(Sort::They), None));
    }
}
