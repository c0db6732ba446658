//! Choosing sentences: the best first, none that repeats another, within the budget of sentences
//! and words; then in the order to be read.

use rustc_hash::FxHashSet;

use super::score::Scored;
use super::{AnswerOptions, Chosen, Passage};
use crate::model::Span;
use crate::text::words;

/// Two sentences that share more than this part of their words say the same.
const SAME: f64 = 0.7;

pub(super) fn choose(passages: &[Passage<'_>], mut scored: Vec<Scored>, options: &AnswerOptions) -> Vec<Chosen> {
    scored.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| (a.passage, a.span).cmp(&(b.passage, b.span))));
    let mut left = options.words;
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut bags: Vec<FxHashSet<String>> = Vec::new();
    for sentence in scored {
        if chosen.len() == options.sentences || left == 0 {
            break;
        }
        let (span, count) = fitting(&sentence, left, chosen.is_empty());
        if count == 0 {
            continue;
        }
        let quote = passages[sentence.passage].text.get(span.range()).unwrap_or_default();
        let bag: FxHashSet<String> = words(quote).into_iter().map(|word| word.text).collect();
        if bags.iter().any(|known| same(known, &bag)) {
            continue;
        }
        left -= count;
        bags.push(bag);
        chosen.push(Chosen { passage: sentence.passage, span, score: sentence.score });
    }
    in_reading_order(chosen)
}

/// The sentence and its number of words if it fits; the first is cut to fit, others are left out.
fn fitting(sentence: &Scored, left: usize, first: bool) -> (Span, usize) {
    let count = sentence.ends.len();
    match (count <= left, first) {
        (true, _) => (sentence.span, count),
        (false, true) => (Span { start: sentence.span.start, end: sentence.ends[left - 1] }, left),
        (false, false) => (sentence.span, 0),
    }
}

fn same(a: &FxHashSet<String>, b: &FxHashSet<String>) -> bool {
    let shared = a.intersection(b).count() as f64;
    shared > SAME * a.len().min(b.len()) as f64
}

/// Passages in the order of their best sentences; within one, the order of its text.
fn in_reading_order(mut chosen: Vec<Chosen>) -> Vec<Chosen> {
    let mut passages: Vec<usize> = Vec::new();
    for sentence in &chosen {
        if !passages.contains(&sentence.passage) {
            passages.push(sentence.passage);
        }
    }
    let place = |passage: usize| passages.iter().position(|known| *known == passage);
    chosen.sort_by_key(|sentence| (place(sentence.passage), sentence.span));
    chosen
}
