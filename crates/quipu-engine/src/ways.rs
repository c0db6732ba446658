//! Ways to look, by name: the one list that every door reads. A strategy looks once; a policy as
//! often as it needs, within a bound.

use quipu_kernel::strategies::{Options, Strategy, strategies};

use crate::EngineError;
use crate::agent::{DriftSearch, Global, Lazy, Policy, Traverse};

/// Makes a policy with its options.
pub type Make = fn(&Options) -> Box<dyn Policy>;

/// A way to look.
#[derive(Clone, Copy)]
pub enum Way {
    /// One look.
    Strategy(&'static dyn Strategy),
    /// Several looks.
    Policy(Make),
}

/// Every policy.
const POLICIES: &[Make] = &[
    |options| Box::new(Traverse::new(options)),
    |_| Box::new(Global),
    |options| Box::new(Lazy(options.tests)),
    |_| Box::new(DriftSearch),
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
}

/// Every way to look, the default first.
pub fn all() -> impl Iterator<Item = Way> {
    strategies().iter().copied().map(Way::Strategy).chain(POLICIES.iter().copied().map(Way::Policy))
}

/// The way of a name.
///
/// # Errors
/// When there is none; the error names those there are.
pub fn find(name: &str) -> Result<Way, EngineError> {
    let known = || all().map(|way| way.name()).collect::<Vec<_>>().join(", ");
    all().find(|way| way.name() == name).ok_or_else(|| EngineError::Strategy { found: name.to_owned(), known: known() })
}
