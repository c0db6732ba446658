//! Measures of a ranking against the expected results: recall, reciprocal rank, nDCG, and the paired bootstrap for the
//! confidence of a difference.
//!
//! Recall and nDCG as in Järvelin and Kekäläinen (2002, "Cumulated gain-based evaluation of IR
//! techniques"), with linear gain; the bootstrap is Efron's (1979), over questions, with a fixed
//! seed. Cost: linear in the ranking; the bootstrap costs questions x rounds.

use std::collections::BTreeMap;
use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::random::SplitMix;

/// Share of the `gold` that stands in the first `k` of `ranking`; 0 when there is no gold.
///
/// Recall counts each value once: a repeated hit adds nothing.
pub fn recall<T: Eq + Hash>(ranking: &[T], gold: &[T], k: usize) -> f64 {
    let wanted: FxHashSet<&T> = gold.iter().collect();
    if wanted.is_empty() {
        return 0.0;
    }
    let found: FxHashSet<&T> = ranking.iter().take(k).filter(|hit| wanted.contains(hit)).collect();
    found.len() as f64 / wanted.len() as f64
}

/// The reciprocal of the rank of the first gold hit; 0 without one.
pub fn reciprocal_rank<T: Eq + Hash>(ranking: &[T], gold: &[T]) -> f64 {
    let wanted: FxHashSet<&T> = gold.iter().collect();
    ranking.iter().position(|hit| wanted.contains(hit)).map_or(0.0, |place| 1.0 / (place as f64 + 1.0))
}

/// Normalised discounted cumulated gain of the first `k`, 0 to 1; 0 when nothing has a grade above
/// zero.
pub fn ndcg<T: Eq + Hash + Ord>(ranking: &[T], grades: &BTreeMap<T, f64>, k: usize) -> f64 {
    let discount = |place: usize| 1.0 / (place as f64 + 2.0).log2();
    let mut seen = FxHashSet::default();
    let gain: f64 = (ranking.iter().take(k).enumerate())
        .filter(|(_, hit)| seen.insert(*hit))
        .map(|(place, hit)| grades.get(hit).copied().unwrap_or(0.0).max(0.0) * discount(place))
        .sum();
    let mut best: Vec<f64> = grades.values().copied().filter(|grade| *grade > 0.0).collect();
    best.sort_by(|a, b| b.total_cmp(a));
    let ideal: f64 = best.iter().take(k).enumerate().map(|(place, grade)| grade * discount(place)).sum();
    if ideal > 0.0 { gain / ideal } else { 0.0 }
}

/// The mean; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The value below which `share` (0 to 1) of the values lie, by the nearest rank; 0 of nothing.
pub fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share.clamp(0.0, 1.0) * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// A mean and where it may lie.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ConfidenceInterval {
    /// The mean observed.
    pub mean: f64,
    /// 2.5 % of the resampled means lie below.
    pub low: f64,
    /// 2.5 % of the resampled means lie above.
    pub high: f64,
}

/// The mean of `values` with its 95 % bootstrap interval over `rounds` resamples.
///
/// For a paired comparison give the differences, question by question.
pub fn bootstrap(values: &[f64], rounds: usize) -> ConfidenceInterval {
    if values.is_empty() || rounds == 0 {
        return ConfidenceInterval { mean: mean(values), low: mean(values), high: mean(values) };
    }
    let mut random = SplitMix::new(0x5157_4950_5542_4f4f);
    let means: Vec<f64> = (0..rounds)
        .map(|_| values.iter().map(|_| values[random.below(values.len())]).sum::<f64>() / values.len() as f64)
        .collect();
    ConfidenceInterval { mean: mean(values), low: percentile(&means, 0.025), high: percentile(&means, 0.975) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn recall_counts_each_once() {
        assert_eq!(recall(&["a", "a", "b"], &["a", "b", "a"], 2), 0.5);
        assert_eq!(recall(&["a", "b"], &["b", "a"], 2), 1.0);
        assert_eq!(recall::<u8>(&[1], &[], 5), 0.0);
    }

    #[test]
    fn first_gold_decides_the_reciprocal_rank() {
        assert_eq!(reciprocal_rank(&[3, 4, 5], &[5, 4]), 0.5);
        assert_eq!(reciprocal_rank(&[3], &[5]), 0.0);
    }

    #[test]
    fn ndcg_of_a_worked_case() {
        // Gains 0, 2, 1 in places 1 to 3; the best order is 2, 1.
        let grades = BTreeMap::from([("b", 2.0), ("c", 1.0)]);
        let expected = (2.0 / 3f64.log2() + 1.0 / 2.0) / (2.0 + 1.0 / 3f64.log2());
        assert!((ndcg(&["a", "b", "c"], &grades, 10) - expected).abs() < 1e-12);
        assert_eq!(ndcg(&["b", "c"], &grades, 10), 1.0);
    }

    #[test]
    fn means_of_some_and_of_none() {
        assert_eq!((mean(&[1.0, 2.0, 6.0]), mean(&[])), (3.0, 0.0));
        assert_eq!(bootstrap(&[1.0, 3.0], 0), ConfidenceInterval { mean: 2.0, low: 2.0, high: 2.0 });
        assert_eq!(bootstrap(&[], 10), ConfidenceInterval::default());
    }

    #[test]
    fn percentiles_are_nearest_ranks() {
        let values = [4.0, 1.0, 3.0, 2.0];
        assert_eq!(percentile(&values, 0.5), 2.0);
        assert_eq!(percentile(&values, 1.0), 4.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }

    #[test]
    fn the_bootstrap_covers_a_sure_difference_and_an_unsure_one() {
        let sure = bootstrap(&[0.5; 40], 500);
        assert_eq!((sure.low, sure.high), (0.5, 0.5));
        let unsure: Vec<f64> = (0..40).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let interval = bootstrap(&unsure, 500);
        assert!(interval.low < 0.0 && interval.high > 0.0);
        assert_eq!(interval, bootstrap(&unsure, 500));
    }

    proptest! {
        #[test]
        fn measures_lie_between_zero_and_one(ranking in prop::collection::vec(0u8..20, 0..30), gold in prop::collection::vec(0u8..20, 0..10), k in 0usize..12) {
            let grades: BTreeMap<u8, f64> = gold.iter().map(|g| (*g, f64::from(g % 3))).collect();
            for value in [recall(&ranking, &gold, k), reciprocal_rank(&ranking, &gold), ndcg(&ranking, &grades, k)] {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{}", value);
            }
        }

        #[test]
        fn the_best_order_has_ndcg_one(grades in prop::collection::btree_map(0u8..50, 0.5f64..3.0, 1..12)) {
            let mut order: Vec<u8> = grades.keys().copied().collect();
            order.sort_by(|a, b| grades[b].total_cmp(&grades[a]));
            prop_assert!((ndcg(&order, &grades, 10) - 1.0).abs() < 1e-9);
        }
    }
}
