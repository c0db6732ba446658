//! A list of lettered paragraphs, while it is read.

use quipu_kernel::model::Span;

/// A list of paragraphs that is open.
#[derive(Debug, Clone)]
pub(super) struct LetteredList {
    pub(super) lead: Vec<Span>,
    /// Position of its first member among the units.
    pub(super) first: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) members: usize,
    /// True if its marks are numbers.
    pub(super) is_numbered: bool,
    /// The block of its members.
    pub(super) block: usize,
}
