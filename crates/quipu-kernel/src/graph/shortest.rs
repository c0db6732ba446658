//! The k shortest paths between two entities: fewest steps first, then the cheapest, then by position.
//!
//! For every number of steps, the minimal cost of the rest of a path is computed backwards from the end (Bellman, 1958,
//! "On a routing problem", by number of steps); with that as the estimate, a best-first search (Hart, Nilsson and
//! Raphael, 1968) meets the paths of that length in the order of their cost. A path that would come back to an entity
//! is dropped as it grows. Cost: steps x web for the estimates, and the neighbours of opened paths; at most [`OPENED`]
//! are opened for a length.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Web;
use super::web::{STATED, TOGETHER};

/// Maximal number of partial paths opened for one length before the search gives up.
const OPENED: usize = 20_000;

/// Limits of a search: number and length of paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathLimits {
    /// At most this many ways.
    pub ways: usize,
    /// Maximal number of steps.
    pub longest: usize,
}

/// A way from one entity to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShortestWay {
    /// Cost of its steps and of the entities passed; see [`Web`].
    pub cost: u32,
    /// The entities, both ends included.
    pub entities: Vec<u32>,
}

/// The shortest ways.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ways {
    /// Fewest steps first, then the cheapest, then by position.
    pub ways: Vec<ShortestWay>,
    /// True if the search gave up on a length: other paths as short as the longer ones may exist.
    pub gave_up: bool,
}

/// A partial path: the minimal cost of the whole, its entities, its cost so far.
type Growing = Reverse<(u32, Vec<u32>, u32)>;

/// The shortest ways from `from` to `to`; none where an end is not in the web or both are one.
pub fn shortest(web: &Web, from: u32, to: u32, wanted: PathLimits) -> Ways {
    let known = |entity: u32| (entity as usize) < web.len();
    let mut ways = Ways::default();
    if !known(from) || !known(to) || from == to {
        return ways;
    }
    let mut rests = vec![vec![None; web.len()]];
    rests[0][to as usize] = Some(0);
    for length in 1..=wanted.longest {
        let rest = one_more(web, &rests[length - 1], to);
        rests.push(rest);
        if ways.ways.len() < wanted.ways {
            of_length(web, (from, to), &rests, wanted.ways, &mut ways);
        }
    }
    ways
}

/// The cost of the cheapest walk of one more step from each entity. The cost of passing through the
/// next entity counts; the end is not passed.
fn one_more(web: &Web, rest: &[Option<u32>], to: u32) -> Vec<Option<u32>> {
    let onward = |entity: u32| {
        let rest = rest[entity as usize]?;
        Some(rest + if entity == to { 0 } else { web.passing(entity) })
    };
    let mut out: Vec<Option<u32>> = vec![None; web.len()];
    let mut offer = |entity: u32, cost: u32| {
        let known = &mut out[entity as usize];
        *known = Some(known.map_or(cost, |known| known.min(cost)));
    };
    for entities in web.gatherings() {
        // Two candidates suffice: at most one of them is the entity itself.
        let mut best: Vec<(u32, u32)> = entities.iter().filter_map(|e| Some((onward(*e)?, *e))).collect();
        best.sort_unstable();
        for entity in entities {
            if let Some((cost, _)) = best.iter().take(2).find(|(_, other)| other != entity) {
                offer(*entity, cost + TOGETHER);
            }
        }
    }
    for entity in 0..web.len() as u32 {
        for other in web.stated(entity) {
            if let Some(cost) = onward(*other) {
                offer(entity, cost + STATED);
            }
        }
    }
    out
}

