//! The assignment of sentences to cells (exhaustive search over the best few).

use super::ContributionCell;
use super::weigh::Weighed;

/// Minimal score of a sentence that is taken.
const ENOUGH: f64 = 1.0;
/// Minimal share of the best score for another sentence in the same cell.
const NEAR: f64 = 0.7;
/// The most sentences that a cell chooses among.
const BEST: usize = 3;

/// The sentences of the cells that have one, such that the sum of scores is highest. A sentence is given to two cells
/// only where nothing else would do for one of them.
pub(super) fn assigned(weighed: &Weighed<'_, '_>) -> Vec<(ContributionCell, usize)> {
    let best: Vec<Vec<(f64, usize)>> = ContributionCell::ALL.iter().map(|cell| best_of(weighed, *cell)).collect();
    let mut found = (f64::NEG_INFINITY, [None; 5]);
    search(&best, 0, 0.0, &mut [None; 5], &mut found);
    ContributionCell::ALL.into_iter().zip(found.1).filter_map(|(cell, at)| Some((cell, at?))).collect()
}

/// The best sentences of a cell that are good enough, the best first.
fn best_of(weighed: &Weighed<'_, '_>, cell: ContributionCell) -> Vec<(f64, usize)> {
    let mut all: Vec<(f64, usize)> = Vec::new();
    for (at, scores) in weighed.scores.iter().enumerate() {
        let score = scores[cell as usize];
        if score >= ENOUGH {
            let place = all.iter().position(|(other, _)| *other < score).unwrap_or(all.len());
            all.insert(place, (score, at));
            all.truncate(BEST);
        }
    }
    let least = all.first().map_or(0.0, |(score, _)| score * NEAR);
    all.retain(|(score, _)| *score >= least);
    all
}

/// Tries every choice of the cells from `cell` on.
fn search(
    best: &[Vec<(f64, usize)>],
    cell: usize,
    sum: f64,
    taken: &mut [Option<usize>; 5],
    found: &mut (f64, [Option<usize>; 5]),
) {
    if cell == taken.len() {
        if sum > found.0 {
            *found = (sum, *taken);
        }
        return;
    }
    for (score, at) in &best[cell] {
        let shares =
            |(other, one): (usize, &Option<usize>)| *one == Some(*at) && best[cell].len() > 1 && best[other].len() > 1;
        if taken[..cell].iter().enumerate().any(shares) {
            continue;
        }
        taken[cell] = Some(*at);
        search(best, cell + 1, sum + score, taken, found);
    }
    taken[cell] = None;
    search(best, cell + 1, sum, taken, found);
}
