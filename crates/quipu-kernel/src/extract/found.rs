//! What the scanners find before it becomes mentions: spans with a kind, and who wins where two
//! overlap.

use crate::model::Kind;

/// A span of the text that names something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What kind of thing, as far as the scanner knows.
    pub kind: Kind,
    /// Whether it may stand inside another.
    pub nested: bool,
}

impl Found {
    /// A find that yields to longer ones.
    pub(super) fn new(start: usize, end: usize, kind: Kind) -> Self {
        Self { start, end, kind, nested: false }
    }

    /// A find that stays inside a longer one.
    pub(super) fn inside(start: usize, end: usize, kind: Kind) -> Self {
        Self { nested: true, ..Self::new(start, end, kind) }
    }
}

/// Orders the finds and lets the longest win where they overlap; of equal spans the one with a kind
/// wins. Costs a sort.
pub(super) fn resolve(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|f| (f.start, std::cmp::Reverse(f.end), f.kind == Kind::Entity, f.nested));
    let mut out: Vec<Found> = Vec::with_capacity(found.len());
    let mut reach = 0;
    let mut holder = None;
    for next in found {
        if out.last().is_some_and(|last| (last.start, last.end) == (next.start, next.end)) {
            continue;
        }
        if next.nested || next.start >= reach {
            if !next.nested {
                (reach, holder) = (next.end, Some(out.len()));
            }
            out.push(next);
        } else if let Some(at) = holder.filter(|at| next.end - next.start > out[*at].end - out[*at].start) {
            out.truncate(at);
            (reach, holder) = (next.end, Some(at));
            out.push(next);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wins_and_the_nested_stay() {
        let of = |start, end| Found::new(start, end, Kind::Entity);
        assert_eq!(resolve(vec![of(0, 4), of(0, 9), of(5, 9), of(10, 12)]), [of(0, 9), of(10, 12)]);
        assert_eq!(resolve(vec![of(0, 4), of(2, 9)]), [of(2, 9)]);
        let part = Found::inside(0, 4, Kind::Entity);
        assert_eq!(resolve(vec![part, of(0, 9)]), [of(0, 9), part]);
    }
}
