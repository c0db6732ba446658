//! The outside world of Quipu: stores, local models, file formats.

pub mod embed;
pub mod store;
