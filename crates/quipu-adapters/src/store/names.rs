//! All names of a workspace held in memory, and which of them mean the same: the plain meaning of links
//! and decisions.
//!
//! Sure links join. Then what is tentatively said of a class of them joins it with another one, when
//! nearly all of it leads there.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::{AliasLink, AliasRule, Decision, Key, Kind, Mention, Name, Verdict, is_meant};

/// The names of all things, and which of them mean the same.
#[derive(Default)]
pub(super) struct Names {
    /// Every name by key.
    pub(super) all: BTreeMap<Key, Name>,
    /// Sure links of rules, both ways.
    sure: BTreeMap<Key, BTreeSet<Key>>,
    /// A person's links, both ways.
    said: BTreeMap<Key, BTreeSet<Key>>,
    /// Tentative links: from, to, how often.
    tentative: BTreeMap<(Key, Key), u64>,
    /// The same by titles with a qualifier: nothing where a title has the name without one.
    by_title: BTreeMap<(Key, Key), u64>,
    /// Names that rules do not join.
    apart: BTreeSet<Key>,
    /// What a person calls the entity of a name: by the number of the decision.
    renamed: BTreeMap<u64, (Key, String)>,
    /// Chunks of each name.
    pub(super) chunks: BTreeMap<Key, BTreeSet<u32>>,
    /// Votes for the shown form.
    pub(super) forms: BTreeMap<Key, BTreeMap<String, u64>>,
    /// Votes for the kind.
    pub(super) kinds: BTreeMap<Key, BTreeMap<Kind, u64>>,
    /// Mentions, titles not counted.
    pub(super) mentions: BTreeMap<Key, u64>,
    /// Names in titles, with the chunks of their documents.
    pub(super) titles: BTreeMap<Key, BTreeSet<u32>>,
}

impl Names {
    pub(super) fn see(&mut self, name: &Name, chunks: impl IntoIterator<Item = u32>) -> Key {
        let key = name.key();
        self.all.entry(key).or_insert_with(|| name.clone());
        self.chunks.entry(key).or_default().extend(chunks);
        key
    }

    pub(super) fn vote(&mut self, key: Key, mention: &Mention) {
        *self.forms.entry(key).or_default().entry(mention.form.clone()).or_default() += 1;
        *self.kinds.entry(key).or_default().entry(mention.kind).or_default() += 1;
    }

    pub(super) fn link(&mut self, link: &AliasLink) {
        let (a, b) = (link.a.key(), link.b.key());
        if link.is_tentative() {
            let by_title = link.rule == AliasRule::Title;
            let votes = if by_title { &mut self.by_title } else { &mut self.tentative };
            *votes.entry((b, a)).or_default() += link.votes();
        } else {
            self.sure.entry(a).or_default().insert(b);
            self.sure.entry(b).or_default().insert(a);
        }
    }

    pub(super) fn decided(&mut self, decision: &Decision) {
        for name in decision.verdict.names() {
            self.see(&name, []);
        }
        if let Some((a, b)) = decision.verdict.joins() {
            let (a, b) = (a.key(), b.key());
            self.said.entry(a).or_default().insert(b);
            self.said.entry(b).or_default().insert(a);
        }
        match &decision.verdict {
            Verdict::Apart { name } => drop(self.apart.insert(name.key())),
            Verdict::Rename { name, to } => drop(self.renamed.insert(decision.number, (name.key(), to.clone()))),
            Verdict::Merge { .. } | Verdict::Split(_) => {}
        }
    }

    /// The folded names of a class by which it is called, else all that could be written.
    pub(super) fn called(&self, class: &[Key]) -> Vec<String> {
        let voted = |key: &&Key| self.forms.get(key).is_some_and(|forms| !forms.is_empty());
        let folded = |keys: Vec<&Key>| -> BTreeSet<String> {
            keys.into_iter().filter_map(|key| Some(self.all.get(key)?.folded.clone())).collect()
        };
        let called = folded(class.iter().filter(voted).collect());
        let called = if called.is_empty() { folded(class.iter().collect()) } else { called };
        called.into_iter().collect()
    }

    /// What a person calls the entity of a class; the last word counts.
    pub(super) fn renamed(&self, class: &[Key]) -> Option<&str> {
        let of = self.renamed.values().rev().find(|(name, _)| class.contains(name));
        of.map(|(_, shown)| shown.as_str())
    }

    /// Names that a sure link joins with `key`.
    fn joined(&self, key: Key) -> impl Iterator<Item = Key> + '_ {
        let apart = |key: &Key| self.apart.contains(key);
        let sure = self.sure.get(&key).filter(|_| !apart(&key)).into_iter().flatten();
        sure.filter(move |other| !apart(other)).chain(self.said.get(&key).into_iter().flatten()).copied()
    }

    /// Classes of names that mean the same, each sorted, in the order of their smallest keys.
    pub(super) fn classes(&self) -> Vec<Vec<Key>> {
        let sure = parts(self.all.keys().copied(), |key| self.joined(key).collect());
        let mut place: BTreeMap<Key, usize> = BTreeMap::new();
        for (at, part) in sure.iter().enumerate() {
            place.extend(part.iter().map(|key| (*key, at)));
        }
        let mut votes: BTreeMap<usize, BTreeMap<usize, u64>> = BTreeMap::new();
        let titled =
            |key: &Key| place.get(key).is_some_and(|at| sure[*at].iter().any(|name| self.titles.contains_key(name)));
        let by_title = self.by_title.iter().filter(|((from, _), _)| !titled(from));
        for ((from, to), count) in self.tentative.iter().chain(by_title) {
            let (Some(&left), Some(&right)) = (place.get(from), place.get(to)) else { continue };
            if left != right && !self.apart.contains(from) && !self.apart.contains(to) {
                *votes.entry(left).or_default().entry(right).or_default() += count;
            }
        }
        let mut ties: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (from, votes) in &votes {
            let all = votes.values().sum();
            for (to, _) in votes.iter().filter(|(_, most)| is_meant(**most, all)) {
                ties.entry(*from).or_default().insert(*to);
                ties.entry(*to).or_default().insert(*from);
            }
        }
        let joined = parts(0..sure.len(), |at| ties.get(&at).into_iter().flatten().copied().collect());
        let mut out: Vec<Vec<Key>> =
            joined.iter().map(|class| class.iter().flat_map(|at| &sure[*at]).copied().collect()).collect();
        out.iter_mut().for_each(|class| class.sort_unstable());
        out.sort_unstable();
        out
    }
}

/// The connected parts of what `next` joins.
fn parts<T: Ord + Copy>(all: impl Iterator<Item = T>, next: impl Fn(T) -> Vec<T>) -> Vec<BTreeSet<T>> {
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
