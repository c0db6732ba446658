//! Strategies: one search of the graph each, as a pure function of question, view and options.
//!
//! A new one is a file here and a line in [`strategies`]; every door (flags, menus, tables, laws)
//! reads that list.

mod auto;
mod dense;
mod entity_paths;
mod hops;
mod hybrid;
mod lexical;
mod light;
mod local;
mod options;
mod paper_chunks;
mod ppr;
mod ranked_hits;
mod skeleton;
mod statements;
mod walk;

pub use crate::option_kind::{OptionBounds, OptionKind};
pub use options::{OptionError, Options, Parameter, SHARED, find};

use crate::view::{Evidence, Needs, Question, View, ViewText};

/// A description of a strategy beside its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WayCard {
    /// Its origin: a system, with its paper; empty for one of our own.
    pub of: &'static str,
    /// The operators of which it is made, in their order.
    pub steps: &'static [&'static str],
    /// Tasks of a model before the view is cut; without a model, rules do them.
    pub asks: &'static [ModelAsk],
    /// True if the reports of its entities' communities join its result.
    pub reports: bool,
}

/// A task of a model for a strategy before its view is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelAsk {
    /// Splits the question into keywords of things and of themes: entities are looked for by the former, relations by
    /// the latter.
    Keywords,
    /// Selects, of the statements near the question, those that help to answer it (recognition memory).
    Facts,
}

/// One look at the graph.
pub trait Strategy: Send + Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;
    /// One line for help texts and menus.
    fn about(&self) -> &'static str;
    /// The part of the graph that it needs.
    fn plan(&self, question: &Question, options: &Options) -> Needs;
    /// Its ranking, where it reads texts of chunks before it gives its result; [`Strategy::retrieve`] gives that of no
    /// texts.
    fn draft<'a>(&self, _: &'a Question, _: &'a View, _: &'a Options) -> Option<Box<dyn Draft + 'a>> {
        None
    }
    /// Its result for a view: pure, total, deterministic.
    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence;
    /// Its origin, and the operators of which it is made.
    fn card(&self) -> WayCard {
        WayCard::default()
    }
    /// The options that are its own, beside those that all ways share.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }
    /// For a router: the chosen strategy, with the reason.
    fn chosen(&self, _: &Question, _: &View, _: &Options) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// A ranking that reads texts of chunks before it gives its result.
pub trait Draft: Send {
    /// Positions of the chunks whose texts it reads, best first.
    fn reads(&self) -> Vec<u32>;
    /// Its result with these texts.
    fn finish(self: Box<Self>, texts: &[ViewText]) -> Evidence;
}

/// Every built-in strategy, `walk` first, to which the default leads.
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
        &entity_paths::EntityPaths,
        &paper_chunks::PaperChunks,
        &auto::Auto,
    ]
}

/// The strategy of a name.
pub fn strategy(name: &str) -> Option<&'static dyn Strategy> {
    strategies().iter().copied().find(|strategy| strategy.name() == name)
}

#[cfg(test)]
mod laws;
