//! The environment in which a question is looked up: what a policy or a step of refinement sees of the world and may do there.

mod acting;
pub(crate) mod choosing;
pub(crate) mod prepared;
mod way_words;

pub use acting::{Asks, Environment, PolicyModel, Unasked, VIEWS};
pub use way_words::{WAY_WORDS, WayWords};
