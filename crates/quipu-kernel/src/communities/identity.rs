//! Identity of communities across runs: a community keeps its id where most of its members stay.
//!
//! Nothing is matched by position or by size. Two communities of one level are the same where the members that they
//! share are at least half of all members of both together (Jaccard) and each is the other's best.

use super::tree::{CommunityTree, NOBODY};

/// For each community of today the one of before that it is, if any. `leaves` are for every entity its deepest
/// community before and today, [`NOBODY`] where it had or has none.
pub(crate) fn matched(before: &CommunityTree, today: &CommunityTree, leaves: &[(u32, u32)]) -> Vec<Option<u32>> {
    let mut shared = Vec::new();
    let (mut were, mut are) = (vec![0u32; before.communities.len()], vec![0u32; today.communities.len()]);
    for &(was, is) in leaves {
        before.upwards(was).for_each(|at| were[at as usize] += 1);
        today.upwards(is).for_each(|at| are[at as usize] += 1);
        if was == NOBODY || is == NOBODY {
            continue;
        }
        let level = |tree: &CommunityTree, at: u32| tree.communities[at as usize].level;
        for is in today.upwards(is) {
            let same = before.upwards(was).find(|was| level(before, *was) == level(today, is));
            shared.extend(same.map(|was| (was, is)));
        }
    }
    shared.sort_unstable();
    // The share as a fraction, so that the order is exact.
    let alike = |same: &[(u32, u32)]| {
        let (was, is) = same[0];
        let both = same.len() as u64;
        let all = u64::from(were[was as usize]) + u64::from(are[is as usize]) - both;
        (2 * both >= all).then_some((both, all, was, is))
    };
    let mut found: Vec<(u64, u64, u32, u32)> = shared.chunk_by(|a, b| a == b).filter_map(alike).collect();
    found.sort_unstable_by(|x, y| (y.0 * x.1).cmp(&(x.0 * y.1)).then((x.2, x.3).cmp(&(y.2, y.3))));
    let mut taken = vec![false; before.communities.len()];
    let mut of = vec![None; today.communities.len()];
    for (_, _, was, is) in found {
        if !taken[was as usize] && of[is as usize].is_none() {
            taken[was as usize] = true;
            of[is as usize] = Some(was);
        }
    }
    of
}

#[cfg(test)]
mod tests {
    use super::super::tree::Grown;
    use super::*;

    fn flat(communities: usize) -> CommunityTree {
        let one = Grown { parent: None, level: 0, whole: false };
        CommunityTree { communities: vec![one; communities], leaves: Vec::new() }
    }

    #[test]
    fn a_community_is_what_most_of_it_was() {
        let leaves = [(0, 1), (0, 1), (0, 0), (1, 0), (1, 0), (1, 0), (2, NOBODY), (NOBODY, 2)];
        assert_eq!(matched(&flat(3), &flat(3), &leaves), [Some(1), Some(0), None]);
    }

    #[test]
    fn half_and_half_is_the_same_only_once() {
        let leaves = [(0, 0), (0, 1)];
        assert_eq!(matched(&flat(1), &flat(2), &leaves), [Some(0), None]);
    }
}
