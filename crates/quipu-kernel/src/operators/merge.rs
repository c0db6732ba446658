//! Merging lists: one from each in turn, reciprocal ranks, and as many as a budget holds.

use rustc_hash::FxHashSet;

use super::{Scored, best_first};
use crate::rank::fuse::reciprocal;

/// One from each list in turn, each thing once, by the list that gives it first: (thing, list, place in that list from
/// 0).
pub fn in_turn(lists: &[Vec<u32>]) -> Vec<(u32, usize, usize)> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let mut taken = FxHashSet::default();
    let mut merged = Vec::new();
    for place in 0..longest {
        for (list, of) in lists.iter().enumerate() {
            merged.extend(of.get(place).filter(|thing| taken.insert(**thing)).map(|thing| (*thing, list, place)));
        }
    }
    merged
}

/// By reciprocal rank fusion: the sum of 1 / (k + place) over the lists that hold a thing.
pub fn by_ranks(lists: &[Vec<u32>], k: f64) -> Vec<Scored> {
    let mut sums: std::collections::BTreeMap<u32, f64> = std::collections::BTreeMap::new();
    for list in lists {
        for (place, thing) in list.iter().enumerate() {
            *sums.entry(*thing).or_default() += reciprocal(k, place + 1);
        }
    }
    best_first(sums)
}

/// The number of leading sizes that fit a budget; the first always counts.
pub fn fitting(sizes: impl IntoIterator<Item = u64>, budget: u64) -> usize {
    let mut left = budget;
    let fits = |(place, size): (usize, u64)| {
        let fits = place == 0 || size <= left;
        left = left.saturating_sub(size);
        fits.then_some(())
    };
    sizes.into_iter().enumerate().map_while(fits).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_merged_in_turn_by_rank_and_within_a_budget() {
        let merged = in_turn(&[vec![1, 2, 3], vec![2, 4]]);
        assert_eq!(merged, [(1, 0, 0), (2, 1, 0), (4, 1, 1), (3, 0, 2)]);
        let ranked: Vec<u32> = by_ranks(&[vec![1, 2, 3], vec![2, 4]], 60.0).into_iter().map(|(at, _)| at).collect();
        assert_eq!(ranked, [2, 1, 4, 3]);
        assert_eq!(fitting([5, 4, 2], 10), 2);
        assert_eq!(fitting([50, 4], 10), 1, "something is always read");
        assert_eq!(fitting([], 10), 0);
    }
}
