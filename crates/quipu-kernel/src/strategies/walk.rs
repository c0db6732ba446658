//! `walk`, the default: personalised PageRank from the entities that the question names and from
//! the chunks that its words and vector find, over the graph of entities and chunks.
//!
//! After HippoRAG (Gutiérrez et al., 2024) and LinearRAG (Zhuang et al., 2025), without a model:
//! entities pull in proportion to df^-0.5, a seed entity starts with idf x df^-0.5, a seed chunk
//! with a power of its BM25 (and cosine) over the best. With vectors, scores are multiplied by
//! e^(gate x cosine) in the end. A question that names nothing known starts from chunks alone.
//! Cost: rounds x mentions of the view, once forwards and once backwards for each eight hits.

use super::{Options, Strategy, hits};
use crate::rank::fuse::{cosine, largest, normalised};
use crate::rank::pagerank::{self, Bipartite, Scores};
use crate::rank::paths::{Vertex, through};
use crate::view::{Evidence, Needs, Question, Reason, View, ViewEntity, Why};

/// How many seeds are shown one by one in the reason of a hit; the others stand together.
const SHOWN: usize = 6;

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk;

impl Strategy for Walk {
    fn name(&self) -> &'static str {
        "walk"
    }

    fn about(&self) -> &'static str {
        "a walk over the graph from the question's entities and best chunks (personalised PageRank)"
    }

    fn plan(&self, question: &Question, options: &Options) -> Needs {
        Needs {
            entities: true,
            lexical: options.seeds.max(options.spread),
            dense: if question.vector.is_some() { options.seeds } else { 0 },
            hops: options.hops,
            spread: options.spread,
            cap: options.cap,
            cosines: true,
            ..hits::needs(options)
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let walk = pagerank::Walk { damping: options.damping, rounds: options.rounds };
        let graph = graph(view);
        let reset = reset(question, view, options);
        let factors: Vec<f64> = view.chunks.iter().map(|chunk| (options.gate * cosine(chunk.cosine)).exp()).collect();
        let walked = graph.walk(&reset, walk);
        let scores: Vec<f64> = walked.chunks.iter().zip(&factors).map(|(score, factor)| score * factor).collect();
        let best = hits::best(view, &scores, options.limit);
        let backs = graph.walk_back(&best, walk);
        let reasons = Reasons { view, graph: &graph, reset: &reset };
        let explain = |(at, back): (&u32, &Scores)| (*at, reasons.why(*at, back, factors[*at as usize]));
        let mut evidence = hits::evidence(self.name(), view, best.iter().zip(&backs).map(explain).collect());
        if !reset.entities.iter().any(|share| *share > 0.0) {
            evidence
                .notes
                .push("the question names nothing that the documents name; the walk starts from words".to_owned());
        }
        evidence
    }
}

/// The graph of a view. An entity in many chunks says little of each: its pull is df^-0.5.
fn graph(view: &View) -> Bipartite {
    let pull: Vec<f64> = view.entities.iter().map(pull).collect();
    Bipartite::new(&pull, &vec![1.0; view.chunks.len()], view.mentions.iter().map(|m| (m.entity, m.chunk)))
}

fn pull(entity: &ViewEntity) -> f64 {
    (entity.chunks.max(1) as f64).powf(-0.5)
}

/// Where the walk starts: `1 - words_share` on the entities that the question names, the rest on
/// chunks; all of it on one side when the other has nothing.
fn reset(question: &Question, view: &View, options: &Options) -> Scores {
    let mut reset = Scores { entities: entity_seeds(view), chunks: chunk_seeds(question, view, options) };
    let share = if options.words_share.is_finite() { options.words_share.clamp(0.0, 1.0) } else { 0.5 };
    scale_to(&mut reset.entities, 1.0 - share);
    scale_to(&mut reset.chunks, share);
    let total = reset.total();
    if total > 0.0 {
        scale_to_total(&mut reset, total);
    }
    reset
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

fn entity_seeds(view: &View) -> Vec<f64> {
    let mut seeds = vec![0.0; view.entities.len()];
    for at in hits::named(view) {
        let entity = &view.entities[at as usize];
        let idf = (1.0 + view.counts.chunks as f64 / entity.chunks.max(1) as f64).ln();
        seeds[at as usize] = idf * pull(entity);
    }
    seeds
}

/// The best chunks by words and by vector, each list with half of the weight when both are there.
fn chunk_seeds(question: &Question, view: &View, options: &Options) -> Vec<f64> {
    let lexical = hits::lexical(question, view, options);
    let words = sharpened(view, &hits::word_scores(&lexical, view), options.power, options.seeds);
    let cosines: Vec<f64> = view.chunks.iter().map(|chunk| cosine(chunk.cosine)).collect();
    let near = sharpened(view, &cosines, options.cosine_power, options.seeds);
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

/// Explains hits of one walk.
struct Reasons<'a> {
    view: &'a View,
    graph: &'a Bipartite,
    reset: &'a Scores,
}

impl Reasons<'_> {
    /// Why a chunk has its score: one part for each seed, greatest first.
    fn why(&self, at: u32, back: &Scores, factor: f64) -> Why {
        let mut seeds = self.seeds(back);
        seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let vertices: Vec<Vertex> = seeds.iter().map(|(vertex, _)| *vertex).collect();
        let ways = through(self.graph, at, &vertices);
        let leaf = |((vertex, value), way): (&(Vertex, f64), Option<Vec<u32>>)| {
            Why::leaf(self.reason(*vertex, way.unwrap_or_default()), value * factor)
        };
        let mut parts: Vec<Why> = seeds.iter().zip(ways).map(leaf).collect();
        if parts.len() > SHOWN + 1 {
            let rest = parts.split_off(SHOWN);
            parts.push(Why::sum("other seeds", rest));
        }
        Why::sum(&self.label(at, factor), parts)
    }

    fn label(&self, at: u32, factor: f64) -> String {
        match self.view.chunks[at as usize].cosine {
            Some(cosine) if factor != 1.0 => format!("walk, times {factor:.3} for the cosine {cosine:.3}"),
            _ => "walk".to_owned(),
        }
    }

    /// The seeds that added something, and how much.
    fn seeds(&self, back: &Scores) -> Vec<(Vertex, f64)> {
        let added = |reset: &[f64], back: &[f64], vertex: fn(u32) -> Vertex| {
            let part = |(at, (reset, back)): (usize, (&f64, &f64))| (vertex(at as u32), reset * back);
            reset.iter().zip(back).enumerate().map(part).filter(|(_, value)| *value > 0.0).collect::<Vec<_>>()
        };
        let mut out = added(&self.reset.entities, &back.entities, Vertex::Entity);
        out.extend(added(&self.reset.chunks, &back.chunks, Vertex::Chunk));
        out
    }

    fn reason(&self, seed: Vertex, way: Vec<u32>) -> Reason {
        let through = way.into_iter().map(|at| self.view.entities[at as usize].name.clone()).collect();
        match seed {
            Vertex::Entity(at) => {
                let entity = &self.view.entities[at as usize];
                Reason::Entity { entity: entity.key, name: entity.name.clone(), through }
            }
            Vertex::Chunk(at) => Reason::Passage { chunk: self.view.chunks[at as usize].key, through },
        }
    }
}
