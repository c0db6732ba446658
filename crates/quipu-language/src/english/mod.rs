//! English: lists of words and forms of verbs, apart from the rules that use them.

pub(crate) mod abstracts;
mod lists;
pub(crate) mod months;
pub(crate) mod papers;
pub(crate) mod pronouns;
mod verbs;

pub(crate) use lists::{
    AFTER_ALL, AS_NAMED, BODIES, CONTAINERS, DEMONYMS, KIN, LIGHT, LISTED, NO_PERSON, PARTS, RELATIVE, ROLES, SHORT_OF,
    SORTS_OF_THINGS, WordList,
};
pub(crate) use verbs::{lemma, third_person};
