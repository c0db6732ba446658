//! A workspace that is opened: its store, what reads it, and the models that its settings name.

pub(crate) mod catalogue;
pub mod fields;
pub(crate) mod held_open;
pub(crate) mod llms;
pub(crate) mod open;
pub(crate) mod opened;
pub(crate) mod reading;
pub(crate) mod tapes;
