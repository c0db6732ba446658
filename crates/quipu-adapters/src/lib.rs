//! The outside world of Quipu: stores, local models, file formats.

pub mod clock;
pub mod embed;
pub mod llm;
pub mod load;
pub mod net;
pub mod papers;
pub mod read;
pub mod sandbox;
pub mod store;
