//! Optional steps before and after a search: several wordings, a hypothetical answer, parts of the question; then
//! reranking, diversity of passages, the neighbours of a hit. All of it is off by default.

mod after;
mod before;

use quipu_kernel::strategies::Parameter;

pub(crate) use after::AfterOptions;
pub(crate) use before::{BeforeOptions, merged};

/// The options of both.
pub(crate) const PARAMETERS: [&[Parameter]; 2] = [BeforeOptions::PARAMETERS, AfterOptions::PARAMETERS];
