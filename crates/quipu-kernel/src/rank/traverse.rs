//! Traversal over metadata edges: which of the passages reached are selected, and whose edges are
//! followed next.
//!
//! After the graph retriever of DataStax (2025): `eager` selects everything in the order in which
//! it is reached, `mmr` one passage at a time by maximal marginal relevance, `scored` everything,
//! ordered in the end by similarity / (1 + 0.3 x depth). What reads documents stands above; here
//! is only the order. Cost: linear in what is reached, times what is selected for `mmr`.

use std::fmt::Display;
use std::str::FromStr;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::fuse::similarity;
use super::mmr::Mmr;
use crate::model::Key;
use crate::view::{Filter, Hit, Reason, Why};

/// An edge over metadata: a value of the source field leads to the documents that have it in the
/// target field. Either may be `$id`, the document's id; dots lead into nested fields.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EdgeRule {
    /// Field of the document that is left.
    pub source: String,
    /// Field of the document that is reached.
    pub target: String,
}

/// Edges as settings write them: `links:$id,author:author`; `none` for none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EdgeRules(pub Vec<EdgeRule>);

impl Display for EdgeRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let edges: Vec<String> = self.0.iter().map(|edge| format!("{}:{}", edge.source, edge.target)).collect();
        f.write_str(if edges.is_empty() { NONE } else { "" })?;
        f.write_str(&edges.join(","))
    }
}

impl FromStr for EdgeRules {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let edge = |part: &str| {
            let (source, target) = part.split_once(':')?;
            let (source, target) = (source.trim(), target.trim());
            let filled = !source.is_empty() && !target.is_empty();
            filled.then(|| EdgeRule { source: source.to_owned(), target: target.to_owned() })
        };
        let edges: Option<Vec<EdgeRule>> = parts(text).map(edge).collect();
        edges.map(Self).ok_or_else(|| "edges as SOURCE:TARGET, with commas between".to_owned())
    }
}

/// Ids of documents as settings write them, with commas between; `none` for none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roots(pub Vec<String>);

impl Display for Roots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_empty() { NONE } else { "" })?;
        f.write_str(&self.0.join(","))
    }
}

impl FromStr for Roots {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(parts(text).map(str::to_owned).collect()))
    }
}

/// How an empty list is written.
const NONE: &str = "none";

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let empty = text.trim() == NONE;
    text.split(',').map(str::trim).filter(move |part| !empty && !part.is_empty())
}

/// In which order passages are selected and edges followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// All that is reached, nearest first.
    #[default]
    Eager,
    /// One at a time, near the question and unlike what was selected.
    Mmr,
    /// All that is reached, by similarity and depth.
    Scored,
}

impl Display for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Eager => "eager",
            Self::Mmr => "mmr",
            Self::Scored => "scored",
        })
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = [Self::Eager, Self::Mmr, Self::Scored];
        known.into_iter().find(|order| order.to_string() == text).ok_or_else(|| "eager, mmr or scored".to_owned())
    }
}

/// What a traversal does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TraverseOptions {
    /// The edges to follow.
    pub edges: Vec<EdgeRule>,
    /// How to select.
    pub strategy: Order,
    /// How many passages to select.
    pub select_k: usize,
    /// How many passages the search starts from; 0 for none.
    pub start_k: usize,
    /// Ids of documents to start from as well.
    pub initial_roots: Vec<String>,
    /// How many new passages each step keeps.
    pub adjacent_k: usize,
    /// How many edges away from the start it goes; 0 is a plain search for `select_k` passages.
    pub max_depth: usize,
    /// `mmr`: weight of nearness to the question against unlikeness to the selected, 0 to 1.
    pub lambda_mult: f64,
    /// `mmr`: passages that score less are not selected.
    pub min_mmr_score: f64,
    /// Which documents may be reached.
    pub metadata_filter: Filter,
    /// Whether each document is selected once, by its nearest chunk, instead of chunk by chunk.
    pub documents: bool,
}

