//! Dependencies of things, through others too (transitive closure), their cycles (strongly connected components,
//! Tarjan 1972), and the criticality of a thing by the number of its dependents. Cost: linear in the relations for each
//! call.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

/// Levels of criticality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CriticalityLevel {
    /// Nothing depends on it.
    None,
    /// One thing does.
    Low,
    /// Two do at least.
    Medium,
    /// Three do at least, and a quarter of all.
    High,
    /// Five do at least, and half of all.
    Critical,
}

impl CriticalityLevel {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

/// Criticality of a thing, with the numbers behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Criticality {
    /// The level.
    pub level: CriticalityLevel,
    /// Number of direct dependents.
    pub direct: usize,
    /// Number of direct and indirect dependents.
    pub transitive: usize,
    /// Number of things that take part in any dependency.
    pub of: usize,
    /// The rule in words.
    pub rule: String,
}

/// A thing reached over dependencies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Reached {
    /// The thing.
    pub entity: String,
    /// Number of dependencies on the way.
    pub depth: usize,
    /// The things on the way, the starting one first.
    pub path: Vec<String>,
}

/// Dependencies among named things.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dependencies {
    of: BTreeMap<String, BTreeSet<String>>,
    on: BTreeMap<String, BTreeSet<String>>,
}

impl Dependencies {
    /// From pairs: the first depends on the second. A pair of equal things is ignored.
    pub fn new(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut out = Self::default();
        for (from, to) in pairs.into_iter().filter(|(from, to)| from != to) {
            out.on.entry(to.clone()).or_default().insert(from.clone());
            out.of.entry(from).or_default().insert(to);
        }
        out
    }

    /// Number of things that take part.
    pub fn len(&self) -> usize {
        self.of.keys().chain(self.on.keys()).collect::<BTreeSet<_>>().len()
    }

    /// True if there are no dependencies.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The name that a thing is known by here, however its letters are cased.
    pub fn name(&self, asked: &str) -> Option<&str> {
        let low = asked.to_lowercase();
        self.of.keys().chain(self.on.keys()).find(|name| name.to_lowercase() == low).map(String::as_str)
    }

    /// Dependents of a thing, nearest first, up to a depth.
    pub fn on(&self, thing: &str, depth: usize) -> Vec<Reached> {
        reach(&self.on, thing, depth)
    }

    /// Dependencies of a thing, nearest first, up to a depth.
    pub fn of(&self, thing: &str, depth: usize) -> Vec<Reached> {
        reach(&self.of, thing, depth)
    }

    /// Cycles of dependencies: each from its smallest name on, in the direction of dependencies.
    pub fn cycles(&self) -> Vec<Vec<String>> {
        let names: Vec<&String> = self.of.keys().chain(self.on.keys()).collect::<BTreeSet<_>>().into_iter().collect();
        let place: BTreeMap<&str, usize> = names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
        let next: Vec<Vec<usize>> = names
            .iter()
            .map(|name| {
                self.of.get(*name).into_iter().flatten().filter_map(|to| place.get(to.as_str()).copied()).collect()
            })
            .collect();
        let mut found: Vec<Vec<String>> = components(&next)
            .into_iter()
            .filter(|component| component.len() > 1)
            .map(|component| round(&component, &next).into_iter().map(|at| names[at].clone()).collect())
            .collect();
        found.sort();
        found
    }

    /// Criticality of a thing, by the documented rule.
    pub fn criticality(&self, thing: &str) -> Criticality {
        let reached = self.on(thing, usize::MAX);
        let (t, n) = (reached.len(), self.len());
        let direct = reached.iter().filter(|one| one.depth == 1).count();
        let (level, rule) = match t {
            0 => (CriticalityLevel::None, "nothing depends on it"),
            _ if t >= 5 && 2 * t >= n => (CriticalityLevel::Critical, "five at least, and half of all, depend on it"),
            _ if t >= 3 && 4 * t >= n => (CriticalityLevel::High, "three at least, and a quarter of all, depend on it"),
            1 => (CriticalityLevel::Low, "exactly one depends on it"),
            _ => (CriticalityLevel::Medium, "two at least depend on it"),
        };
        Criticality { level, direct, transitive: t, of: n, rule: format!("{}: {rule}", level.name()) }
    }
}

