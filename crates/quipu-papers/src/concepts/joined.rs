//! Concepts of several papers together: a concept graph, and the part of it near a question (breadth-first search).

use std::collections::BTreeMap;

use quipu_kernel::text::is_stop_word;
use quipu_language::scholarly::{folded, looks_named};
use serde::{Deserialize, Serialize};

use super::stands::Folded;
use super::{ConceptKind, ConceptPlace, Concepts, TieKind};

/// A concept of several papers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SharedConcept {
    /// Its name, as most papers write it.
    pub name: String,
    /// Kind of the concept.
    pub kind: ConceptKind,
    /// Its other names in papers, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Papers that name it, in order.
    pub papers: Vec<usize>,
}

/// A tie that one paper or several state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SharedTie {
    /// Its source concept.
    pub source: usize,
    /// Kind of the tie.
    pub kind: TieKind,
    /// Its target concept.
    pub target: usize,
    /// Papers that state it, in order.
    pub papers: Vec<usize>,
    /// The sentence of the first of them that does.
    pub sentence: ConceptPlace,
}

/// The concepts of several papers and their ties.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ConceptGraph {
    /// The concepts by folded name, then by kind.
    pub concepts: Vec<SharedConcept>,
    /// The ties by source, kind and target.
    pub ties: Vec<SharedTie>,
}

/// A folded name and a kind.
type Key = (String, ConceptKind);

/// The data of one concept while papers are joined.
#[derive(Default)]
struct Gathered {
    /// Its names, each with its number of occurrences over all papers.
    names: BTreeMap<String, usize>,
    aliases: BTreeMap<String, ()>,
    papers: Vec<usize>,
}

/// Joins the concepts of papers, which are counted from 0: those of one kind whose folded names are the same, or where
/// the short form that one paper gives is the name in another, are one.
pub fn joined(papers: &[Concepts]) -> ConceptGraph {
    let shorts = shorts(papers);
    let key = |name: &str, kind| {
        let key = (folded(name), kind);
        shorts.get(&key).cloned().flatten().unwrap_or(key)
    };
    let mut all: BTreeMap<Key, Gathered> = BTreeMap::new();
    for (paper, concepts) in papers.iter().enumerate() {
        for one in &concepts.concepts {
            let into = all.entry(key(&one.name, one.kind)).or_default();
            *into.names.entry(one.name.clone()).or_default() += 1;
            into.aliases.extend(one.aliases.iter().map(|alias| (alias.clone(), ())));
            if into.papers.last() != Some(&paper) {
                into.papers.push(paper);
            }
        }
    }
    let places: BTreeMap<&Key, usize> = all.keys().enumerate().map(|(at, key)| (key, at)).collect();
    let mut ties: BTreeMap<(usize, TieKind, usize), (ConceptPlace, Vec<usize>)> = BTreeMap::new();
    for (paper, concepts) in papers.iter().enumerate() {
        let end = |at: usize| concepts.concepts.get(at).and_then(|one| places.get(&key(&one.name, one.kind)).copied());
        for tie in &concepts.ties {
            let (Some(source), Some(target)) = (end(tie.source), end(tie.target)) else { continue };
            let (_, into) = ties.entry((source, tie.kind, target)).or_insert_with(|| (tie.sentence, Vec::new()));
            if source != target && into.last() != Some(&paper) {
                into.push(paper);
            }
        }
    }
    ties.retain(|_, (_, papers)| !papers.is_empty());
    let ties = ties.into_iter().map(|((source, kind, target), (sentence, papers))| SharedTie {
        source,
        kind,
        target,
        papers,
        sentence,
    });
    ConceptGraph { ties: ties.collect(), concepts: all.into_iter().map(|((_, kind), one)| shared(kind, one)).collect() }
}

/// The long names that short forms stand for, none where two papers differ.
fn shorts(papers: &[Concepts]) -> BTreeMap<Key, Option<Key>> {
    let mut out: BTreeMap<Key, Option<Key>> = BTreeMap::new();
    for one in papers.iter().flat_map(|paper| &paper.concepts) {
        let long = (folded(&one.name), one.kind);
        // A name that is a short form itself stands for no other.
        if !long.0.contains(' ') {
            continue;
        }
        let shorts = one.aliases.iter().filter(|alias| looks_named(alias) && !alias.contains(' '));
        for short in shorts {
            let known = out.entry((folded(short), one.kind)).or_insert_with(|| Some(long.clone()));
            if known.as_ref().is_some_and(|known| *known != long) {
                *known = None;
            }
        }
    }
    out.retain(|short, _| !short.0.contains(' '));
    out
}

fn shared(kind: ConceptKind, one: Gathered) -> SharedConcept {
    // The most frequent name, the first by letters among equals.
    let most = one.names.values().copied().max().unwrap_or_default();
    let name = one.names.iter().find(|(_, times)| **times == most).map(|(name, _)| name.clone()).unwrap_or_default();
    let mut aliases: Vec<String> = one.aliases.into_keys().chain(one.names.into_keys()).collect();
    aliases.retain(|alias| *alias != name);
    aliases.sort_unstable();
    aliases.dedup();
    SharedConcept { name, kind, aliases, papers: one.papers }
}

/// The concepts that a question names and those that ties of either direction reach from them in at most `depth`
/// steps: each with its number of steps, the nearest first, then in the graph's order.
pub fn around(graph: &ConceptGraph, question: &str, depth: usize) -> Vec<(usize, usize)> {
    let words = Folded::of(question);
    let named = |one: &SharedConcept| {
        std::iter::once(&one.name).chain(&one.aliases).any(|name| {
            let key = folded(name);
            let plain = is_stop_word(&key) || key.chars().count() < 2;
            let written = |&(start, end): &(usize, usize)| question.get(start..end) == Some(name.as_str());
            let places = words.places(&key);
            if plain { places.iter().any(written) } else { !places.is_empty() }
        })
    };
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); graph.concepts.len()];
    for tie in &graph.ties {
        if tie.source.max(tie.target) < beside.len() {
            beside[tie.source].push(tie.target);
            beside[tie.target].push(tie.source);
        }
    }
    let mut reached: Vec<bool> = graph.concepts.iter().map(named).collect();
    let mut front: Vec<usize> = (0..reached.len()).filter(|at| reached[*at]).collect();
    let mut out: Vec<(usize, usize)> = front.iter().map(|at| (*at, 0)).collect();
    for step in 1..=depth {
        let mut next = Vec::new();
        for near in front.iter().flat_map(|at| &beside[*at]) {
            if !std::mem::replace(&mut reached[*near], true) {
                next.push(*near);
            }
        }
        if next.is_empty() {
            break;
        }
        next.sort_unstable();
        out.extend(next.iter().map(|at| (*at, step)));
        front = next;
    }
    out
}

#[cfg(test)]
#[path = "joined_tests.rs"]
mod tests;
