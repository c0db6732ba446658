//! `hybrid`: words and vectors together, by scores over their best. Reciprocal ranks instead were worse on every set
//! (nDCG@10 and recalls by 1 to 14 points): ranks discard that vectors are weak.
//!
//! Candidates are the best `oversample x limit` of each kind; every candidate gets both parts where
//! the view knows them.

use super::{OptionBounds, Options, Parameter, Strategy, WayCard, hits};
use crate::rank::fuse::{cosine, largest, normalised};
use crate::rank::lexical::Lexical;
use crate::view::{Evidence, Needs, Question, Reason, View, Why};

crate::own_options! {
    /// Options of `hybrid`, and of strategies built upon it.
    pub(super) struct HybridOptions of "hybrid" {
        oversample: usize = 3, OptionBounds::Count(1, 1000), "candidates of each kind, times the limit; of `hops`, too";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hybrid;

impl Strategy for Hybrid {
    fn name(&self) -> &'static str {
        "hybrid"
    }

    fn about(&self) -> &'static str {
        "words and vectors together: BM25 over its best, plus the cosine"
    }

    fn card(&self) -> WayCard {
        WayCard { of: "", steps: &["words", "chunks near", "fusion"], ..WayCard::default() }
    }

    fn parameters(&self) -> &'static [Parameter] {
        HybridOptions::PARAMETERS
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        let needs = hits::needs(options);
        let dense = candidates(options);
        Needs { lexical: needs.lexical.max(dense), dense, cosines: true, ..needs }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let fused = Fused::new(hits::lexical(question, view, options), view, options);
        let scores: Vec<f64> = (0..view.chunks.len()).map(|at| fused.why(at).map_or(0.0, |why| why.value)).collect();
        let best = hits::best(view, &scores, options.limit).into_iter();
        let explained = best.filter_map(|at| Some((at, fused.why(at as usize)?))).collect();
        let mut evidence = hits::evidence(self.name(), view, explained);
        hits::note_missing_vectors(&mut evidence, question);
        evidence
    }
}

/// Number of candidates of each kind.
pub(super) fn candidates(options: &Options) -> usize {
    options.limit.saturating_mul(HybridOptions::of(options).oversample)
}

/// The fused scores of one view.
pub(super) struct Fused<'a> {
    view: &'a View,
    lexical: Lexical<'a>,
    /// The score of each chunk by words.
    pub(super) words: Vec<f64>,
    alpha: f64,
    best_words: f64,
    best_cosine: f64,
    /// True for each chunk among the best by words or by vectors.
    candidates: Vec<bool>,
}

impl<'a> Fused<'a> {
    pub(super) fn new(lexical: Lexical<'a>, view: &'a View, options: &Options) -> Self {
        let words = hits::word_scores(&lexical, view);
        let cosines: Vec<f64> = view.chunks.iter().map(|chunk| cosine(chunk.cosine)).collect();
        let count = candidates(options);
        let mut candidates = vec![false; view.chunks.len()];
        for at in hits::best(view, &words, count).into_iter().chain(hits::best(view, &cosines, count)) {
            candidates[at as usize] = true;
        }
        Self {
            view,
            alpha: if options.alpha.is_finite() { options.alpha.clamp(0.0, 1.0) } else { 0.5 },
            best_words: largest(words.iter().copied()),
            best_cosine: largest(cosines.iter().copied()),
            candidates,
            words,
            lexical,
        }
    }

    /// The score of a chunk and its reason; none when it is no candidate.
    pub(super) fn why(&self, at: usize) -> Option<Why> {
        if !self.candidates[at] {
            return None;
        }
        let chunk = &self.view.chunks[at];
        let mut parts = Vec::new();
        let words = self.lexical.why(chunk);
        if words.value > 0.0 {
            parts.push(words.scaled((1.0 - self.alpha) / self.best_words));
        }
        if chunk.cosine.is_some() {
            let cosine = cosine(chunk.cosine);
            let value = self.alpha * normalised(cosine, self.best_cosine);
            parts.push(Why::leaf(Reason::Cosine { cosine }, value));
        }
        Some(Why::sum("hybrid", parts))
    }
}
