//! A model's folder, as sentence-transformers writes it: one file here for each kind of file there.

mod config;
mod files;
mod sentence;
mod weights;

pub(crate) use config::Config;
pub(crate) use files::Folder;
pub(crate) use sentence::Sentence;
pub use sentence::{Pooling, Prefixes};
pub(crate) use weights::Weights;
