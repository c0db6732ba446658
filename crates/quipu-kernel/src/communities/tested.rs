//! The order in which chunks are tested for a question (iterative deepening over communities, as in LazyGraphRAG): the
//! whole first, then communities in the order of their best chunks, then the parts of those that had something.
//!
//! A batch in which nothing helps ends a community; after several such communities in a row it goes down into the parts
//! of those that helped. The rest of the budget goes to the best chunks that are left. A chunk is of the best-ranked
//! community among those of its entities.

use std::collections::VecDeque;

use super::tree::{CommunityTree, NOBODY};

/// Number of chunks that are tested together.
const TOGETHER: usize = 5;
/// Number of chunks of the whole that are tested before communities are looked at.
const OF_WHOLE: usize = 10;
/// Number of communities in a row without a useful chunk that ends a level.
const FRUITLESS: usize = 4;
/// Number of best chunks whose mean ranks a community.
const BEST: usize = 3;

/// See the module. Chunks are named by their place, the best first.
#[derive(Debug)]
pub struct Testing<'a> {
    tree: &'a CommunityTree,
    children: Vec<Vec<u32>>,
    /// The deepest community of each chunk.
    homes: Vec<u32>,
    /// The mean place of each community's best chunks; none of one that has no chunk.
    ranks: Vec<Option<f64>>,
    tested: Vec<bool>,
    left: usize,
    /// The communities of a level that are to be looked at; none stands for the whole.
    queue: VecDeque<Option<u32>>,
    /// The current community, and true if any of its chunks helped.
    now: Option<(Option<u32>, bool)>,
    helped: Vec<u32>,
    fruitless: usize,
    /// The batch that is out.
    out: Vec<usize>,
    /// True if all levels are done.
    last: bool,
}

impl<'a> Testing<'a> {
    /// Tests at most `budget` chunks; `leaves` are for each chunk the deepest communities of its entities.
    pub fn new(tree: &'a CommunityTree, leaves: &[Vec<u32>], budget: usize) -> Self {
        let held = |of: &[Vec<u32>]| {
            let mut places: Vec<Vec<usize>> = vec![Vec::new(); tree.communities.len()];
            for (place, leaves) in of.iter().enumerate() {
                let mut all: Vec<u32> = leaves.iter().flat_map(|leaf| tree.upwards(*leaf)).collect();
                all.sort_unstable();
                all.dedup();
                all.into_iter().for_each(|at| places[at as usize].push(place));
            }
            places
        };
        let first = ranked(&held(leaves));
        let better = |x: &u32, y: &u32| {
            let [a, b] = [x, y].map(|leaf| first[*leaf as usize].unwrap_or(f64::MAX));
            a.total_cmp(&b).then(x.cmp(y))
        };
        let home = |leaves: &Vec<u32>| leaves.iter().copied().min_by(better);
        let homes: Vec<u32> = leaves.iter().map(|leaves| home(leaves).unwrap_or(NOBODY)).collect();
        let of: Vec<Vec<u32>> = homes.iter().map(|home| Vec::from_iter((*home != NOBODY).then_some(*home))).collect();
        Self {
            tree,
            children: tree.children(),
            ranks: ranked(&held(&of)),
            tested: vec![false; homes.len()],
            homes,
            left: budget,
            queue: VecDeque::from([None]),
            now: None,
            helped: Vec::new(),
            fruitless: 0,
            out: Vec::new(),
            last: false,
        }
    }

    /// The outermost community of a chunk.
    pub fn root(&self, chunk: usize) -> Option<u32> {
        self.tree.upwards(self.homes[chunk]).last()
    }

    /// The chunks to be tested now; none when it is over. Their results go to [`Testing::told`].
    pub fn batch(&mut self) -> Vec<usize> {
        while self.left > 0 {
            let Some((of, _)) = self.now else {
                if !self.go_on() {
                    break;
                }
                continue;
            };
            let inside = |at: &usize| of.is_none_or(|of| self.tree.upwards(self.homes[*at]).any(|at| at == of));
            let untested = (0..self.tested.len()).filter(|at| !self.tested[*at]);
            self.out = untested.filter(inside).take(TOGETHER.min(self.left)).collect();
            if self.out.is_empty() {
                self.leave();
                continue;
            }
            self.left -= self.out.len();
            self.out.iter().for_each(|at| self.tested[*at] = true);
            return self.out.clone();
        }
        Vec::new()
    }

