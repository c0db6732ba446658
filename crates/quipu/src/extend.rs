//! Parts for crates that stand on the library, as measures and papers do: what a workspace is made of, by the settings, and works
//! on threads of their own.

use std::sync::Arc;

use quipu_engine::Workspace;
use quipu_engine::ports::Shelves;

use crate::ask::{Answer, Event};
use crate::fields::VirtualField;
use crate::{Ask, Error, Quipu, Workers};

pub use crate::documents::plain_options;
pub use crate::job::{Job, Outcome, Teller, Working, aside};
pub use crate::llms::Llms;
pub use crate::open::{extractor, in_memory, measured, parsed, reader};

/// A workspace, opened to be read.
///
/// # Errors
/// When there is none, or it cannot be opened.
pub fn reading(quipu: &Quipu) -> Result<Workspace, Error> {
    quipu.reading()
}

/// A workspace, opened to be changed.
///
/// # Errors
/// When there is none or no right to, it cannot be opened, or another goes on writing.
pub fn writing(quipu: &Quipu) -> Result<Workspace, Error> {
    quipu.writing()
}

/// A workspace, opened to be changed, and made where there is none.
///
/// # Errors
/// When there is no right to, it cannot be made or opened, or another goes on writing.
pub fn creating(quipu: &Quipu) -> Result<Workspace, Error> {
    quipu.creating()
}

/// What a workspace keeps beside its truth.
pub fn shelves(quipu: &Quipu) -> Shelves {
    quipu.shelves()
}

/// The models of one work, which nobody has asked yet, within a budget.
///
/// # Errors
/// When a file that takes or took the replies of a run cannot be opened.
pub fn llms(quipu: &Quipu, budget: Option<f64>) -> Result<Llms, Error> {
    quipu.llms(budget)
}

/// Who reads formats whose parsers are risky, for a workspace.
pub fn workers(quipu: &Quipu) -> &Workers {
    quipu.workers()
}

/// Answers a question within another work, which tells what happens.
///
/// # Errors
/// As [`Quipu::ask`].
pub async fn answered(quipu: &Quipu, question: Ask, teller: &Teller<Event>) -> Result<Answer, Error> {
    quipu.answered(question, teller).await
}

/// The same workspace with a virtual field of filters, where it has none of that name; what is opened is shared.
#[must_use]
pub fn with_field(quipu: &Quipu, field: Arc<dyn VirtualField>) -> Quipu {
    quipu.with_field(field)
}
