//! The environment in which a question is looked up: what a policy or a step of refinement sees of the world and may do there.

pub(crate) mod choosing;
mod environment;
pub(crate) mod prepared;
mod way_words;

pub use environment::{Asks, Environment, PolicyModel, Unasked, VIEWS};
pub use way_words::{WAY_WORDS, WayWords};
