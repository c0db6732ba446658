//! Optional steps before and after a search: several wordings, a hypothetical answer, parts of the question; then
//! reranking, diversity of passages, the neighbours of a hit. All of it is off by default.

mod query_expansion;
mod reranking;

use quipu_kernel::strategies::Parameter;

pub(crate) use query_expansion::{BeforeOptions, merged};
pub(crate) use reranking::AfterOptions;

/// The options of both.
pub(crate) const PARAMETERS: [&[Parameter]; 2] = [BeforeOptions::PARAMETERS, AfterOptions::PARAMETERS];
