//! Extraction by a model: its facts stand beside those of the rules, in the same graph.
//!
//! A call reads a [`window`] of neighbouring chunks of one document, in the words of a [`Profile`]. Its
//! facts are placed into the chunks that hold them and made durable document by document. The facts themselves
//! record the windows that are read: each chunk's carry the hash of the request. So the next run continues one that
//! ended early, and an edit needs only windows whose text changed. A failed window is recorded,
//! fails nothing else, and is retried on request. If requested, a model states of each chunk
//! its place in its document ([`enrich`]). A share of the windows may be enough ([`chosen`]).

mod context;
mod estimate;
mod extract_options;
mod extract_report;
mod extraction_run;
mod failed;
mod observed_usage;
mod plan;
mod prepared_prompts;
mod profile;
mod selection;
mod tune;
mod window;
mod window_reader;

pub use context::{CONTEXT_WORDS, ContextAsker, ContextEstimate, ContextReport, enrich, estimate_context};
pub use estimate::{Estimate, estimate};
pub use extract_options::ExtractOptions;
pub use extract_report::{ExtractProgress, ExtractReport};
pub use extraction_run::extract;
pub(crate) use failed::is_of_all;
pub use failed::{FailedWindow, failed};
pub(crate) use observed_usage::Learned;
pub use observed_usage::Range;
pub use profile::{PROFILES, Profile, ProfileError, Type, WORDS};
pub use selection::{ModelShare, chosen};
pub use tune::{Sample, SampleOptions, TUNING, Tuned, Tuning, samples, tune};
pub use window_reader::WindowReader;
