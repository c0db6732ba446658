//! The state of a run: the parts of its plan with the results of each.

use quipu_language::clauses::wanted::AskedFact;

use super::choose::Picked;

/// A result of a part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PartAnswer {
    pub(super) picked: Picked,
}

/// A part of the plan, and how far it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PartState {
    pub(super) id: usize,
    pub(super) tool: String,
    pub(super) needs: Vec<usize>,
    /// Its question, with the results of the parts it needs filled in.
    pub(super) asked: AskedFact,
    /// The question in words.
    pub(super) filled: String,
    pub(super) answers: Vec<PartAnswer>,
    pub(super) grade: u8,
    /// Values that cannot all hold.
    pub(super) sides: Option<ConflictingValues>,
    /// True if all that the look could find was read.
    pub(super) complete: bool,
    /// True if it was acted on.
    pub(super) done: bool,
}

/// Values that cannot all hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ConflictingValues {
    /// The values, the newest first.
    pub(crate) values: Vec<String>,
    /// True if each held in its time: the newest holds now.
    pub(crate) changed: bool,
}

/// True if a part asks about a name that the question marks by a capital, a digit or a sign of code; or about
/// the result of an earlier part.
pub(super) fn is_marked(part: &PartState) -> bool {
    let sign = |c: char| c.is_uppercase() || c.is_numeric() || c == '_';
    !part.asked.known.is_empty() && (!part.needs.is_empty() || part.asked.shown.contains(sign))
}