impl Default for TraverseOptions {
    fn default() -> Self {
        Self {
            edges: Vec::new(),
            strategy: Order::Eager,
            select_k: 10,
            start_k: 5,
            initial_roots: Vec::new(),
            adjacent_k: 5,
            max_depth: 1,
            lambda_mult: 0.5,
            min_mmr_score: 0.0,
            metadata_filter: Filter::default(),
            documents: false,
        }
    }
}

impl TraverseOptions {
    /// How many passages the search starts from.
    pub fn starts(&self) -> usize {
        if self.max_depth == 0 { self.select_k } else { self.start_k }
    }
}

/// A passage that was reached.
#[derive(Debug, Clone, PartialEq)]
pub struct Reached {
    /// The chunk.
    pub chunk: Key,
    /// Key of its document.
    pub document: Key,
    /// Why it is near the question; its value is the similarity, 0 to 1.
    pub near: Why,
    /// Its vector.
    pub vector: Option<Vec<f32>>,
    /// How many edges away from the start.
    pub depth: usize,
    /// The edge that led to it, as shown; `start` for none.
    pub edge: String,
    /// The value that joined, or what the start was.
    pub value: String,
}

/// A traversal on its way.
#[derive(Debug)]
pub struct Traversal<'a> {
    options: &'a TraverseOptions,
    reached: Vec<Reached>,
    seen: FxHashSet<Key>,
    waiting: Vec<usize>,
    mmr: Mmr<(Key, usize)>,
    selected: Vec<(usize, Why)>,
    followed: FxHashSet<Key>,
}

impl<'a> Traversal<'a> {
    /// Nothing reached yet.
    pub fn new(options: &'a TraverseOptions) -> Self {
        Self {
            options,
            reached: Vec::new(),
            seen: FxHashSet::default(),
            waiting: Vec::new(),
            mmr: Mmr::new(options.lambda_mult),
            selected: Vec::new(),
            followed: FxHashSet::default(),
        }
    }

    /// Passages were reached: the `most` nearest of those never seen before wait to be selected.
    pub fn discover(&mut self, mut found: Vec<Reached>, most: usize) {
        found.sort_by(|a, b| b.near.value.total_cmp(&a.near.value).then_with(|| a.chunk.cmp(&b.chunk)));
        let mut left = most;
        for new in found {
            let identity = if self.options.documents { new.document } else { new.chunk };
            if left == 0 || !self.seen.insert(identity) {
                continue;
            }
            left -= 1;
            let at = self.reached.len();
            let redundancy = self.likeness(&new).map_or(0.0, |(_, likeness)| likeness);
            self.mmr.add((new.chunk, at), new.near.value, redundancy);
            self.waiting.push(at);
            self.reached.push(new);
        }
    }

    /// Selects, and gives the documents whose edges are to be followed, each with the depth it was
    /// reached at; none when the traversal is over.
    pub fn advance(&mut self) -> Vec<(Key, usize)> {
        match self.options.strategy {
            Order::Eager | Order::Scored => {
                let waiting = std::mem::take(&mut self.waiting);
                let full = self.selected.len() >= self.options.select_k;
                let new: Vec<usize> = if full { Vec::new() } else { waiting };
                new.iter().for_each(|&at| self.select(at));
                if self.selected.len() >= self.options.select_k { Vec::new() } else { self.follow(&new) }
            }
            Order::Mmr => self.advance_by_mmr(),
        }
    }

    fn advance_by_mmr(&mut self) -> Vec<(Key, usize)> {
        while self.selected.len() < self.options.select_k {
            let reached = &self.reached;
            let alike = |a: &(Key, usize), b: &(Key, usize)| alike(&reached[a.1], &reached[b.1]);
            let Some(pick) = self.mmr.pick(self.options.min_mmr_score, alike) else { break };
            let (_, at) = pick.value;
            self.select(at);
            let next = self.follow(&[at]);
            if !next.is_empty() {
                return next;
            }
        }
        Vec::new()
    }

    /// The documents of these passages that are near enough and were not followed yet.
    fn follow(&mut self, new: &[usize]) -> Vec<(Key, usize)> {
        let near = new.iter().map(|&at| &self.reached[at]).filter(|reached| reached.depth < self.options.max_depth);
        near.filter(|reached| self.followed.insert(reached.document))
            .map(|reached| (reached.document, reached.depth))
            .collect()
    }

