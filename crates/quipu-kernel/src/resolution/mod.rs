//! Classes of names that mean one thing (entity resolution). Sure links join names to parts; then a part joins the one
//! that nearly all of its tentative links lead to.
//!
//! The rule of a part's meaning is [`ResolutionCandidate`], which every store applies. [`Joined`] derives all classes from
//! all links, the plain way; stores that keep classes by differences are tested against it.

mod candidate;
mod classes;

pub use candidate::{MOST_LED, ResolutionCandidate, meant};
pub use classes::Joined;
