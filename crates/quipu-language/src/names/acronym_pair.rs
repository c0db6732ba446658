//! An acronym with its long form.

/// A short form and its long form, as ranges of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The acronym.
    pub short: (usize, usize),
    /// Place of the long form.
    pub long: (usize, usize),
}
