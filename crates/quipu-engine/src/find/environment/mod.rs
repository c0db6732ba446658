//! The environment of a search: the interface through which a policy or a step of refinement sees and acts.

mod acting;
pub(crate) mod choosing;
pub(crate) mod prepared;
mod way_words;

pub use acting::{Asks, Environment, PolicyModel, Unasked, VIEWS};
pub use way_words::{WAY_WORDS, WayWords};
