//! What sentences state of a thing, read when a question is asked: pieces, families of words, what a pronoun stands for,
//! quantities and dates; and whether two sentences can both hold. In English and Russian, by rules alone.

pub mod asked_for;
pub mod clauses;
pub mod conflict;
pub mod families;
pub mod find;
pub mod grade;
pub mod pattern;
pub mod pieces;
pub mod quantity;
pub mod statement;
pub(crate) mod terms;
#[cfg(test)]
mod tests;
pub mod wanted;
