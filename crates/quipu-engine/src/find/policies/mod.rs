//! Policies: searches of several steps. A policy acts in an [`Environment`] within bounds, and ends with
//! evidence like a strategy.

mod asked_words;
mod clues;
mod drift;
mod global;
mod lazy;
mod mapped;
mod outline;
#[cfg(test)]
pub(crate) mod tests;
mod traverse;

use crate::find::environment::Environment;
use crate::find::environment::VIEWS;

use quipu_kernel::strategies::{Options, Parameter, WayCard};
use quipu_kernel::view::{Evidence, Note, Question};

use crate::base::EngineError;
use crate::base::ports::Boxed;

pub use clues::Clues;
pub use drift::DriftSearch;
pub use global::Global;
pub use lazy::Lazy;
pub use outline::OutlineSearch;
pub use traverse::Traverse;

/// Evidence of nothing, and why.
fn nothing(strategy: &str, note: Note) -> Evidence {
    Evidence { strategy: strategy.to_owned(), notes: vec![note], ..Evidence::default() }
}

/// A search of several steps.
///
/// A policy decides the next step; its [`Environment`] runs it, and enforces the bounds. If a view, a
/// look or a reply is refused, a policy ends with its present evidence and a note on that.
pub trait Policy: Send + Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;
    /// One line for help texts and menus.
    fn about(&self) -> &'static str;
    /// The maximum number of calls of a model, by its defaults, if one is named, besides the writing of an answer.
    fn calls(&self) -> usize {
        0
    }
    /// Its origin and its operators.
    fn card(&self) -> WayCard {
        WayCard::default()
    }
    /// The options that are its own, beside those that all ways share.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }
    /// The limit of its views.
    fn views(&self, _: &Options) -> usize {
        VIEWS
    }
    /// Acts until it is done or its environment is over, and returns the evidence for `question`, which was
    /// understood before. The caller fills in the frequencies of the question's words.
    ///
    /// # Errors
    /// When the store or the embedding model fails. A model that does not reply is no error.
    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>>;
}
