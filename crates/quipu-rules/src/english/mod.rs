//! English: lists of words and forms of verbs, apart from the rules that use them.

mod lists;
mod verbs;

pub(crate) use lists::{
    AS_NAMED, CONTAINERS, DEMONYMS, KIN, LIGHT, LISTED, PARTS, PRONOUNS, RELATIVE, ROLES, SHORT_OF, SORTS_OF_THINGS,
};
pub(crate) use verbs::{lemma, third_person};
