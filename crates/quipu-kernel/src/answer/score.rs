//! The score of a sentence: shares of the question's weight said by it, by what stands around it
//! and by its passage, the passage's own score, and whether it holds what is asked for.

use super::read::{Read, Sentence, Weighed, merge};
use super::{AnswerOptions, Passage};
use crate::model::Span;
use crate::rank::fuse::{largest, normalised};

/// A sentence with its score.
pub(super) struct Scored {
    pub(super) passage: usize,
    pub(super) span: Span,
    pub(super) ends: Vec<u32>,
    pub(super) score: f64,
}

/// Scores every sentence of every passage.
pub(super) fn score(
    weighed: &Weighed,
    passages: &[Passage<'_>],
    read: &[Read],
    options: &AnswerOptions,
) -> Vec<Scored> {
    let best = largest(passages.iter().map(|passage| passage.score));
    let mut out = Vec::new();
    for (at, (passage, read)) in passages.iter().zip(read).enumerate() {
        let of_passage =
            options.passage * weighed.share(&read.said) + options.hit * normalised(passage.score, best).clamp(0.0, 1.0);
        for (place, sentence) in read.sentences.iter().enumerate() {
            let score = of_passage + of_sentence(weighed, read, place, sentence, options);
            out.push(Scored { passage: at, span: sentence.span, ends: sentence.ends.clone(), score });
        }
    }
    out
}

fn of_sentence(weighed: &Weighed, read: &Read, place: usize, sentence: &Sentence, options: &AnswerOptions) -> f64 {
    let mut around = read.about.clone();
    merge(&mut around, &sentence.said);
    for neighbour in [place.wrapping_sub(1), place + 1] {
        if let Some(neighbour) = read.sentences.get(neighbour) {
            merge(&mut around, &neighbour.said);
        }
    }
    let near = sentence.near as f64 / weighed.pairs.len().max(1) as f64;
    let answers = if sentence.answers { options.kind } else { 0.0 };
    options.overlap * weighed.share(&sentence.said)
        + options.context * weighed.share(&around)
        + options.near * near
        + answers
}
