//! The pronouns of things and people, in English, with their meanings, and the readers that take them.

use crate::pronouns::{Pronoun, Sort, Takers};

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
