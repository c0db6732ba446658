//! From scores to hits: best first, ties by key, explained only when they are returned.

use std::collections::BTreeMap;

use super::Options;
use crate::rank::lexical::Lexical;
use crate::view::{Evidence, Hit, Needs, Note, Question, Reason, View, Why};

/// An entity in more chunks than this is not walked through: 20 and 100 were nearly the same on all sets, 30 leaves
/// room (`eval/REPORT.md`).
pub(super) const CAP: usize = 30;

/// The cap of strategies that want chunks of few entities, without walking through entities.
pub(super) const WIDE: usize = 300;

/// The best `limit` of `scores` (one a chunk of the view; a score not above zero is no hit).
pub(super) fn best(view: &View, scores: &[f64], limit: usize) -> Vec<u32> {
    let hit = |at: &u32| scores.get(*at as usize).is_some_and(|score| *score > 0.0 && score.is_finite());
    let mut order: Vec<u32> = (0..view.chunks.len() as u32).filter(hit).collect();
    let key = |at: u32| view.chunks[at as usize].key;
    let better =
        |a: &u32, b: &u32| scores[*b as usize].total_cmp(&scores[*a as usize]).then_with(|| key(*a).cmp(&key(*b)));
    if limit > 0 && limit < order.len() {
        order.select_nth_unstable_by(limit - 1, better);
        order.truncate(limit);
    }
    order.sort_unstable_by(better);
    order.truncate(limit);
    order
}

/// The evidence of a strategy from its best chunks and the reason for each.
pub(super) fn evidence(strategy: &str, view: &View, best: Vec<(u32, Why)>) -> Evidence {
    let hit = |(at, why): (u32, Why)| {
        let chunk = &view.chunks[at as usize];
        Hit { chunk: chunk.key, document: chunk.document, score: why.value, why }
    };
    let hits = best.into_iter().map(hit).collect();
    Evidence { strategy: strategy.to_owned(), hits, counts: view.word_counts(), ..Evidence::default() }
}

/// BM25 as the options say.
pub(super) fn lexical<'a>(question: &'a Question, view: &'a View, options: &Options) -> Lexical<'a> {
    Lexical::new(question, view, options.bm25, options.stop_words)
}

/// BM25 of every chunk of the view.
pub(super) fn word_scores(lexical: &Lexical<'_>, view: &View) -> Vec<f64> {
    view.chunks.iter().map(|chunk| lexical.score(chunk)).collect()
}

/// Needs with the options that every strategy shares.
pub(super) fn needs(options: &Options) -> Needs {
    Needs { k1: options.bm25.k1, b: options.bm25.b, stop_words: options.stop_words, ..Needs::default() }
}

/// Adds a note that vectors were requested and are missing.
pub(super) fn note_missing_vectors(evidence: &mut Evidence, question: &Question) {
    if question.vector.is_none() {
        evidence.notes.push(Note::WordsAlone);
    }
}

/// Positions of the entities that the question names, each once.
pub(super) fn named(view: &View) -> Vec<u32> {
    let mut out: Vec<u32> = view.named.iter().map(|named| named.entity).collect();
    out.retain(|at| (*at as usize) < view.entities.len());
    out.sort_unstable();
    out.dedup();
    out
}

/// The reason of an entity that leads to a chunk, by these names.
pub(super) fn entity(view: &View, at: u32, through: Vec<String>) -> Reason {
    let entity = &view.entities[at as usize];
    Reason::Entity { entity: entity.key, name: entity.name.clone(), through }
}

/// The reason of an entity near the question that leads to a chunk.
pub(super) fn near(view: &View, at: u32) -> Reason {
    let entity = &view.entities[at as usize];
    Reason::Near { entity: entity.key, name: entity.name.clone() }
}

/// The reason of a chunk that states a relation.
pub(super) fn stated(view: &View, at: u32) -> Reason {
    Reason::states(view, &view.relations[at as usize])
}

/// The evidence of chunks whose scores are sums of parts.
pub(super) fn summed(strategy: &str, view: &View, mut parts: BTreeMap<u32, Vec<Why>>, limit: usize) -> Evidence {
    let mut scores = vec![0.0; view.chunks.len()];
    for (at, parts) in &parts {
        if let Some(score) = scores.get_mut(*at as usize) {
            *score = parts.iter().map(|part| part.value).sum();
        }
    }
    let explain = |at: u32| (at, Why::sum(strategy, parts.remove(&at).unwrap_or_default()));
    evidence(strategy, view, best(view, &scores, limit).into_iter().map(explain).collect())
}

/// The evidence of chunks in an order: the first counts 1, the second a half, and so on; each once.
pub(super) fn by_place(
    strategy: &str,
    view: &View,
    found: impl IntoIterator<Item = (u32, Reason)>,
    limit: usize,
) -> Evidence {
    let mut order: Vec<(u32, Why)> = Vec::new();
    for (chunk, reason) in found {
        if order.len() == limit {
            break;
        }
        if order.iter().all(|(known, _)| *known != chunk) {
            let leaf = Why::leaf(reason, 1.0 / (order.len() + 1) as f64);
            order.push((chunk, Why::sum(strategy, vec![leaf])));
        }
    }
    evidence(strategy, view, order)
}

/// Things in an order: the first is worth 1, the second a half, and so on.
pub(super) fn ranked(order: impl IntoIterator<Item = u32>) -> impl Iterator<Item = (u32, f64)> {
    order.into_iter().zip(1..).map(|(at, place)| (at, 1.0 / f64::from(place)))
}
