//! The registry of ways to look, by name, used by all interfaces. A strategy looks once; a policy as
//! often as needed, within a bound.

use std::collections::BTreeSet;

use quipu_kernel::strategies::{OptionError, Options, Parameter, SHARED, Strategy, WayCard, strategies};
use quipu_kernel::view::{Needs, Question, RelationNeeds};
use serde::Serialize;

use crate::base::EngineError;
use crate::find::policies::{Clues, DriftSearch, Global, Lazy, OutlineSearch, Policy, Traverse};
use crate::find::refine;

/// Makes a policy with its options.
pub type MakePolicy = fn(&Options) -> Box<dyn Policy>;

/// A way to look.
#[derive(Clone, Copy)]
pub enum Way {
    /// One look.
    Strategy(&'static dyn Strategy),
    /// Several looks.
    Policy(MakePolicy),
}

/// Every policy.
const POLICIES: &[MakePolicy] = &[
    |options| Box::new(Traverse::new(options)),
    |_| Box::new(Global),
    |options| Box::new(Lazy::new(options)),
    |_| Box::new(DriftSearch),
    |_| Box::new(OutlineSearch),
    |_| Box::new(Clues),
];

impl Way {
    /// The name users choose it by.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Strategy(strategy) => strategy.name(),
            Self::Policy(make) => make(&Options::default()).name(),
        }
    }

    /// One line for help texts and menus.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Strategy(strategy) => strategy.about(),
            Self::Policy(make) => make(&Options::default()).about(),
        }
    }

    /// Its origin and its operators.
    pub fn card(&self) -> WayCard {
        match self {
            Self::Strategy(strategy) => strategy.card(),
            Self::Policy(make) => make(&Options::default()).card(),
        }
    }

    /// Its description, with the values of its options.
    pub fn told(&self, options: &Options) -> WayTold {
        let WayCard { of, steps, asks, .. } = self.card();
        let calls = match self {
            Self::Strategy(_) => asks.len(),
            Self::Policy(make) => make(options).calls(),
        };
        let option = |parameter: &Parameter| WayOption {
            key: format!("look.{}", parameter.key),
            value: parameter.value(options),
            default: parameter.default(),
            about: parameter.about.to_owned(),
        };
        let needs = match self {
            Self::Strategy(strategy) => seen(&strategy.plan(&example(), options)),
            Self::Policy(_) => Vec::new(),
        };
        let views = match self {
            Self::Strategy(_) => 1,
            Self::Policy(make) => make(options).views(options),
        };
        WayTold {
            name: self.name().to_owned(),
            about: self.about().to_owned(),
            of: of.to_owned(),
            steps: steps.iter().map(|step| (*step).to_owned()).collect(),
            calls,
            views,
            needs,
            options: self.parameters().iter().map(option).collect(),
        }
    }

    /// The options that are its own, beside those that all ways share.
    pub fn parameters(&self) -> &'static [Parameter] {
        match self {
            Self::Strategy(strategy) => strategy.parameters(),
            Self::Policy(make) => make(&Options::default()).parameters(),
        }
    }
}

/// The description of a way.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct WayTold {
    /// The name users choose it by.
    pub name: String,
    /// Its purpose, in one line.
    pub about: String,
    /// Its origin: a system, with its paper; empty for one of our own.
    pub of: String,
    /// Its operators, in their order.
    pub steps: Vec<String>,
    /// The maximum number of calls of a model, if one is named, besides the writing of an answer.
    pub calls: usize,
    /// The maximum number of views of the graph.
    pub views: usize,
    /// The contents of its view, with a limit of each, if bounded; empty for a way that looks as often as needed.
    pub needs: Vec<(String, Option<usize>)>,
    /// The options that are its own.
    pub options: Vec<WayOption>,
}

/// An option of a way, with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct WayOption {
    /// Its key among the settings.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Its default.
    pub default: String,
    /// Its meaning.
    pub about: String,
}

/// A question with a name and a vector, so that a way requests all parts of its view.
fn example() -> Question {
    quipu_language::understood(Question { vector: Some(vec![1.0]), ..Question::new("Who knew Ada Lovelace?") })
}

/// The parts of a view's request, in words, with the limit of each.
fn seen(needs: &Needs) -> Vec<(String, Option<usize>)> {
    let all = [
        ("chunks by words", needs.lexical),
        ("chunks by vector", needs.dense),
        ("entities by vector", needs.near_entities),
        ("relations by vector", needs.near_relations),
        ("steps from chunks to their entities and on", needs.hops),
        ("steps along stated relations", needs.follow),
        ("chunks of an entity that is passed", if needs.hops + needs.follow > 0 { needs.cap } else { 0 }),
    ];
    let flags = [
        ("the entities that the question names", needs.entities),
        ("the relations among its entities", needs.relations != RelationNeeds::Nobody),
    ];
    let counted = all.into_iter().filter(|(_, count)| *count > 0).map(|(what, count)| (what, Some(count)));
    let flagged = flags.into_iter().filter(|(_, there)| *there).map(|(what, _)| (what, None));
    counted.chain(flagged).map(|(what, count)| (what.to_owned(), count)).collect()
}

/// Every option of a look: the common ones, then those of each way.
pub fn parameters() -> impl Iterator<Item = &'static Parameter> {
    // A family of ways shares its options.
    let mut seen = BTreeSet::new();
    let first = move |one: &&Parameter| seen.insert(one.key);
    SHARED
        .iter()
        .chain(refine::PARAMETERS.into_iter().flatten())
        .chain(all().flat_map(|way| way.parameters()).filter(first))
}

/// Sets an option of a look by its key, `limit` or `WAY.NAME`, from text.
///
/// # Errors
/// When there is no such option, or it does not accept the value.
pub fn set(options: &mut Options, key: &str, value: &str) -> Result<(), OptionError> {
    quipu_kernel::strategies::find(parameters(), key)?.set(options, value)
}

/// Every way to look, `walk` first.
pub fn all() -> impl Iterator<Item = Way> {
    strategies().iter().copied().map(Way::Strategy).chain(POLICIES.iter().copied().map(Way::Policy))
}

/// Other names of ways: LightRAG calls plain vectors naive.
pub const ALIASES: &[(&str, &str)] = &[("naive", "dense")];

/// The way of a name.
///
/// # Errors
/// When it is unknown; the error names the known ones.
pub fn find(name: &str) -> Result<Way, EngineError> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, of)| *of);
    let known = || all().map(|way| way.name()).collect::<Vec<_>>().join(", ");
    all().find(|way| way.name() == name).ok_or_else(|| EngineError::Strategy { found: name.to_owned(), known: known() })
}
