//! Ways to look, by name: the one list that every door reads.

use quipu_kernel::strategies::Strategy;

use crate::EngineError;

/// Every way to look.
pub fn all() -> &'static [&'static dyn Strategy] {
    &[]
}

/// The way of a name.
///
/// # Errors
/// When there is none; the error names those there are.
pub fn find(name: &str) -> Result<&'static dyn Strategy, EngineError> {
    let known = || all().iter().map(|way| way.name()).collect::<Vec<_>>().join(", ");
    let found = all().iter().copied().find(|way| way.name() == name);
    found.ok_or_else(|| EngineError::Strategy { found: name.to_owned(), known: known() })
}
