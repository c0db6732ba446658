//! Pairs of entities that belong together, with weights: the graph whose communities are found.
//!
//! Two entities are a pair where a relation between them is stated, which weighs 1 + ln(chunks that state one), or else
//! where they are found together more often than chance: normalised pointwise mutual information (Bouma, 2009), of
//! which each entity offers its best few. Entities in very many chunks, the *hubs*, offer their best too, but no entity
//! offers them: they would tie everything to everything. Dates tie unrelated things, and take no part.
//!
//! All of it follows from the facts, and is worked out when needed. Cost: for each chunk the square of its entities, of
//! which the 64 rarest count. The number of chunks for the probabilities, and the set of hubs, may be those of before,
//! so that a few new chunks do not change every weight.

use super::weighted::UNIT;
use crate::graph::Sparse;
use crate::model::Kind;

/// Maximal number of entities of a chunk that count, the rarest first.
const RAREST: usize = 64;
/// In workspaces of fewer chunks being together once counts.
const SMALL: u32 = 500;
/// Maximal number of chunks of an entity that is never a hub.
const FEW: f64 = 10.0;
/// A hub stays one until it is in so much less than makes one.
const LEAVES: f64 = 0.8;

/// Rules of pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairRules {
    /// Minimal number of chunks of an entity, unless a relation of it is stated.
    pub least_chunks: u32,
    /// Minimal number of common chunks; 1 in workspaces of fewer than 500 chunks.
    pub least_together: u32,
    /// The least normalised pointwise mutual information.
    pub npmi: f64,
    /// Maximal number of pairs that an entity offers.
    pub best: usize,
    /// The share of all chunks above which an entity is a hub.
    pub hub: f64,
}

impl Default for PairRules {
    fn default() -> Self {
        Self { least_chunks: 2, least_together: 2, npmi: 0.2, best: 10, hub: 0.05 }
    }
}

/// The facts that pairs follow from; entities and chunks by position.
pub struct PairGrounds<'a> {
    /// The kind of each entity.
    pub kinds: &'a [Kind],
    /// For each entity its chunks, sorted.
    pub chunks_of: &'a Sparse,
    /// The number of chunks for the probabilities.
    pub chunks: u32,
    /// Pairs of entities with stated relations, the smaller first, each with the number of chunks that state one;
    /// sorted.
    pub stated: &'a [(u32, u32, u32)],
    /// Former hubs, sorted.
    pub hubs: &'a [u32],
}

/// The pairs, and who takes part in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TiedPairs {
    /// Two entities, the smaller first, and the weight, in [`UNIT`]s; sorted.
    pub pairs: Vec<(u32, u32, u64)>,
    /// The hubs, sorted.
    pub hubs: Vec<u32>,
}

/// The pairs of all entities.
pub fn pairs(grounds: &PairGrounds<'_>, rules: &PairRules) -> TiedPairs {
    let counting = Counting::new(grounds, rules);
    let mut pairs = counting.offered(grounds, rules);
    pairs.extend(counting.stated(grounds));
    pairs.sort_unstable();
    pairs.dedup();
    let hubs = (0..).zip(&counting.hub).filter(|(_, hub)| **hub).map(|(at, _)| at).collect();
    TiedPairs { pairs, hubs }
}

struct Counting {
    /// Number of chunks of each entity; 0 for one that takes no part.
    chunks: Vec<u32>,
    hub: Vec<bool>,
    /// For each chunk its entities that take part, at most the rarest.
    inside: Sparse,
}

impl Counting {
    fn new(grounds: &PairGrounds<'_>, rules: &PairRules) -> Self {
        let count = grounds.kinds.len();
        let mut states = vec![false; count];
        for (a, b, _) in grounds.stated {
            (states[*a as usize], states[*b as usize]) = (true, true);
        }
        let takes_part = |at: usize, chunks: u32| {
            !matches!(grounds.kinds[at], Kind::Date | Kind::Word) && (chunks >= rules.least_chunks.max(1) || states[at])
        };
        let of = |at: usize| {
            let chunks = grounds.chunks_of.row(at).len() as u32;
            if takes_part(at, chunks) { chunks.max(1) } else { 0 }
        };
        let chunks: Vec<u32> = (0..count).map(of).collect();
        let most = (rules.hub * f64::from(grounds.chunks)).max(FEW);
        let is_hub = |at: u32| {
            let was = grounds.hubs.binary_search(&at).is_ok();
            let most = if was { (most * LEAVES).max(FEW) } else { most };
            f64::from(chunks[at as usize]) > most
        };
        let hub = (0..count as u32).map(is_hub).collect();
        Self { inside: rarest(grounds.chunks_of, &chunks), chunks, hub }
    }

