//! Guests: entities that took no part in finding communities (hubs and entities tied to hubs alone). They join the
//! community of their strongest ties.

use super::tree::{CommunityTree, Grown, NOBODY};
use super::weighted::Weighted;

/// Gives a community to every vertex with ties, round by round from those with a tie to a vertex that has a community.
/// A guest goes down the tree to where its ties weigh most, to the first of communities of equal weight. Vertices
/// without such a tie form a community with their neighbours.
pub(super) fn seated(graph: &Weighted, tree: &mut CommunityTree) {
    let mut waiting: Vec<u32> = (0..graph.len() as u32)
        .filter(|at| tree.leaves[*at as usize] == NOBODY && graph.beside(*at).next().is_some())
        .collect();
    loop {
        let before = waiting.len();
        waiting.retain(|at| match seat(graph, tree, *at) {
            Some(leaf) => {
                tree.leaves[*at as usize] = leaf;
                false
            }
            None => true,
        });
        let Some(first) = waiting.first().filter(|_| waiting.len() == before) else {
            if waiting.is_empty() {
                break;
            }
            continue;
        };
        tree.leaves[*first as usize] = tree.communities.len() as u32;
        tree.communities.push(Grown { parent: None, level: 0, whole: false });
        waiting.remove(0);
    }
}

/// The deepest community that a guest's ties lead to.
fn seat(graph: &Weighted, tree: &CommunityTree, guest: u32) -> Option<u32> {
    let (mut seat, mut level) = (None, 0);
    loop {
        let there = |leaf: u32| {
            let at = tree.at_level(leaf, level);
            let inside = at != NOBODY && tree.communities[at as usize].level == level;
            (inside && tree.communities[at as usize].parent == seat).then_some(at)
        };
        let mut ties: Vec<(u32, u64)> = graph
            .beside(guest)
            .filter_map(|(other, weight)| Some((there(tree.leaves[other as usize])?, weight)))
            .collect();
        ties.sort_unstable();
        let sums = ties
            .chunk_by(|a, b| a.0 == b.0)
            .map(|same| (same.iter().map(|(_, weight)| weight).sum::<u64>(), std::cmp::Reverse(same[0].0)));
        let Some((_, best)) = sums.max() else { return seat };
        (seat, level) = (Some(best.0), level + 1);
    }
}
