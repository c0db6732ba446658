//! Statements of sentences about a thing, read when a question is asked: pieces, families of words, meanings of
//! pronouns, quantities and dates; and conflicts between two sentences. In English and Russian, by rules alone.

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