/// Things that can be reached, breadth first, so that each path is a shortest one.
fn reach(next: &BTreeMap<String, BTreeSet<String>>, thing: &str, depth: usize) -> Vec<Reached> {
    let mut out: Vec<Reached> = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::from([thing]);
    let mut open: VecDeque<(&str, Vec<String>)> = VecDeque::from([(thing, vec![thing.to_owned()])]);
    while let Some((at, path)) = open.pop_front() {
        if path.len() > depth {
            continue;
        }
        for to in next.get(at).into_iter().flatten() {
            if seen.insert(to) {
                let path = [path.clone(), vec![to.clone()]].concat();
                out.push(Reached { entity: to.clone(), depth: path.len() - 1, path: path.clone() });
                open.push_back((to, path));
            }
        }
    }
    out
}

/// The strongly connected components, without recursion: a chain may be as long as it likes.
fn components(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut index = vec![NEW; next.len()];
    let mut low = vec![0; next.len()];
    let mut on_stack = vec![false; next.len()];
    let (mut stack, mut out, mut count) = (Vec::new(), Vec::new(), 0);
    for start in 0..next.len() {
        if index[start] != NEW {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((at, child)) = work.pop() {
            if child == 0 {
                (index[at], low[at], on_stack[at]) = (count, count, true);
                count += 1;
                stack.push(at);
            }
            if let Some(to) = next[at].get(child) {
                work.push((at, child + 1));
                if index[*to] == NEW {
                    work.push((*to, 0));
                } else if on_stack[*to] {
                    low[at] = low[at].min(index[*to]);
                }
                continue;
            }
            if let Some((parent, _)) = work.last() {
                low[*parent] = low[*parent].min(low[at]);
            }
            if low[at] == index[at] {
                let from = stack.iter().rposition(|one| *one == at).unwrap_or(0);
                let component: Vec<usize> = stack.drain(from..).collect();
                component.iter().for_each(|one| on_stack[*one] = false);
                out.push(component);
            }
        }
    }
    out
}

/// A component as a cycle, from its smallest name on, as far as one way goes; then the rest of it.
fn round(component: &[usize], next: &[Vec<usize>]) -> Vec<usize> {
    let within: BTreeSet<usize> = component.iter().copied().collect();
    let Some(first) = within.first().copied() else { return Vec::new() };
    let mut out = vec![first];
    let mut at = first;
    while let Some(to) = next[at].iter().copied().find(|to| within.contains(to) && !out.contains(to)) {
        out.push(to);
        at = to;
    }
    out.extend(within.iter().copied().filter(|one| !out.contains(one)).collect::<Vec<_>>());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Dependencies {
        let pairs = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "d"), ("f", "f")];
        Dependencies::new(pairs.map(|(from, to)| (from.to_owned(), to.to_owned())))
    }

    #[test]
    fn what_is_reached_has_a_shortest_path() {
        let reached = some().on("a", usize::MAX);
        let names: Vec<(&str, usize)> = reached.iter().map(|one| (one.entity.as_str(), one.depth)).collect();
        assert_eq!(names, [("c", 1), ("d", 1), ("b", 2), ("e", 2)]);
        assert_eq!(
            some().of("e", 2).last().map(|one| one.path.clone()),
            Some(vec!["e".into(), "d".into(), "a".into()])
        );
    }

    #[test]
    fn a_circle_is_told_from_its_smallest_name_on() {
        assert_eq!(some().cycles(), [["a", "b", "c"].map(str::to_owned).to_vec()]);
    }

    #[test]
    fn the_level_follows_the_rule() {
        let all = some();
        assert_eq!(
            (all.len(), all.criticality("a").level, all.criticality("a").transitive),
            (5, CriticalityLevel::High, 4)
        );
        assert_eq!(all.criticality("d").level, CriticalityLevel::Low);
        assert_eq!(all.criticality("e").level, CriticalityLevel::None);
        assert_eq!(all.criticality("d").direct, 1);
    }

    #[test]
    fn a_long_chain_overflows_no_stack() {
        let chain = (0..50_000).map(|at| (format!("{at:06}"), format!("{:06}", at + 1)));
        assert!(Dependencies::new(chain).cycles().is_empty());
    }
}