    fn select(&mut self, at: usize) {
        let why = self.why(&self.reached[at]);
        self.selected.push((at, why));
    }

    /// The selected passage most like this one.
    fn likeness(&self, new: &Reached) -> Option<(Key, f64)> {
        let selected = self.selected.iter().map(|(at, _)| &self.reached[*at]);
        let likeness = selected.map(|old| (old.chunk, alike(new, old))).filter(|(_, likeness)| *likeness > 0.0);
        likeness.max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(&a.0)))
    }

    fn why(&self, reached: &Reached) -> Why {
        let depth = reached.depth;
        let edge = |value: f64| {
            Why::leaf(Reason::Edge { edge: reached.edge.clone(), value: reached.value.clone(), depth }, value)
        };
        match self.options.strategy {
            Order::Eager => {
                let steps = (self.options.max_depth + 1).saturating_sub(depth) as f64;
                Why::sum("eager", vec![edge(steps), reached.near.clone()])
            }
            Order::Scored => {
                let factor = 1.0 / (1.0 + 0.3 * depth as f64);
                Why::sum("scored", vec![reached.near.clone().scaled(factor), edge(0.0)])
            }
            Order::Mmr => {
                let lambda =
                    if self.options.lambda_mult.is_nan() { 0.5 } else { self.options.lambda_mult.clamp(0.0, 1.0) };
                let mut parts = vec![reached.near.clone().scaled(lambda), edge(0.0)];
                if let Some((chunk, similarity)) = self.likeness(reached) {
                    parts.push(Why::leaf(Reason::Alike { chunk, similarity }, (lambda - 1.0) * similarity));
                }
                Why::sum("mmr", parts)
            }
        }
    }

    /// The passages selected: by score for `scored`, else in the order of their selection.
    pub fn finish(mut self) -> Vec<Hit> {
        if self.options.strategy == Order::Scored {
            let key = |at: usize| self.reached[at].chunk;
            self.selected.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then_with(|| key(a.0).cmp(&key(b.0))));
        }
        let hit = |(at, why): (usize, Why)| {
            let Reached { chunk, document, .. } = self.reached[at];
            Hit { chunk, document, score: why.value, why }
        };
        self.selected.into_iter().take(self.options.select_k).map(hit).collect()
    }
}

