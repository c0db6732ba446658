//! What did a model say? Its replies, read as records: entities, relations and claims.
//!
//! A reply is untrusted input. Whatever it holds, reading it ends, in time linear in its length, and every
//! record that it begins is either read or counted as lost, with the reason. Two shapes are read: JSON
//! ([`json`] reads it as models write it, [`fields`] knows the names they give to fields) and the tuples of
//! Microsoft GraphRAG and LightRAG ([`tuples`]). Which one it is, the reply itself tells.

mod fields;
mod json;
mod place;
mod records;
mod tuples;

pub use json::{Loose, loose};
pub use place::{Window, placed};
pub use records::{Claim, Entity, Loss, Lost, Records, Relation};

/// The records of a reply, in the shape that it has.
pub fn records(reply: &str) -> Records {
    let mut out = if tuples::are_in(reply) { tuples::read(reply) } else { fields::read(reply) };
    out.drop_repeated();
    out
}

#[cfg(test)]
mod tests;
