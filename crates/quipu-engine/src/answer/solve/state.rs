//! The state of a run: the parts of its plan with the results of each.

use quipu_language::stated::wanted::AskedFact;

use super::choose::Picked;

/// A result of a part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answered {
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
    pub(super) answers: Vec<Answered>,
    pub(super) grade: u8,
    /// Values that cannot all hold.
    pub(super) sides: Option<Sides>,
    /// True if all that the look could find was read.
    pub(super) complete: bool,
    /// True if it was acted on.
    pub(super) done: bool,
}

/// Values that cannot all hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sides {
    /// The values, the newest first.
    pub(crate) values: Vec<String>,
    /// True if each held in its time: the newest holds now.
    pub(crate) changed: bool,
}