    /// Reports the result of a batch: `helps` is true if any of its chunks helps.
    pub fn told(&mut self, helps: bool) {
        if let Some((_, helped)) = &mut self.now {
            *helped |= helps;
        }
        let is_first = matches!(self.now, Some((None, _))) && !self.last;
        let tested = || self.tested.iter().filter(|tested| **tested).count();
        if !helps || is_first && tested() >= OF_WHOLE {
            self.leave();
        }
    }

    /// Ends with the community that is looked at.
    fn leave(&mut self) {
        let Some((of, helped)) = self.now.take() else { return };
        let Some(of) = of else {
            // From the whole it goes to every outermost community, with or without useful chunks.
            let roots =
                (0..self.children.len() as u32).filter(|at| self.tree.communities[*at as usize].parent.is_none());
            let roots = roots.collect();
            self.enter(roots);
            return;
        };
        self.fruitless = if helped { 0 } else { self.fruitless + 1 };
        if helped {
            self.helped.push(of);
        }
        if self.fruitless == FRUITLESS {
            self.queue.clear();
        }
    }

    /// Takes the next community, or goes a level down; returns true if there is one.
    fn go_on(&mut self) -> bool {
        if self.queue.is_empty() {
            let parts = std::mem::take(&mut self.helped).into_iter();
            let parts = parts.flat_map(|of| self.children[of as usize].clone()).collect();
            self.enter(parts);
        }
        match self.queue.pop_front() {
            Some(of) => self.now = Some((of, false)),
            None if self.last => return false,
            None => {
                (self.last, self.now) = (true, Some((None, false)));
            }
        }
        true
    }

    fn enter(&mut self, mut communities: Vec<u32>) {
        if self.last {
            return;
        }
        communities.retain(|of| self.ranks[*of as usize].is_some());
        communities.sort_by(|x, y| {
            let [a, b] = [x, y].map(|of| self.ranks[*of as usize].unwrap_or(f64::MAX));
            a.total_cmp(&b).then(x.cmp(y))
        });
        self.queue = communities.into_iter().map(Some).collect();
        self.fruitless = 0;
    }
}

/// The mean place of the best chunks of each community.
fn ranked(places: &[Vec<usize>]) -> Vec<Option<f64>> {
    let mean = |places: &Vec<usize>| {
        let best = &places[..places.len().min(BEST)];
        (!best.is_empty()).then(|| best.iter().sum::<usize>() as f64 / best.len() as f64)
    };
    places.iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tree::Grown;
    use super::*;

    /// Three communities, the first of two parts.
    fn tree() -> CommunityTree {
        let of = |parent, level| Grown { parent, level, whole: false };
        let communities = vec![of(None, 0), of(None, 0), of(None, 0), of(Some(0), 1), of(Some(0), 1)];
        CommunityTree { communities, leaves: Vec::new() }
    }

    fn run(leaves: &[Vec<u32>], budget: usize, helps: impl Fn(usize) -> bool) -> Vec<usize> {
        let tree = tree();
        let mut testing = Testing::new(&tree, leaves, budget);
        let mut all = Vec::new();
        loop {
            let batch = testing.batch();
            if batch.is_empty() {
                return all;
            }
            testing.told(batch.iter().any(|at| helps(*at)));
            all.extend(batch);
        }
    }

    #[test]
    fn none_is_tested_twice_and_the_budget_holds() {
        let leaves: Vec<Vec<u32>> = (0..60).map(|at| vec![[1, 2, 3, 4][at % 4]]).collect();
        for budget in [0, 3, 17, 40, 100] {
            for every in 1..8 {
                let mut tested = run(&leaves, budget, |at| at % every == 0);
                assert!(tested.len() <= budget);
                tested.sort_unstable();
                let count = tested.len();
                tested.dedup();
                assert_eq!(tested.len(), count);
                assert!(every > 1 || count == budget.min(60), "where all helps, all is tested");
            }
        }
    }

    #[test]
    fn a_community_that_helps_is_looked_at_to_its_end() {
        let leaves: Vec<Vec<u32>> = (0..80).map(|at| vec![if at % 4 == 0 { 3 } else { 1 }]).collect();
        let tested = run(&leaves, 60, |at| at % 4 == 0);
        assert!((0..80).step_by(4).all(|at| tested.contains(&at)), "{tested:?}");
        assert!(run(&[Vec::new(), Vec::new()], 9, |_| true).len() == 2, "chunks of no community too");
    }
}
