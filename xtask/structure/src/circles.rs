//! Circles of a graph: its strongly connected components of more than one vertex (Tarjan).

use std::collections::{BTreeMap, BTreeSet};

/// The circles of a graph, each sorted.
pub(crate) fn circles<V: Ord + Clone>(ties: impl Iterator<Item = (V, V)>) -> Vec<Vec<V>> {
    let mut out: BTreeMap<V, BTreeSet<V>> = BTreeMap::new();
    for (from, to) in ties {
        out.entry(to.clone()).or_default();
        out.entry(from).or_default().insert(to);
    }
    let mut search =
        Search { ties: &out, number: BTreeMap::new(), lowest: BTreeMap::new(), open: Vec::new(), found: Vec::new() };
    for vertex in out.keys() {
        search.visit(vertex);
    }
    search.found
}

struct Search<'a, V> {
    ties: &'a BTreeMap<V, BTreeSet<V>>,
    number: BTreeMap<&'a V, usize>,
    lowest: BTreeMap<&'a V, usize>,
    open: Vec<&'a V>,
    found: Vec<Vec<V>>,
}

impl<'a, V: Ord + Clone> Search<'a, V> {
    fn visit(&mut self, vertex: &'a V) {
        if self.number.contains_key(vertex) {
            return;
        }
        let own = self.number.len();
        self.number.insert(vertex, own);
        self.lowest.insert(vertex, own);
        self.open.push(vertex);
        for next in self.ties.get(vertex).into_iter().flatten() {
            let reached = match self.number.get(next) {
                None => {
                    self.visit(next);
                    self.lowest[next]
                }
                Some(number) if self.open.contains(&next) => *number,
                Some(_) => continue,
            };
            let least = reached.min(self.lowest[vertex]);
            self.lowest.insert(vertex, least);
        }
        if self.lowest[vertex] == own {
            let at = self.open.iter().position(|open| *open == vertex).unwrap_or_default();
            let mut circle: Vec<V> = self.open.drain(at..).cloned().collect();
            circle.sort();
            if circle.len() > 1 {
                self.found.push(circle);
            }
        }
    }
}
