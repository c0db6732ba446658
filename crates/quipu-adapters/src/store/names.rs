//! All names of a workspace in memory, and their classes of equal meaning: the plain meaning of links
//! and decisions.
//!
//! The classes are derived from all links and decisions, every time from scratch.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::joined::Joined;
use quipu_kernel::model::{AliasLink, AliasRule, Decision, Key, Kind, Mention, Name, Verdict};

/// The names of all things, and which of them mean the same.
#[derive(Default)]
pub(super) struct Names {
    /// Every name by key.
    pub(super) all: BTreeMap<Key, Name>,
    /// The links and decisions on equal names.
    joined: Joined<Key>,
    /// Names that people gave to the entity of a name: by the number of the decision.
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
        self.joined.name(key);
        self.chunks.entry(key).or_default().extend(chunks);
        key
    }

    pub(super) fn vote(&mut self, key: Key, mention: &Mention) {
        *self.forms.entry(key).or_default().entry(mention.form.clone()).or_default() += 1;
        *self.kinds.entry(key).or_default().entry(mention.kind).or_default() += 1;
    }

    /// Counts a name of a title, for the chunks of its document.
    pub(super) fn title(&mut self, key: Key, chunks: impl IntoIterator<Item = u32>) {
        self.titles.entry(key).or_default().extend(chunks);
        self.joined.titled(key);
    }

    pub(super) fn link(&mut self, link: &AliasLink) {
        let (a, b, votes) = (link.a.key(), link.b.key(), link.votes());
        match (link.is_tentative(), link.rule) {
            (true, AliasRule::Title) => self.joined.leads(b, a, 0, votes),
            (true, _) => self.joined.leads(b, a, votes, 0),
            (false, _) => self.joined.sure(a, b),
        }
    }

    pub(super) fn decided(&mut self, decision: &Decision) {
        for name in decision.verdict.names() {
            self.see(&name, []);
        }
        if let Some((a, b)) = decision.verdict.joins() {
            self.joined.said(a.key(), b.key());
        }
        match &decision.verdict {
            Verdict::Apart { name } => self.joined.apart(name.key()),
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

    /// The name that a person gave to the entity of a class; the last decision counts.
    pub(super) fn renamed(&self, class: &[Key]) -> Option<&str> {
        let of = self.renamed.values().rev().find(|(name, _)| class.contains(name));
        of.map(|(_, shown)| shown.as_str())
    }

    /// Classes of names that mean the same, each sorted, in the order of their smallest keys.
    pub(super) fn classes(&self) -> Vec<Vec<Key>> {
        self.joined.classes()
    }
}
