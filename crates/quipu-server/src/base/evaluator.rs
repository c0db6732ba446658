//! The evaluator of sets of questions: the serving program supplies it, so that the server does not link the measures.

use std::path::PathBuf;

use quipu::evaluated::SetRow;
use quipu::{Outcome, Quipu};

/// The parameters of a job `eval`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// Folders of sets.
    pub folders: Vec<PathBuf>,
    /// The strategies; all of them if empty.
    pub strategies: Vec<String>,
    /// Only the first questions of each set, this many.
    pub questions: Option<usize>,
}

/// Measures sets of questions with known answers.
pub trait Evaluator: Send + Sync {
    /// Asks the questions of fresh indexes, with the settings of a workspace. The rows are the job's report, as
    /// `quipu eval --json` prints them.
    fn evaluate(&self, quipu: &Quipu, asked: Evaluation) -> Outcome<Vec<SetRow>>;
}
