//! Replies of models, read as notes: entities, relations and claims.
//!
//! A reply is untrusted input. For any content, reading it ends, in time linear in its length, and every record that it
//! begins is either read or counted as lost, with the reason. Two shapes are read: JSON ([`json`] reads it as models
//! write it, [`named`] knows the names they give to fields, [`fields`] finds the lists, [`ends`] resolves numbers) and
//! the tuples of Microsoft GraphRAG and LightRAG ([`tuples`]). The shape is detected from the reply. A reply that has
//! the very fields that were requested is read by [`exact`], which gives the same result sooner.

mod contexts;
mod ends;
mod exact;
mod fields;
mod json;
mod keys;
mod labels;
mod listed;
mod lower;
mod marks;
mod named;
mod notes;
mod place;
mod places;
mod points;
mod reported;
mod schema;
mod taken;
mod tuples;

pub use contexts::contexts;
pub use json::{Loose, loose, object};
pub use notes::{Claim, Entity, Loss, Lost, Notes, Relation};
pub use place::{Placed, placed};
pub use places::Window;
pub use points::{SaidPoint, follow_ups, numbers, points, ratings, ratings_to};
pub use reported::{SaidFinding, SaidReport, reported};

/// The notes of a reply, in the shape that it has.
pub fn notes(reply: &str) -> Notes {
    let known = exact::read(reply).or_else(|| tuples::read(reply));
    let mut out = known.unwrap_or_else(|| fields::read(reply));
    out.drop_repeated();
    out
}

/// The notes of a reply to a question for names alone.
pub fn names(reply: &str) -> Notes {
    let mut out = fields::names(reply);
    out.drop_repeated();
    out
}

#[cfg(test)]
mod shapes;
#[cfg(test)]
mod tests;
