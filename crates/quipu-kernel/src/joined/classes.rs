//! All classes of names, derived from all stated links.
//!
//! Cost: one walk over all links, for each part one more over its outgoing links.

use std::collections::{BTreeMap, BTreeSet};

use super::{Led, meant};

/// Links between names, from which their classes follow. `T` is an id of a name; any order of it gives the same
/// classes.
#[derive(Debug, Clone)]
pub struct Joined<T> {
    names: BTreeSet<T>,
    /// Sure links of rules, both ways.
    sure: BTreeMap<T, BTreeSet<T>>,
    /// A person's links, both ways.
    said: BTreeMap<T, BTreeSet<T>>,
    /// Tentative links of a name: votes in words, and by titles with a qualifier.
    leads: BTreeMap<T, BTreeMap<T, (u64, u64)>>,
    /// Names that rules do not join.
    apart: BTreeSet<T>,
    /// Names that some document has for its title.
    titled: BTreeSet<T>,
}

impl<T> Default for Joined<T> {
    fn default() -> Self {
        let none = BTreeSet::new;
        let (sure, said, leads) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { names: none(), sure, said, leads, apart: none(), titled: none() }
    }
}

impl<T: Ord + Copy> Joined<T> {
    /// Takes a name in: a name without links is a class of its own.
    pub fn name(&mut self, name: T) {
        self.names.insert(name);
    }

    /// Two names surely mean the same, by a rule.
    pub fn sure(&mut self, a: T, b: T) {
        both_ways(&mut self.sure, a, b);
    }

    /// Two names mean the same, as a person says.
    pub fn said(&mut self, a: T, b: T) {
        both_ways(&mut self.said, a, b);
    }

    /// A name tentatively means another one, so often in words and by titles with a qualifier.
    pub fn leads(&mut self, from: T, to: T, plain: u64, by_title: u64) {
        let votes = self.leads.entry(from).or_default().entry(to).or_default();
        *votes = (votes.0 + plain, votes.1 + by_title);
    }

    /// A person keeps a name from being joined by rules.
    pub fn apart(&mut self, name: T) {
        self.apart.insert(name);
    }

    /// Some document has a name for its title.
    pub fn titled(&mut self, name: T) {
        self.titled.insert(name);
    }

    /// The classes of all names, each sorted, in the order of their smallest names.
    pub fn classes(&self) -> Vec<Vec<T>> {
        let sure = connected(self.names.iter().copied(), |name| self.joined(name).collect());
        let mut place: BTreeMap<T, usize> = BTreeMap::new();
        for (at, part) in sure.iter().enumerate() {
            place.extend(part.iter().map(|name| (*name, at)));
        }
        let mut ties: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, part) in sure.iter().enumerate() {
            if let Some(other) = self.meaning(part, at, &place) {
                ties.entry(at).or_default().push(other);
                ties.entry(other).or_default().push(at);
            }
        }
        let joined = connected(0..sure.len(), |at| ties.get(&at).cloned().unwrap_or_default());
        let names = |class: &BTreeSet<usize>| class.iter().flat_map(|at| &sure[*at]).copied().collect();
        let mut out: Vec<Vec<T>> = joined.iter().map(names).collect();
        out.iter_mut().for_each(|class| class.sort_unstable());
        out.sort_unstable();
        out
    }

    /// Names that a sure link joins with `name`.
    fn joined(&self, name: T) -> impl Iterator<Item = T> + '_ {
        let apart = |name: &T| self.apart.contains(name);
        let sure = self.sure.get(&name).filter(|_| !apart(&name)).into_iter().flatten();
        sure.filter(move |other| !apart(other)).chain(self.said.get(&name).into_iter().flatten()).copied()
    }

    /// The part that the part at `at` is held to mean.
    fn meaning(&self, part: &BTreeSet<T>, at: usize, place: &BTreeMap<T, usize>) -> Option<usize> {
        let mut led = Led::default();
        for from in part.iter().filter(|name| !self.apart.contains(name)) {
            for (to, (plain, by_title)) in self.leads.get(from).into_iter().flatten() {
                if !self.apart.contains(to) && place.get(to).is_some_and(|other| *other != at) {
                    led.count(*to, *plain, *by_title);
                }
            }
        }
        let titled = part.iter().any(|name| self.titled.contains(name));
        meant(led.votes(titled).into_iter().filter_map(|(to, votes)| Some((*place.get(&to)?, votes))))
    }
}

fn both_ways<T: Ord + Copy>(links: &mut BTreeMap<T, BTreeSet<T>>, a: T, b: T) {
    links.entry(a).or_default().insert(b);
    links.entry(b).or_default().insert(a);
}

/// The connected parts under `next`.
fn connected<T: Ord + Copy>(all: impl Iterator<Item = T>, next: impl Fn(T) -> Vec<T>) -> Vec<BTreeSet<T>> {
    let (mut seen, mut out) = (BTreeSet::new(), Vec::new());
    for start in all {
        let (mut part, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(at) = open.pop() {
            if seen.insert(at) {
                part.insert(at);
                open.extend(next(at));
            }
        }
        if !part.is_empty() {
            out.push(part);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &str) -> Joined<char> {
        let mut joined = Joined::default();
        names.chars().for_each(|name| joined.name(name));
        joined
    }

    fn classes(joined: &Joined<char>) -> Vec<String> {
        joined.classes().into_iter().map(|class| class.into_iter().collect()).collect()
    }

    #[test]
    fn what_a_part_means_joins_it_and_a_person_keeps_apart() {
        let mut joined = of("abcdx");
        joined.sure('a', 'b');
        joined.leads('x', 'a', 1, 0);
        joined.leads('x', 'b', 2, 0);
        joined.leads('x', 'c', 1, 0);
        assert_eq!(classes(&joined), ["abx", "c", "d"]);
        joined.leads('x', 'd', 0, 1);
        assert_eq!(classes(&joined), ["ab", "c", "d", "x"]);
        joined.titled('x');
        assert_eq!(classes(&joined), ["abx", "c", "d"]);
        joined.apart('a');
        assert_eq!(classes(&joined), ["a", "b", "c", "d", "x"]);
        joined.said('a', 'd');
        assert_eq!(classes(&joined), ["ad", "b", "c", "x"]);
    }
}
