//! Statements of sentences about a thing, read when a question is asked: pieces, families of words, meanings of
//! pronouns, quantities and dates; and conflicts between two sentences. In English and Russian, by rules alone.

pub mod asked_for;
pub mod clause;
pub mod clause_match;
pub mod clause_pieces;
pub mod conflict;
pub mod grade;
pub mod pattern;
pub mod quantity;
pub(crate) mod question_terms;
pub mod statement;
#[cfg(test)]
mod tests;
pub mod verb_families;
pub mod wanted;
