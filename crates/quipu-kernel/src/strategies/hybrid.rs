//! `hybrid`: words and vectors together, by scores over their best or by reciprocal ranks.
//!
//! Candidates are the best `oversample x limit` of each kind; every candidate gets both parts where
//! the view knows them.

use std::fmt::Display;
use std::str::FromStr;

use super::{OptionBounds, Options, Parameter, Strategy, WayCard, hits};
use crate::rank::fuse::{cosine, largest, normalised, reciprocal};
use crate::rank::lexical::Lexical;
use crate::view::{Evidence, Needs, Question, Reason, View, Why};

/// How `hybrid` joins words and vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fusion {
    /// BM25 over its best, and the cosine, weighed by `alpha`.
    #[default]
    Max,
    /// Reciprocal ranks.
    Rrf,
}

impl Display for Fusion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Max => "max",
            Self::Rrf => "rrf",
        })
    }
}

impl FromStr for Fusion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "max" => Ok(Self::Max),
            "rrf" => Ok(Self::Rrf),
            _ => Err("max or rrf".to_owned()),
        }
    }
}

crate::kinds_of_text!(Fusion);

crate::own_options! {
    /// What may be set of `hybrid`, and of what is built upon it.
    pub(super) struct HybridOptions of "hybrid" {
        fusion: Fusion = Fusion::Max, OptionBounds::Text, "`max` adds scores over their best, `rrf` adds reciprocal ranks";
        rrf_k: f64 = 60.0, OptionBounds::Number(0.0, 1e6), "constant of reciprocal rank fusion";
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

/// How many chunks of each kind are joined.
pub(super) fn candidates(options: &Options) -> usize {
    options.limit.saturating_mul(HybridOptions::of(options).oversample)
}

/// The fused scores of one view.
pub(super) struct Fused<'a> {
    view: &'a View,
    lexical: Lexical<'a>,
    /// The score of each chunk by words.
    pub(super) words: Vec<f64>,
    fusion: Fusion,
    alpha: f64,
    rrf_k: f64,
    best_words: f64,
    best_cosine: f64,
    /// Place of each chunk among the candidates by words and by vectors, from 1; 0 for none.
    by_words: Vec<usize>,
    by_vectors: Vec<usize>,
}

impl<'a> Fused<'a> {
    pub(super) fn new(lexical: Lexical<'a>, view: &'a View, options: &Options) -> Self {
        let words = hits::word_scores(&lexical, view);
        let cosines: Vec<f64> = view.chunks.iter().map(|chunk| cosine(chunk.cosine)).collect();
        let candidates = candidates(options);
        let HybridOptions { fusion, rrf_k, .. } = HybridOptions::of(options);
        Self {
            view,
            fusion,
            alpha: if options.alpha.is_finite() { options.alpha.clamp(0.0, 1.0) } else { 0.5 },
            rrf_k,
            best_words: largest(words.iter().copied()),
            best_cosine: largest(cosines.iter().copied()),
            by_words: places(view, &words, candidates),
            by_vectors: places(view, &cosines, candidates),
            words,
            lexical,
        }
    }

    /// The score of a chunk and its reason; none when it is no candidate.
    pub(super) fn why(&self, at: usize) -> Option<Why> {
        let (by_words, by_vectors) = (self.by_words[at], self.by_vectors[at]);
        if by_words == 0 && by_vectors == 0 {
            return None;
        }
        Some(match self.fusion {
            Fusion::Max => self.by_scores(at),
            Fusion::Rrf => self.by_ranks(by_words, by_vectors),
        })
    }

    fn by_scores(&self, at: usize) -> Why {
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
        Why::sum("hybrid", parts)
    }

    fn by_ranks(&self, by_words: usize, by_vectors: usize) -> Why {
        let part = |of: &str, rank: usize| {
            (rank > 0).then(|| Why::leaf(Reason::Rank { of: of.to_owned(), rank }, reciprocal(self.rrf_k, rank)))
        };
        Why::sum("hybrid", part("lexical", by_words).into_iter().chain(part("dense", by_vectors)).collect())
    }
}

fn places(view: &View, scores: &[f64], count: usize) -> Vec<usize> {
    let mut places = vec![0; view.chunks.len()];
    for (place, at) in hits::best(view, scores, count).into_iter().enumerate() {
        places[at as usize] = place + 1;
    }
    places
}