/// Likeness of two passages, 0 to 1; 0 where a vector is missing.
fn alike(a: &Reached, b: &Reached) -> f64 {
    similarity(a.vector.as_deref(), b.vector.as_deref()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(name: &str, similarity: f64, depth: usize, vector: [f32; 2]) -> Reached {
        let key = Key::document(name);
        let near = Why::leaf(Reason::Cosine { cosine: similarity }, similarity);
        Reached {
            chunk: key,
            document: key,
            near,
            vector: Some(vector.to_vec()),
            depth,
            edge: "links -> $id".into(),
            value: name.into(),
        }
    }

    fn keys(hits: &[Hit]) -> Vec<Key> {
        hits.iter().map(|hit| hit.chunk).collect()
    }

    fn of(names: &[&str]) -> Vec<Key> {
        names.iter().map(|name| Key::document(name)).collect()
    }

    /// `a` and `b` at the start, `c` one edge away.
    fn run(options: &TraverseOptions) -> Vec<Hit> {
        let mut traversal = Traversal::new(options);
        traversal.discover(vec![reached("a", 0.9, 0, [1.0, 0.0]), reached("b", 0.8, 0, [1.0, 0.1])], 5);
        let mut found = Some(vec![reached("c", 0.85, 1, [0.0, 1.0])]);
        while !traversal.advance().is_empty() {
            traversal.discover(found.take().unwrap_or_default(), options.adjacent_k);
        }
        traversal.finish()
    }

    #[test]
    fn lists_are_read_as_they_are_written() {
        let rules: EdgeRules = " links:$id , author.name:author ".parse().unwrap();
        assert_eq!(rules.to_string(), "links:$id,author.name:author");
        assert_eq!("none".parse(), Ok(EdgeRules::default()));
        assert!("links".parse::<EdgeRules>().is_err() && ":a".parse::<EdgeRules>().is_err());
        assert_eq!("a.md, b.md".parse(), Ok(Roots(vec!["a.md".to_owned(), "b.md".to_owned()])));
        assert_eq!("a.md, b.md".parse::<Roots>().map(|roots| roots.to_string()), Ok("a.md,b.md".to_owned()));
        assert_eq!("mmr".parse(), Ok(Order::Mmr));
        assert!("greedy".parse::<Order>().is_err());
    }

    #[test]
    fn each_order_selects_as_it_says() {
        let options = |strategy| TraverseOptions { strategy, ..TraverseOptions::default() };
        assert_eq!(keys(&run(&options(Order::Eager))), of(&["a", "b", "c"]));
        assert_eq!(keys(&run(&options(Order::Scored))), of(&["a", "b", "c"]));
        // `b` repeats `a`, so `c` comes before it, and `b` scores below the least.
        assert_eq!(keys(&run(&options(Order::Mmr))), of(&["a", "c"]));
        for strategy in [Order::Eager, Order::Mmr, Order::Scored] {
            for hit in run(&options(strategy)) {
                let sum: f64 = hit.why.parts.iter().map(|part| part.value).sum();
                assert!((sum - hit.score).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn scores_are_what_each_order_says() {
        let scores = |strategy| -> Vec<f64> {
            let options = TraverseOptions { strategy, min_mmr_score: -1.0, ..TraverseOptions::default() };
            run(&options).iter().map(|hit| hit.score).collect()
        };
        let near = |found: Vec<f64>, expected: [f64; 3]| {
            assert_eq!(found.len(), 3);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} {expected:?}");
        };
        near(scores(Order::Eager), [2.0 + 0.9, 2.0 + 0.8, 1.0 + 0.85]);
        near(scores(Order::Scored), [0.9, 0.8, 0.85 / 1.3]);
        // `b` comes last, less by half its likeness to `a`, which is more than that to `c`.
        near(scores(Order::Mmr), [0.45, 0.425, 0.4 - 0.5 / 1.01f64.sqrt()]);
        let options = TraverseOptions { strategy: Order::Mmr, min_mmr_score: -1.0, ..TraverseOptions::default() };
        let alike: Vec<Reason> =
            run(&options).into_iter().filter_map(|hit| Some(hit.why.parts.get(2)?.reason.clone())).collect();
        assert!(matches!(alike.as_slice(), [Reason::Alike { chunk, .. }] if *chunk == Key::document("a")), "{alike:?}");
    }

    #[test]
    fn what_is_found_later_may_score_higher() {
        let found = |strategy| {
            let options = TraverseOptions { strategy, ..TraverseOptions::default() };
            let mut traversal = Traversal::new(&options);
            traversal.discover(vec![reached("a", 0.5, 0, [1.0, 0.0])], 5);
            assert_eq!(traversal.advance().len(), 1);
            traversal.discover(vec![reached("b", 0.9, 1, [0.0, 1.0])], 5);
            assert!(traversal.advance().is_empty(), "the last depth is not followed");
            keys(&traversal.finish())
        };
        assert_eq!(found(Order::Eager), of(&["a", "b"]));
        assert_eq!(found(Order::Scored), of(&["b", "a"]));
    }

    #[test]
    fn depth_and_number_are_bounds() {
        let plain = TraverseOptions { max_depth: 0, select_k: 1, ..TraverseOptions::default() };
        assert_eq!(plain.starts(), 1);
        assert_eq!(keys(&run(&plain)), of(&["a"]));
        let narrow = TraverseOptions { adjacent_k: 0, ..TraverseOptions::default() };
        assert_eq!(keys(&run(&narrow)), of(&["a", "b"]));
        assert_eq!(narrow.starts(), 5);
        let one = TraverseOptions { strategy: Order::Mmr, select_k: 1, ..TraverseOptions::default() };
        let mut traversal = Traversal::new(&one);
        let three = ["a", "b", "c"].map(|name| reached(name, 0.9, 0, [1.0, 0.0]));
        traversal.discover(three.to_vec(), 2);
        assert_eq!(traversal.waiting.len(), 2);
        assert_eq!((traversal.advance().len(), traversal.advance().len()), (1, 0));
    }
}
