//! Traversal over metadata edges: the selection of reached passages, and the order in which their edges are
//! followed.
//!
//! After the graph retriever of DataStax (2025): `eager` selects everything in the order in which it is reached, `mmr`
//! one passage at a time by maximal marginal relevance, `scored` everything, ordered in the end by similarity / (1 +
//! 0.3 x depth), times that where it is below 0. Documents are read by a floor above; only the order is decided here. A
//! passage is a chunk as a part of one document: documents with the same text have separate passages. Cost: linear in
//! the reached passages, times the selected ones for `mmr`.

#[cfg(test)]
mod tests;
mod traversal_settings;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::fuse::similarity;
use super::mmr::Mmr;
use crate::model::Key;
use crate::view::{Filter, Hit, Order, Reason, Why};

pub use traversal_settings::{EdgeRule, EdgeRules, StartDocuments};

/// Options of a traversal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TraverseOptions {
    /// The edges to follow.
    pub edges: Vec<EdgeRule>,
    /// Strategy of selection.
    pub strategy: Order,
    /// Number of passages to select.
    pub select_k: usize,
    /// Number of passages that the search starts from; 0 for none.
    pub start_k: usize,
    /// Ids of documents to start from as well.
    pub initial_roots: Vec<String>,
    /// Number of nearest passages taken in each step.
    pub adjacent_k: usize,
    /// Maximal distance from the start, in edges; 0 is a plain search for `select_k` passages.
    pub max_depth: usize,
    /// `mmr`: weight of nearness to the question against unlikeness to the selected, 0 to 1.
    pub lambda_mult: f64,
    /// `mmr`: passages that score less are not selected.
    pub min_mmr_score: f64,
    /// Filter of documents that may be reached.
    pub metadata_filter: Filter,
    /// True to select each document once, by its nearest chunk, instead of chunk by chunk.
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
    /// Number of passages that the search starts from.
    pub fn starts(&self) -> usize {
        if self.max_depth == 0 { self.select_k } else { self.start_k }
    }
}

/// A passage that was reached.
#[derive(Debug, Clone, PartialEq)]
pub struct ReachedChunk {
    /// The chunk.
    pub chunk: Key,
    /// Key of its document.
    pub document: Key,
    /// The reason of its nearness to the question; its value is the similarity, at most 1.
    pub near: Why,
    /// Its vector.
    pub vector: Option<Vec<f32>>,
    /// Distance from the start, in edges.
    pub depth: usize,
    /// The edge that led to it, as shown; `start` for none.
    pub edge: String,
    /// The value that joined, or the kind of start.
    pub value: String,
}

/// A traversal on its way.
#[derive(Debug)]
pub struct Traversal<'a> {
    options: &'a TraverseOptions,
    /// The cosine of unrelated passages; none where nearness is by words alone.
    background: Option<f32>,
    reached: Vec<ReachedChunk>,
    /// Document and chunk; the document alone where each is selected once.
    seen: FxHashSet<(Key, Key)>,
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
            background: None,
            reached: Vec::new(),
            seen: FxHashSet::default(),
            waiting: Vec::new(),
            mmr: Mmr::new(options.lambda_mult),
            selected: Vec::new(),
            followed: FxHashSet::default(),
        }
    }

    /// Measures nearness by vectors: similarity counts from `background`, as nearness does.
    #[must_use]
    pub fn by_vectors(mut self, background: f32) -> Self {
        self.background = Some(background);
        self
    }

    /// Passages were reached: those of the `most` nearest that were never seen before wait to be
    /// selected. By words alone, seen passages are not among the `most`: they have the words, and would leave no place
    /// for passages without them.
    pub fn discover(&mut self, mut found: Vec<ReachedChunk>, most: usize) {
        let order = |reached: &ReachedChunk| (reached.chunk, reached.document);
        found.sort_by(|a, b| b.near.value.total_cmp(&a.near.value).then_with(|| order(a).cmp(&order(b))));
        let (mut left, mut now) = (most, FxHashSet::default());
        for new in found {
            let identity = (new.document, if self.options.documents { new.document } else { new.chunk });
            if left == 0 {
                break;
            }
            if !now.insert(identity) {
                continue;
            }
            let fresh = self.seen.insert(identity);
            left -= usize::from(fresh || self.background.is_some());
            if fresh {
                self.wait(new);
            }
        }
    }

    fn wait(&mut self, new: ReachedChunk) {
        let at = self.reached.len();
        // Similarity matters to `mmr` alone.
        if self.options.strategy == Order::Mmr {
            let redundancy = self.likeness(&new).map_or(0.0, |(_, likeness)| likeness);
            self.mmr.add((new.chunk, at), new.near.value, redundancy);
        }
        self.waiting.push(at);
        self.reached.push(new);
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
            let (reached, background) = (&self.reached, self.background);
            let alike = |a: &(Key, usize), b: &(Key, usize)| alike(&reached[a.1], &reached[b.1], background);
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
    fn likeness(&self, new: &ReachedChunk) -> Option<(Key, f64)> {
        let selected = self.selected.iter().map(|(at, _)| &self.reached[*at]);
        let likeness =
            selected.map(|old| (old.chunk, alike(new, old, self.background))).filter(|(_, likeness)| *likeness > 0.0);
        likeness.max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(&a.0)))
    }

    fn why(&self, reached: &ReachedChunk) -> Why {
        let depth = reached.depth;
        let edge = |value: f64| {
            Why::leaf(Reason::Edge { edge: reached.edge.clone(), value: reached.value.clone(), depth }, value)
        };
        match self.options.strategy {
            Order::Eager => {
                let steps = self.options.max_depth.saturating_add(1).saturating_sub(depth) as f64;
                Why::sum("eager", vec![edge(steps), reached.near.clone()])
            }
            Order::Scored => {
                let away = 1.0 + 0.3 * depth as f64;
                let factor = if reached.near.value < 0.0 { away } else { 1.0 / away };
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
            let key = |at: usize| (self.reached[at].chunk, self.reached[at].document);
            self.selected.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then_with(|| key(a.0).cmp(&key(b.0))));
        }
        let hit = |(at, why): (usize, Why)| {
            let ReachedChunk { chunk, document, .. } = self.reached[at];
            Hit { chunk, document, score: why.value, why }
        };
        self.selected.into_iter().take(self.options.select_k).map(hit).collect()
    }
}

/// Likeness of two passages, 0 to 1, above the background of their vectors; 0 where one is missing.
fn alike(a: &ReachedChunk, b: &ReachedChunk, background: Option<f32>) -> f64 {
    let cosine = similarity(a.vector.as_deref(), b.vector.as_deref());
    match background.map(f64::from).filter(|background| *background > 0.0 && *background < 1.0) {
        Some(background) => ((cosine - background) / (1.0 - background)).clamp(0.0, 1.0),
        None => cosine.clamp(0.0, 1.0),
    }
}
