//! An acronym with what it stands for.

/// A short form and its long form, as ranges of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The acronym.
    pub short: (usize, usize),
    /// What it stands for.
    pub long: (usize, usize),
}
