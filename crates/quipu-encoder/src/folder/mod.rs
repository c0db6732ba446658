//! A model's folder, as sentence-transformers writes it: one file here for each kind of file there.

mod config;
mod model_folder;
mod sentence_config;
mod weight_file;

pub(crate) use config::Config;
pub(crate) use model_folder::ModelFolder;
pub(crate) use sentence_config::SentenceConfig;
pub use sentence_config::{Pooling, Prefixes};
pub(crate) use weight_file::WeightFile;
