//! From scores to hits: best first, ties by key, explained only when they are returned.

use crate::rank::bm25::Bm25;
use crate::rank::lexical::Lexical;
use crate::strategies::Options;
use crate::view::{Evidence, Hit, Needs, Note, Question, View, Why};

/// The best `limit` of `scores` (one a chunk of the view; what is not above zero is no hit).
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
    Lexical::new(question, view, Bm25 { k1: options.k1, b: options.b }, options.stop_words)
}

/// BM25 of every chunk of the view.
pub(super) fn word_scores(lexical: &Lexical<'_>, view: &View) -> Vec<f64> {
    view.chunks.iter().map(|chunk| lexical.score(chunk)).collect()
}

/// Needs with the options that every strategy shares.
pub(super) fn needs(options: &Options) -> Needs {
    Needs { k1: options.k1, b: options.b, stop_words: options.stop_words, ..Needs::default() }
}

/// Tells the reader that vectors were wanted and none came.
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
