//! What the tables of the languages are made of: the types of their rows, below every language and every rule.

pub(crate) mod marks;
pub(crate) mod pronoun;
pub(crate) mod sign;
pub(crate) mod talk_phrases;
