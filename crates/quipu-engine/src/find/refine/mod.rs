//! What may be done before and after any way to look: several wordings, a hypothetical answer, parts of the question; and then
//! another ranking, unlike passages first, the neighbours of a hit. All of it is off where nobody asks for it.

mod after;
mod before;

use quipu_kernel::strategies::Parameter;

pub(crate) use after::AfterOptions;
pub(crate) use before::{BeforeOptions, merged};

/// The options of both.
pub(crate) const PARAMETERS: [&[Parameter]; 2] = [BeforeOptions::PARAMETERS, AfterOptions::PARAMETERS];
