//! The resources of jobs, and their results.

use std::collections::BTreeSet;
use std::sync::Arc;

use quipu::Quipu;
use quipu::documents::FetchRules;
use serde::Serialize;
use serde_json::Value;

use crate::evaluator::Evaluator;
use crate::originals::Originals;
use crate::problem::HttpProblem;

/// The result of a work.
pub(super) struct Performed {
    /// The report that the command line prints with `--json`.
    pub(super) report: Value,
    /// True if it was stopped before its end.
    pub(super) stopped: bool,
    /// The reason, where nothing of it succeeded.
    pub(super) problem: Option<HttpProblem>,
}

impl Performed {
    pub(super) fn of(report: &impl Serialize, stopped: bool) -> Self {
        Self { report: serde_json::to_value(report).unwrap_or_default(), stopped, problem: None }
    }
}

/// The resources of works.
pub(super) struct Means<'a> {
    pub(super) quipu: &'a Quipu,
    pub(super) originals: &'a Arc<Originals>,
    /// The rules for fetching documents.
    pub(super) rules: &'a FetchRules,
    /// The evaluator of sets of questions.
    pub(super) evaluator: &'a dyn Evaluator,
    /// The contents that jobs need which are not done.
    pub(super) needed: &'a (dyn Fn() -> BTreeSet<String> + Sync),
}