    fn stated<'a>(&'a self, grounds: &'a PairGrounds<'_>) -> impl Iterator<Item = (u32, u32, u64)> + 'a {
        let part = |at: u32| self.chunks[at as usize] > 0;
        let stands = move |(a, b, _): &&(u32, u32, u32)| a != b && part(*a) && part(*b);
        let weight = |chunks: u32| ((1.0 + f64::from(chunks.max(1)).ln()) * UNIT).round() as u64;
        grounds.stated.iter().filter(stands).map(move |(a, b, chunks)| (*a, *b, weight(*chunks)))
    }

    /// Pairs that each entity offers, from the entities found together with it.
    fn offered(&self, grounds: &PairGrounds<'_>, rules: &PairRules) -> Vec<(u32, u32, u64)> {
        let least = if grounds.chunks < SMALL { 1 } else { rules.least_together };
        let across = self.inside.transposed(self.chunks.len());
        let is_stated = |a: u32, b: u32| {
            let pair = (a.min(b), a.max(b));
            grounds.stated.binary_search_by_key(&pair, |(a, b, _)| (*a, *b)).is_ok()
        };
        let (mut together, mut met) = (vec![0u32; self.chunks.len()], Vec::new());
        let (mut offers, mut pairs) = (Vec::new(), Vec::new());
        for at in 0..self.chunks.len() as u32 {
            for chunk in across.row(at as usize) {
                for &other in self.inside.row(*chunk as usize).iter().filter(|other| **other != at) {
                    let together = &mut together[other as usize];
                    if *together == 0 {
                        met.push(other);
                    }
                    *together += 1;
                }
            }
            for other in met.drain(..) {
                let together = std::mem::take(&mut together[other as usize]);
                if together < least || self.hub[other as usize] || is_stated(at, other) {
                    continue;
                }
                let weight = self.npmi(grounds.chunks, (at, other), together);
                if weight >= rules.npmi && weight > 0.0 {
                    offers.push(((weight * UNIT).round() as u64, together, other));
                }
            }
            offers.sort_unstable_by(|x, y| (y.0, y.1).cmp(&(x.0, x.1)).then(x.2.cmp(&y.2)));
            offers.truncate(rules.best);
            pairs.extend(offers.drain(..).map(|(weight, _, other)| (at.min(other), at.max(other), weight)));
        }
        pairs
    }

    /// Normalised pointwise mutual information of two entities, from -1 to 1.
    fn npmi(&self, of: u32, (a, b): (u32, u32), together: u32) -> f64 {
        let [a, b] = [a, b].map(|at| f64::from(self.chunks[at as usize]));
        let (together, of) = (f64::from(together), f64::from(of).max(1.0));
        let share = together / of;
        if share >= 1.0 {
            return 1.0;
        }
        ((together * of / (a * b)).ln() / -share.ln()).min(1.0)
    }
}

/// For each chunk the entities that take part, at most the rarest of them, sorted.
fn rarest(chunks_of: &Sparse, taking: &[u32]) -> Sparse {
    let mut part = Sparse::default();
    for (at, chunks) in taking.iter().enumerate() {
        let row = if *chunks > 0 { chunks_of.row(at) } else { &[] };
        part.push(row.iter().copied());
    }
    let last = |at: usize| part.row(at).last().map_or(0, |last| *last as usize + 1);
    let across = part.transposed((0..part.rows()).map(last).max().unwrap_or(0));
    let mut inside = Sparse::default();
    for chunk in 0..across.rows() {
        let mut row = across.row(chunk).to_vec();
        if row.len() > RAREST {
            row.sort_unstable_by_key(|at| (taking[*at as usize], *at));
            row.truncate(RAREST);
            row.sort_unstable();
        }
        inside.push(row);
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks_of(chunks: &[&[u32]], entities: usize) -> Sparse {
        let mut inside = Sparse::default();
        chunks.iter().for_each(|chunk| inside.push(chunk.iter().copied()));
        inside.transposed(entities)
    }

    #[test]
    fn what_is_together_more_than_by_chance_is_a_pair_and_a_stated_relation_always() {
        let chunks: Vec<&[u32]> = vec![&[0, 1], &[0, 1], &[2, 3], &[2, 3], &[0, 4], &[5]];
        let chunks_of = chunks_of(&chunks, 6);
        let kinds = [Kind::Entity; 6];
        let grounds =
            PairGrounds { kinds: &kinds, chunks_of: &chunks_of, chunks: 600, stated: &[(4, 5, 1)], hubs: &[] };
        let found = pairs(&grounds, &PairRules::default());
        let ends: Vec<(u32, u32)> = found.pairs.iter().map(|(a, b, _)| (*a, *b)).collect();
        assert_eq!(ends, [(0, 1), (2, 3), (4, 5)], "0 and 4 are together once");
        assert_eq!(found.pairs[2].2, UNIT as u64);
        assert!(found.hubs.is_empty());
    }

    #[test]
    fn dates_tie_nothing_and_hubs_are_offered_by_nobody() {
        let mut chunks: Vec<Vec<u32>> = (0..40).map(|at| vec![0, 1, 2 + at % 20, 22]).collect();
        chunks.push(vec![1]);
        let chunks: Vec<&[u32]> = chunks.iter().map(Vec::as_slice).collect();
        let chunks_of = chunks_of(&chunks, 23);
        let mut kinds = [Kind::Entity; 23];
        kinds[22] = Kind::Date;
        let grounds = PairGrounds { kinds: &kinds, chunks_of: &chunks_of, chunks: 41, stated: &[], hubs: &[] };
        let rules = PairRules { npmi: -1.0, ..PairRules::default() };
        let found = pairs(&grounds, &rules);
        assert_eq!(found.hubs, [0, 1]);
        assert!(found.pairs.iter().all(|(a, b, _)| *b != 22 && (*a, *b) != (0, 1)), "{found:?}");
    }
}
