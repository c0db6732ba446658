//! English: lists of words and forms of verbs, apart from the rules that use them.

pub(crate) mod abstracts;
pub(crate) mod asked;
pub(crate) mod cues;
pub(crate) mod families;
pub(crate) mod kinds;
mod lists;
pub(crate) mod months;
pub(crate) mod names;
pub(crate) mod papers;
pub(crate) mod pronouns;
pub(crate) mod small_talk;
pub(crate) mod sounds;
pub(crate) mod statements;
pub(crate) mod verbs;

pub(crate) use lists::{
    AFTER_ALL, AS_NAMED, BODIES, CONTAINERS, DEMONYMS, KIN, LIGHT, LISTED, NO_PERSON, PARTS, RELATIVE, ROLES, SHORT_OF,
    SORTS_OF_THINGS, WordList,
};
pub(crate) use verbs::{lemma, third_person};
