//! The start of a walk: the entities that the question names, and the best chunks by words and
//! by vector.

use super::super::{Options, hits};
use super::ties::{self, Tied};
use super::{WalkOptions, pull};
use crate::rank::fuse::{cosine, largest, normalised};
use crate::rank::pagerank::Scores;
use crate::view::{NamedEntity, Question, View};

/// The start of the walk: `1 - words_share` on the entities that the question names (less where they are
/// mostly plain words) and on those that relations tie to them, the rest on chunks, whose scores by words are `words`;
/// all of it on one side when the other has nothing.
pub(super) fn reset(question: &Question, view: &View, words: &[f64], own: &WalkOptions) -> (Scores, Vec<Tied>) {
    let (mut entities, kept) = entity_seeds(question, view, own.plain_words);
    let tied = ties::asked(question, view, &entities, own.ties);
    for tied in &tied {
        entities[tied.entity as usize] += tied.seed;
    }
    let mut reset = Scores { entities, chunks: chunk_seeds(view, words, own) };
    let share = 1.0 - (1.0 - own.words_share) * kept;
    scale_to(&mut reset.entities, 1.0 - share);
    scale_to(&mut reset.chunks, share);
    let total = reset.total();
    if total > 0.0 {
        scale_to_total(&mut reset, total);
    }
    (reset, tied)
}

/// The start of a second walk: that of the first, and for a share of it the best chunks of the first.
pub(super) fn again(view: &View, first: &Scores, walked: &Scores, own: &WalkOptions) -> Scores {
    let share = own.again;
    let found = sharpened(view, &walked.chunks, 1.0, own.seeds);
    let kept = |value: &f64| value * (1.0 - share);
    Scores {
        entities: first.entities.iter().map(kept).collect(),
        chunks: first.chunks.iter().map(kept).zip(&found).map(|(kept, found)| kept + share * found).collect(),
    }
}

fn scale_to_total(reset: &mut Scores, total: f64) {
    reset.entities.iter_mut().chain(&mut reset.chunks).for_each(|value| *value /= total);
}

fn scale_to(values: &mut [f64], goal: f64) {
    let total: f64 = values.iter().sum();
    if total > 0.0 {
        values.iter_mut().for_each(|value| *value *= goal / total);
    }
}

/// The share of a start on the entities that a question names: less where they are mostly plain words, nothing
/// where it names none.
pub(in crate::strategies) fn named_part(question: &Question, view: &View, options: &Options) -> f64 {
    let (seeds, kept) = entity_seeds(question, view, WalkOptions::of(options).plain_words);
    if seeds.iter().any(|seed| *seed > 0.0) { kept } else { 0.0 }
}

/// The start of each entity, and the share of the start for entities.
fn entity_seeds(question: &Question, view: &View, exponent: f64) -> (Vec<f64>, f64) {
    let mut seeds = vec![0.0; view.entities.len()];
    let (mut all, mut kept) = (0.0, 0.0);
    for named in view.named.iter().filter(|named| (named.entity as usize) < view.entities.len()) {
        let entity = &view.entities[named.entity as usize];
        let idf = view.rarity(entity);
        let (seed, named_so) = (idf * pull(entity), namely(question, view, named).powf(exponent));
        let at = named.entity as usize;
        seeds[at] = f64::max(seeds[at], seed * named_so);
        all += seed;
        kept += seed * named_so;
    }
    let kept = if all > 0.0 { kept / all } else { 1.0 };
    (seeds, kept.powf(exponent))
}

/// The share of the chunks with a single word that use it as a name; 1 for names of more words.
fn namely(question: &Question, view: &View, named: &NamedEntity) -> f64 {
    let name = question.names.get(named.name as usize).filter(|name| name.words.1 - name.words.0 == 1);
    let word = name.and_then(|name| question.words.iter().position(|word| word.text == name.folded));
    let saying = word.and_then(|word| view.word_chunks.get(word)).copied().unwrap_or(0);
    let naming = view.entities[named.entity as usize].chunks;
    if saying > naming { naming.max(1) as f64 / saying as f64 } else { 1.0 }
}

/// The best chunks by words and by vector, each list with half of the weight when both are there.
fn chunk_seeds(view: &View, words: &[f64], own: &WalkOptions) -> Vec<f64> {
    let words = sharpened(view, words, own.power, own.seeds);
    let cosines: Vec<f64> = view.chunks.iter().map(|chunk| cosine(chunk.cosine)).collect();
    let near = sharpened(view, &cosines, own.cosine_power, own.seeds);
    words.iter().zip(&near).map(|(word, near)| word + near).collect()
}

/// (score over the best)^power of the best `count`, adding up to 1 or to nothing.
fn sharpened(view: &View, scores: &[f64], power: f64, count: usize) -> Vec<f64> {
    let top = largest(scores.iter().copied());
    let mut out = vec![0.0; scores.len()];
    for at in hits::best(view, scores, count) {
        out[at as usize] = normalised(scores[at as usize], top).powf(power.max(0.0));
    }
    scale_to(&mut out, 1.0);
    out
}
