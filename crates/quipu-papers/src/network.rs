//! Measures of a citation network: prior and derivative works, works that bridge (betweenness, Brandes 2001),
//! co-citation and bibliographic coupling.

use std::collections::BTreeSet;

/// A paper is a prior or derivative work of the others where it is tied to this share of them at least.
const SHARE: f64 = 0.3;
/// But at least to this number.
const LEAST: usize = 2;
/// Number of papers beyond which the measure of bridges is taken from as many of them, evenly spread.
const SOURCES: usize = 400;

/// Citations among papers, each named by its place in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitationNetwork {
    cites: Vec<BTreeSet<usize>>,
    cited: Vec<BTreeSet<usize>>,
}

impl CitationNetwork {
    /// The network of `papers` papers with these pairs, of which the first cites the second; pairs beyond the papers,
    /// and papers that cite themselves, are left out.
    pub fn new(papers: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut network = Self { cites: vec![BTreeSet::new(); papers], cited: vec![BTreeSet::new(); papers] };
        for (from, to) in pairs {
            if from != to && from < papers && to < papers {
                network.cites[from].insert(to);
                network.cited[to].insert(from);
            }
        }
        network
    }

    /// Number of the papers that cite one.
    pub fn cited_by(&self, paper: usize) -> usize {
        self.cited.get(paper).map_or(0, BTreeSet::len)
    }

    /// Papers that many of the others cite, the most cited first.
    pub fn prior(&self) -> Vec<usize> {
        self.tied_most(&self.cited)
    }

    /// Papers that cite many of the others, those that cite the most first.
    pub fn derivative(&self) -> Vec<usize> {
        self.tied_most(&self.cites)
    }

    fn tied_most(&self, ties: &[BTreeSet<usize>]) -> Vec<usize> {
        let others = ties.len().saturating_sub(1);
        let least = LEAST.max((others as f64 * SHARE).ceil() as usize);
        let mut found: Vec<usize> = (0..ties.len()).filter(|at| ties[*at].len() >= least).collect();
        found.sort_by_key(|at| (std::cmp::Reverse(ties[*at].len()), *at));
        found
    }

    /// Bibliographic coupling of two papers: their common references, over the root of the product of their numbers of
    /// references; 0 to 1.
    pub fn coupling(&self, a: usize, b: usize) -> f64 {
        shared(self.cites.get(a), self.cites.get(b))
    }

    /// Co-citation of two papers: who cites both, over the root of the product of who cites each; 0 to 1.
    pub fn cocitation(&self, a: usize, b: usize) -> f64 {
        shared(self.cited.get(a), self.cited.get(b))
    }

    /// Papers that stand between the others: through which the most of the shortest ways lead, along citations of
    /// either direction and the pairs given, with their shares of all ways, the largest first; those through which none
    /// leads are left out.
    pub fn bridges(&self, pairs: &[(usize, usize)]) -> Vec<(usize, f64)> {
        let count = self.cites.len();
        let mut beside: Vec<BTreeSet<usize>> = (0..count).map(|at| &self.cites[at] | &self.cited[at]).collect();
        for (a, b) in pairs {
            if a != b && *a < count && *b < count {
                beside[*a].insert(*b);
                beside[*b].insert(*a);
            }
        }
        let step = count.div_ceil(SOURCES).max(1);
        let mut between = vec![0.0; count];
        for source in (0..count).step_by(step) {
            ways(source, &beside, &mut between);
        }
        let asked = count.div_ceil(step) as f64;
        let all = (asked * count.saturating_sub(2) as f64).max(1.0);
        let mut found: Vec<(usize, f64)> =
            between.into_iter().map(|sum| sum / all).enumerate().filter(|(_, share)| *share > 0.0).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found
    }
}

fn shared(a: Option<&BTreeSet<usize>>, b: Option<&BTreeSet<usize>>) -> f64 {
    let (Some(a), Some(b)) = (a, b) else { return 0.0 };
    let product = (a.len() * b.len()) as f64;
    if product == 0.0 { 0.0 } else { a.intersection(b).count() as f64 / product.sqrt() }
}

/// Adds to each paper its share of the shortest ways from one to all others.
fn ways(source: usize, beside: &[BTreeSet<usize>], between: &mut [f64]) {
    let count = beside.len();
    let (mut order, mut before) = (Vec::with_capacity(count), vec![Vec::new(); count]);
    let (mut many, mut far) = (vec![0.0_f64; count], vec![usize::MAX; count]);
    (many[source], far[source]) = (1.0, 0);
    let mut next = std::collections::VecDeque::from([source]);
    while let Some(here) = next.pop_front() {
        order.push(here);
        for there in &beside[here] {
            if far[*there] == usize::MAX {
                far[*there] = far[here] + 1;
                next.push_back(*there);
            }
            if far[*there] == far[here] + 1 {
                many[*there] += many[here];
                before[*there].push(here);
            }
        }
    }
    let mut share = vec![0.0; count];
    for here in order.into_iter().rev() {
        for prior in &before[here] {
            share[*prior] += many[*prior] / many[here] * (1.0 + share[here]);
        }
        if here != source {
            between[here] += share[here];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn prior_works_are_cited_and_derivative_works_cite() {
        let network = CitationNetwork::new(5, [(1, 0), (2, 0), (3, 0), (4, 0), (4, 2), (4, 1), (9, 0), (2, 2)]);
        assert_eq!(network.prior(), [0]);
        assert_eq!(network.derivative(), [4]);
        assert_eq!((network.cited_by(0), network.cited_by(2), network.cited_by(7)), (4, 1, 0));
        assert!((network.coupling(1, 2) - 1.0).abs() < 1e-9, "both cite the same one");
        assert!((network.cocitation(1, 2) - 1.0).abs() < 1e-9);
        assert!(network.coupling(0, 1).abs() < 1e-9);
    }

    #[test]
    fn a_paper_between_two_groups_bridges_them() {
        let pairs = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (4, 6)];
        let network = CitationNetwork::new(7, []);
        let bridges = network.bridges(&pairs);
        assert_eq!(bridges[0].0, 3);
        // Of fifteen pairs of others three on either side, nine lead through the middle.
        assert!((bridges[0].1 - 18.0 / 35.0).abs() < 1e-9, "{bridges:?}");
        assert!(!bridges.iter().any(|(paper, _)| [0, 1, 5, 6].contains(paper)));
    }

    proptest! {
        #[test]
        fn shares_are_shares(pairs in proptest::collection::vec((0..12usize, 0..12usize), 0..40)) {
            let network = CitationNetwork::new(12, pairs.clone());
            let bridges = network.bridges(&pairs);
            prop_assert!(bridges.iter().all(|(_, share)| (0.0..=1.0).contains(share)));
            for a in 0..12 {
                for b in 0..12 {
                    prop_assert!((0.0..=1.0 + 1e-9).contains(&network.coupling(a, b)));
                    prop_assert!((network.cocitation(a, b) - network.cocitation(b, a)).abs() < 1e-12);
                }
            }
        }
    }
}
