//! Descriptions of an entity or a relation: those of chunks, merged; and where
//! there are many, one description that a model makes of them.
//!
//! Merged descriptions follow from the facts and are stored nowhere. A model's are kept beside the truth with a
//! hash of their inputs, so that they are made again only where these changed; texts of deleted or
//! edited documents are in none of them after the next run.

mod counted;
mod described;
mod fragments;
mod held;
mod numbers;
mod overheard;
mod run;
mod summary;
mod telling;

pub use described::{Described, described};
pub use overheard::Overheard;
pub use run::{DescribeOptions, DescribeReport, Undescribed, describe};
pub use telling::{Made, Telling, made, telling};

/// The [`Words`](crate::base::prompt::Words) in the binary.
pub const DESCRIBE_WORDS: &str = include_str!("../../../prompts/describe.toml");
