//! Limits of repeated cells in a table: a cell that spans several places repeats in each, so that a small file
//! could fill any memory.

/// The widest and longest that one cell spans.
pub(super) const SPAN: usize = 256;
/// The most bytes that a table says again.
const MOST: usize = 16 << 20;
/// Cost of a place beside its words, in bytes.
const PLACE: usize = 32;

/// The repeats left for a table.
#[derive(Debug)]
pub(super) struct Repeats {
    left: usize,
    place: usize,
}

impl Default for Repeats {
    fn default() -> Self {
        Self { left: MOST, place: PLACE }
    }
}

impl Repeats {
    /// The repeats of a table whose places are counted elsewhere.
    pub(super) fn of_words() -> Self {
        Self { place: 0, ..Self::default() }
    }

    /// True if some places went without their words.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Words for another place of their cell; missing once the table has used up its repeats.
    pub(super) fn again(&mut self, words: &str) -> Option<String> {
        let left = self.left.checked_sub(words.len() + self.place);
        self.left = left.unwrap_or_default();
        left.map(|_| words.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_only_so_much_again() {
        let mut repeats = Repeats::default();
        let words = "w".repeat(MOST / 4);
        assert_eq!((0..9).map_while(|_| repeats.again(&words)).count(), 3);
        assert!(repeats.again("w").is_none() && repeats.is_spent());
    }
}
