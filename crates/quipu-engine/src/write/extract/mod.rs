//! Extraction by a model: its facts stand beside those of the rules, in the same graph.
//!
//! A call reads a [`window`] of neighbouring chunks of one document, in the words of a [`Profile`]. Its
//! facts are placed into the chunks that hold them and made durable document by document. The facts themselves
//! record the windows that are read: each chunk's carry the hash of the request. So the next run continues one that
//! ended early, and an edit needs only windows whose text changed. A failed window is recorded,
//! fails nothing else, and is retried on request. If requested, a model states of each chunk
//! its place in its document ([`enrich`]). A share of the windows may be enough ([`chosen`]).

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
