//! Strategies: one look at the graph each, as a pure function of question, view and options.

use crate::view::{Evidence, Needs, Question, View};

/// Options of strategies, each with its default; one struct, so that every door offers the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How many hits to return.
    pub limit: usize,
    /// BM25 term-frequency saturation.
    pub k1: f64,
    /// BM25 length normalisation.
    pub b: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { limit: 10, k1: 1.2, b: 0.75 }
    }
}

/// One look at the graph.
pub trait Strategy: Send + Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;
    /// One line for help texts and menus.
    fn about(&self) -> &'static str;
    /// Which part of the graph it wants to see.
    fn plan(&self, question: &Question, options: &Options) -> Needs;
    /// What it finds there: pure, total, deterministic.
    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence;
}
