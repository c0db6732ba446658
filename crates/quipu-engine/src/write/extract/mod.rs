//! A model reads the documents: its facts stand beside those of the rules, in the same graph.
//!
//! A call reads a [`window`] of neighbouring chunks of one document, in the words of a [`Profile`]. What it
//! says is placed into the chunks that hold it and made durable document by document. Which windows are
//! read, the facts themselves tell: each chunk's carry the hash of what was asked. So a run that ends early
//! is gone on with, and an edit asks only for windows whose text changed. A window that fails is noted,
//! fails nothing else, and is asked again when somebody says so. Where it is wished, a model says of each chunk
//! where it stands in its document ([`enrich`]). A share of the windows may be enough ([`chosen`]).

mod ask;
mod context;
mod course;
mod estimate;
mod failed;
mod frame;
mod learned;
mod options;
mod profile;
mod report;
mod run;
mod share;
mod tune;
mod window;

pub use ask::Asker;
pub use context::{CONTEXT_WORDS, ContextAsker, ContextEstimate, ContextReport, enrich, estimate_context};
pub use estimate::{Estimate, estimate};
pub(crate) use failed::is_of_all;
pub use failed::{Failed, failed};
pub(crate) use learned::Learned;
pub use learned::Range;
pub use options::ExtractOptions;
pub use profile::{PROFILES, Profile, ProfileError, Type, WORDS};
pub use report::{ExtractProgress, ExtractReport};
pub use run::extract;
pub use share::{Share, chosen};
pub use tune::{Sample, SampleOptions, TUNING, Tuned, Tuning, samples, tune};
