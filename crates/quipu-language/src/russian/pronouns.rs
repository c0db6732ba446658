//! The pronouns of things and people, in Russian, with their meanings, and the readers that take them.

use crate::tables::pronoun::{Pronoun, PronounSort, Takers};

const CLAUSES: Takers = Takers::CLAUSES;
const ANSWERS: Takers = Takers::ANSWERS;
const FOLLOWS: Takers = Takers::FOLLOWS;
const PERSONS: Takers = Takers::PERSONS;

/// In lower case, `ё` as `е`.
pub(crate) const PRONOUNS: &[Pronoun] = &[
    ("он", PronounSort::He, CLAUSES.and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("она", PronounSort::She, CLAUSES.and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("оно", PronounSort::It, CLAUSES.and(ANSWERS).and(FOLLOWS)),
    ("они", PronounSort::They, CLAUSES.and(ANSWERS).and(FOLLOWS)),
    ("его", PronounSort::He, CLAUSES.and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("ее", PronounSort::She, CLAUSES.and(ANSWERS).and(FOLLOWS).and(PERSONS)),
    ("их", PronounSort::They, ANSWERS.and(FOLLOWS)),
    ("ему", PronounSort::He, FOLLOWS.and(PERSONS)),
    ("ей", PronounSort::She, FOLLOWS.and(PERSONS)),
    ("им", PronounSort::He, FOLLOWS),
    ("ним", PronounSort::He, FOLLOWS),
    ("ней", PronounSort::She, FOLLOWS.and(PERSONS)),
    ("нем", PronounSort::He, FOLLOWS.and(PERSONS)),
    ("них", PronounSort::They, FOLLOWS),
];
