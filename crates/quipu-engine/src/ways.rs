//! Ways to look, by name: the one list that every door reads.

use quipu_kernel::strategies::{Strategy, strategies, strategy};

use crate::EngineError;

/// Every way to look, the default first.
pub fn all() -> &'static [&'static dyn Strategy] {
    strategies()
}

/// The way of a name.
///
/// # Errors
/// When there is none; the error names those there are.
pub fn find(name: &str) -> Result<&'static dyn Strategy, EngineError> {
    let known = || all().iter().map(|way| way.name()).collect::<Vec<_>>().join(", ");
    strategy(name).ok_or_else(|| EngineError::Strategy { found: name.to_owned(), known: known() })
}
