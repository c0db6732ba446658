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
mod light;
mod local;
mod options;
mod papers;
mod paths;
mod ppr;
mod skeleton;
mod statements;
mod walk;

pub use crate::option_kind::{OptionBounds, OptionKind};
pub use options::{OptionError, Options, Parameter, SHARED, find};

use crate::view::{Evidence, Needs, Question, View};

/// What there is to say of a way beside its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WayCard {
    /// Where it comes from: a system, with its paper; empty for one of our own.
    pub of: &'static str,
    /// The operators of which it is made, in their order.
    pub steps: &'static [&'static str],
    /// What a model is asked for before its view is cut, where one is named; rules do it else.
    pub asks: &'static [ModelAsk],
    /// Whether the reports of its entities' communities join what it found.
    pub reports: bool,
}

/// What a model does for a strategy before its view is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelAsk {
    /// It parts the question into keywords of things and of themes: entities are looked for by the former, relations by the
    /// latter.
    Keywords,
    /// It keeps, of the statements near the question, those that help to answer it (recognition memory).
    Facts,
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
    /// What it is after, and the operators of which it is made.
    fn card(&self) -> WayCard {
        WayCard::default()
    }
    /// The options that are its own, beside those that all ways share.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }
    /// Where it chooses among others: which looks, and why.
    fn chosen(&self, _: &Question, _: &View, _: &Options) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// Every built-in strategy, the default first.
pub fn strategies() -> &'static [&'static dyn Strategy] {
    &[
        &walk::Walk,
        &lexical::Lexical,
        &dense::Dense,
        &hybrid::Hybrid,
        &hops::Hops,
        &local::Local,
        &light::Light::Local,
        &light::Light::Global,
        &light::Light::Hybrid,
        &light::Light::Mix,
        &ppr::Ppr,
        &skeleton::Skeleton,
        &statements::Statements,
        &paths::Paths,
        &papers::Papers,
        &auto::Auto,
    ]
}

/// The strategy of a name.
pub fn strategy(name: &str) -> Option<&'static dyn Strategy> {
    strategies().iter().copied().find(|strategy| strategy.name() == name)
}

#[cfg(test)]
mod laws;
