//! The agent: whatever must look twice. A policy acts in an [`Environment`] within bounds, and ends with
//! evidence like a strategy.

mod asked_words;
pub(crate) mod choosing;
mod clues;
mod drift;
mod environment;
mod global;
mod lazy;
mod mapped;
mod outline;
pub(crate) mod prepared;
pub(crate) mod solve;
#[cfg(test)]
mod tests;
mod traverse;
mod way_words;

use std::sync::Arc;

use quipu_kernel::strategies::{Options, Parameter, WayCard};
use quipu_kernel::view::{Evidence, Note, Question};

use crate::communities::{CommunityMap, current};
use crate::ports::Boxed;
use crate::{CommunityShelf, EngineError};

pub use clues::Clues;
pub use drift::DriftSearch;
pub use environment::{Asks, Environment, PolicyModel, Unasked};
pub use global::Global;
pub(crate) use global::report_fits;
pub use lazy::Lazy;
pub use outline::OutlineSearch;
pub use solve::{
    AGENT_WORDS, AgentBounds, AgentEvent, AgentModel, AgentSpent, AgentTools, AgentTrace, AgentWords, Considered,
    Contradicting, Effort, Happened, Stating,
};
pub use traverse::Traverse;
pub use way_words::{WAY_WORDS, WayWords};

/// How many views a policy may cut where nothing else is said.
pub const VIEWS: usize = 256;

/// The communities of the workspace, brought up to date, with where they are kept; none where nobody may ask for them.
async fn communities<'e>(
    environment: &Environment<'e>,
) -> Result<Option<(&'e CommunityShelf, Arc<CommunityMap>)>, EngineError> {
    let workspace = environment.workspace();
    let Some(kept) = &workspace.communities else { return Ok(None) };
    Ok(Some((kept, current(workspace, kept).await?)))
}

/// Evidence of nothing, and why.
fn nothing(strategy: &str, note: Note) -> Evidence {
    Evidence { strategy: strategy.to_owned(), notes: vec![note], ..Evidence::default() }
}

/// A way to look more than once.
///
/// A policy decides what is done next; its [`Environment`] does it, and holds the bounds. Where a view, a
/// look or a reply is refused, a policy ends with the evidence that it has, and a note that says so.
pub trait Policy: Send + Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;
    /// One line for help texts and menus.
    fn about(&self) -> &'static str;
    /// How often it asks a model at most, by its defaults, where one is named and beside the writing of an answer.
    fn calls(&self) -> usize {
        0
    }
    /// What it is after, and of what it is made.
    fn card(&self) -> WayCard {
        WayCard::default()
    }
    /// The options that are its own, beside those that all ways share.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }
    /// How many views may be cut for it.
    fn views(&self, _: &Options) -> usize {
        VIEWS
    }
    /// Acts until it is done or its environment is over, and gives the evidence for `question`, which was
    /// understood before. How common the question's words are is filled in by whoever runs it.
    ///
    /// # Errors
    /// When the store or the embedding model fails. A model that does not reply is no error.
    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>>;
}
