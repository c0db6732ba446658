//! Spans that the scanners find before they become mentions, each with a kind, and the choice among overlapping spans.

use quipu_kernel::model::Kind;

/// A span of the text that names something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The kind of thing, as far as the scanner knows.
    pub kind: Kind,
}

impl Found {
    /// A find.
    pub(super) fn new(start: usize, end: usize, kind: Kind) -> Self {
        Self { start, end, kind }
    }

    pub(super) fn length(&self) -> usize {
        self.end - self.start
    }
}

/// Orders the finds and lets the longest win where they overlap; of equal spans the one with a kind
/// wins. No two of the result overlap. Costs a sort.
pub(super) fn resolve(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|f| (f.start, std::cmp::Reverse(f.end), f.kind == Kind::Entity));
    let mut out: Vec<Found> = Vec::with_capacity(found.len());
    for next in found {
        match out.last_mut() {
            Some(last) if next.start < last.end => {
                if next.length() > last.length() {
                    *last = next;
                }
            }
            _ => out.push(next),
        }
    }
    out
}

/// The forms that a scanner finds in a text, in order.
#[cfg(test)]
pub(super) fn forms(text: &str, scan: impl Fn(&[super::tokens::Token], &mut Vec<Found>)) -> Vec<&str> {
    let mut found = Vec::new();
    scan(&super::tokens::tokens(text, &quipu_kernel::text::sentences(text), &[]), &mut found);
    found.sort_by_key(|found| found.start);
    found.iter().map(|found| &text[found.start..found.end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wins() {
        let of = |start, end| Found::new(start, end, Kind::Entity);
        assert_eq!(resolve(vec![of(0, 4), of(0, 9), of(5, 9), of(10, 12)]), [of(0, 9), of(10, 12)]);
        assert_eq!(resolve(vec![of(0, 4), of(2, 9)]), [of(2, 9)]);
        let told = Found::new(0, 4, Kind::Work);
        assert_eq!(resolve(vec![of(0, 4), told]), [told]);
    }
}