/// Adds the ways of exactly as many steps as there are estimates after the first.
fn of_length(web: &Web, (from, to): (u32, u32), rests: &[Vec<Option<u32>>], most: usize, found: &mut Ways) {
    let length = rests.len() - 1;
    let mut open: BinaryHeap<Growing> = BinaryHeap::new();
    open.extend(rests[length][from as usize].map(|least| Reverse((least, vec![from], 0))));
    for _ in 0..OPENED {
        let Some(Reverse((least, entities, cost))) = open.pop() else { return };
        let (at, left) = (entities[entities.len() - 1], length + 1 - entities.len());
        if left == 0 {
            found.ways.push(ShortestWay { cost: least, entities });
            if found.ways.len() >= most {
                return;
            }
            continue;
        }
        for (next, step) in web.next(at) {
            let ends = left == 1;
            if (next == to) != ends || entities.contains(&next) {
                continue;
            }
            let Some(rest) = rests[left - 1][next as usize] else { continue };
            let cost = cost + step + if ends { 0 } else { web.passing(next) };
            let entities = entities.iter().copied().chain([next]).collect();
            open.push(Reverse((cost + rest, entities, cost)));
        }
    }
    found.gave_up |= !open.is_empty();
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Kind;

    /// Every simple way of at most `longest` steps, found by trying all.
    fn all(web: &Web, to: u32, longest: usize, way: &mut ShortestWay, out: &mut Vec<ShortestWay>) {
        let at = way.entities[way.entities.len() - 1];
        if at == to {
            out.push(way.clone());
            return;
        }
        if way.entities.len() > longest {
            return;
        }
        for (next, step) in web.next(at) {
            if !way.entities.contains(&next) {
                let cost = step + if next == to { 0 } else { web.passing(next) };
                way.entities.push(next);
                way.cost += cost;
                all(web, to, longest, way, out);
                way.cost -= cost;
                way.entities.pop();
            }
        }
    }

    fn webs() -> impl Strategy<Value = Web> {
        let mentions = prop::collection::vec((0..9u32, 0..6u32), 0..24);
        let stated = prop::collection::vec((0..9u32, 0..9u32), 0..6);
        let kinds = (0..300u64, (0..14u8).prop_map(Kind::from_number));
        (prop::collection::vec(kinds, 8), mentions, stated).prop_map(|(entities, m, s)| Web::new(&entities, m, s))
    }

    proptest! {
        #[test]
        fn the_ways_are_the_first_of_all_ways(web in webs(), ways in 1..6usize, longest in 1..5usize) {
            let mut every = Vec::new();
            all(&web, 1, longest, &mut ShortestWay { cost: 0, entities: vec![0] }, &mut every);
            every.sort_by(|a, b| (a.entities.len(), a).cmp(&(b.entities.len(), b)));
            every.truncate(ways);
            prop_assert_eq!(shortest(&web, 0, 1, PathLimits { ways, longest }), Ways { ways: every, gave_up: false });
        }

        #[test]
        fn steps_are_those_of_the_shortest_way(web in webs(), to in 1..8u32) {
            let found = shortest(&web, 0, to, PathLimits { ways: 1, longest: 8 });
            let steps = found.ways.first().map(|way| way.entities.len() as u32 - 1);
            prop_assert_eq!(web.steps_from(0, 8)[to as usize], steps);
        }
    }

    #[test]
    fn what_is_stated_goes_before_what_stands_together_and_rare_names_before_common_ones() {
        // 0 and 1 meet through 2 (stated), 3 (rare), 4 (common) and 5 (a year).
        let mentions = [0, 1].into_iter().flat_map(|chunk| [(chunk, chunk), (3, chunk), (4, chunk), (5, chunk)]);
        let named = [1, 1, 2, 2, 900].map(|chunks| (chunks, Kind::Person));
        let entities: Vec<(u64, Kind)> = named.into_iter().chain([(2, Kind::Date)]).collect();
        let web = Web::new(&entities, mentions, [(0, 2), (2, 1)]);
        let ways = shortest(&web, 0, 1, PathLimits { ways: 9, longest: 2 }).ways;
        let through: Vec<(u32, u32)> = ways.iter().map(|way| (way.entities[1], way.cost)).collect();
        assert_eq!(through, [(2, 2_100), (3, 4_100), (4, 4_900), (5, 5_100)]);
    }

    #[test]
    fn nothing_leads_nowhere() {
        let wanted = PathLimits { ways: 3, longest: 4 };
        assert_eq!(shortest(&Web::default(), 0, 1, wanted), Ways::default());
        let web = Web::new(&[(1, Kind::Person); 2], [(0, 0), (9, 0)], [(0, 9)]);
        assert_eq!([shortest(&web, 0, 1, wanted), shortest(&web, 0, 0, wanted)], [Ways::default(), Ways::default()]);
    }

    #[test]
    fn a_search_that_gives_up_says_so() {
        // In a crowd of 200 there are very many ways to the one who knows the end.
        let mentions = (2..202u32).map(|one| (one, 0)).chain([(0, 0), (2, 1), (1, 1)]);
        let web = Web::new(&[(1, Kind::Person); 202], mentions, []);
        assert!(shortest(&web, 0, 1, PathLimits { ways: 100_000, longest: 4 }).gave_up);
        assert!(!shortest(&web, 0, 1, PathLimits { ways: 1, longest: 4 }).gave_up);
    }
}
