//! Strategies: one look at the graph each, as a pure function of question, view and options.
//!
//! A new one is a file here and a line in [`strategies`]; every door (flags, menus, tables, laws)
//! reads that list.

mod auto;
mod dense;
mod hits;
mod hops;
mod hybrid;
mod lexical;
mod options;
mod walk;

pub use options::{CommunityLevel, Fusion, OptionError, Options, Over, PARAMETERS, Parameter};

use crate::view::{Evidence, Needs, Question, View};

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
    /// Where it chooses among others: which looks, and why.
    fn chosen(&self, _: &Question, _: &View, _: &Options) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// Every built-in strategy, the default first.
pub fn strategies() -> &'static [&'static dyn Strategy] {
    &[&walk::Walk, &lexical::Lexical, &dense::Dense, &hybrid::Hybrid, &hops::Hops, &auto::Auto]
}

/// The strategy of a name.
pub fn strategy(name: &str) -> Option<&'static dyn Strategy> {
    strategies().iter().copied().find(|strategy| strategy.name() == name)
}

#[cfg(test)]
mod laws;
