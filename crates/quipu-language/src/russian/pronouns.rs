//! The pronouns of things and people, in Russian, with their meanings, and the readers that take them.

use crate::tables::pronoun::{Pronoun, Sort, Takers};

const CLAUSES: Takers = Takers::CLAUSES;
const ANSWERS: Takers = Takers::ANSWERS;
const FOLLOWS: Takers = Takers::FOLLOWS;
const PERSONS: Takers = Takers::PERSONS;

/// In lower case, `ё` as `е`.
pub(crate) const PRONOUNS: &[Pronoun] = &[
    ("он", Sort::He, CLAUSES.and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("она", Sort::She, CLAUSES.and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("оно", Sort::It, CLAUSES.and(ANSWERS).and(FOLLOWS)),
    ("они", Sort::They, CLAUSES.and(ANSWERS).and(FOLLOWS)),
    ("его", Sort::He, CLAUSES.and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("ее", Sort::She, CLAUSES.and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("их", Sort::They, ANSWERS.and(FOLLOWS)),
    ("ему", Sort::He, FOLLOWS.and(PERSONS)),
    ("ей", Sort::She, FOLLOWS.and(PERSONS)),
    ("им", Sort::He, FOLLOWS),
    ("ним", Sort::He, FOLLOWS),
    ("ней", Sort::She, FOLLOWS.and(PERSONS)),
    ("нем", Sort::He, FOLLOWS.and(PERSONS)),
    ("них", Sort::They, FOLLOWS),
];
