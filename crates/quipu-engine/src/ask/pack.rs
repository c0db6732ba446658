//! Packing: which passages an answer may be made from.

use crate::search::ShownHit;

/// The most text that an answer is made from, in bytes.
const BUDGET: usize = 24_000;

/// The best hits that fit the budget, at least one.
pub(super) fn pack(hits: &[ShownHit]) -> &[ShownHit] {
    let mut size = 0;
    let fits = |hit: &&ShownHit| {
        size += hit.text.len();
        size <= BUDGET
    };
    let fitting = hits.iter().take_while(fits).count();
    &hits[..fitting.max(1).min(hits.len())]
}
