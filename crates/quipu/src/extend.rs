//! Components for crates on top of the library, such as measures and papers: the parts of a workspace, by the settings,
//! and jobs on threads of their own.

use std::sync::Arc;

use quipu_engine::Workspace;
use quipu_engine::ports::SideStores;

use crate::ask::{Answer, Event};
use crate::fields::VirtualField;
use crate::{Ask, Error, Quipu, Workers};

pub use crate::documents::plain_options;
pub use crate::job::{EventSink, Job, Outcome, Working, aside};
pub use crate::llms::WorkModels;
pub use crate::open::{extractor, in_memory, measured, parsed, reader};

/// A workspace, opened to be read.
///
/// # Errors
/// When it does not exist, or cannot be opened.
pub fn reading(quipu: &Quipu) -> Result<Workspace, Error> {
    quipu.reading()
}

/// A workspace, opened to be changed.
///
/// # Errors
/// When it does not exist, the right is missing, it cannot be opened, or another process keeps writing.
pub fn writing(quipu: &Quipu) -> Result<Workspace, Error> {
    quipu.writing()
}

/// A workspace, opened to be changed, and created if missing.
///
/// # Errors
/// When there is no right to, it cannot be made or opened, or another process keeps writing.
pub fn creating(quipu: &Quipu) -> Result<Workspace, Error> {
    quipu.creating()
}

/// The shelves of data that a workspace keeps beside its truth.
pub fn side_stores(quipu: &Quipu) -> SideStores {
    quipu.side_stores()
}

/// The models of one work, not asked yet, within a budget.
///
/// # Errors
/// When a file that takes or took the replies of a run cannot be opened.
pub fn llms(quipu: &Quipu, budget: Option<f64>) -> Result<WorkModels, Error> {
    quipu.llms(budget)
}

/// The readers of formats with risky parsers, for a workspace.
pub fn workers(quipu: &Quipu) -> &Workers {
    quipu.workers()
}

/// Answers a question within another job, which reports its events.
///
/// # Errors
/// As [`Quipu::ask`].
pub async fn answered(quipu: &Quipu, question: Ask, teller: &EventSink<Event>) -> Result<Answer, Error> {
    quipu.answered(question, teller).await
}

/// A handle of the workspace with a virtual field of filters, unless it has one of that name; opened resources are
/// shared.
#[must_use]
pub fn with_field(quipu: &Quipu, field: Arc<dyn VirtualField>) -> Quipu {
    quipu.with_field(field)
}
