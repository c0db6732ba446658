//! `walk`, the default: personalised PageRank from the entities that the question names and from
//! the chunks that its words and vector find, over the graph of entities and chunks.
//!
//! After HippoRAG (Gutiérrez et al., 2024) and LinearRAG (Zhuang et al., 2025), without a model:
//! entities pull in proportion to df^-0.5, a seed entity starts with idf x df^-0.5, a seed chunk
//! with a power of its BM25 (and cosine) over the best. Five things are added. From an entity the
//! walk goes rather to the chunks of documents *about* it, and to those near the question's vector.
//! Where the question asks for a stated relation of what it names, who or what that ties to it starts too.
//! A name that is mostly a plain word in these documents starts less, the words more. Words of
//! the question that follow each other count more where they stand together (sequential dependence:
//! [`crate::rank::lexical`]). And what the words and the vector find best of all stands on its own merit,
//! wherever the walk went. A question that names nothing known starts from chunks alone.
//! Cost: rounds x mentions of the view, once forwards and once backwards for each eight hits.

mod reasons;
pub(super) mod start;
mod ties;

use super::hybrid::Fused;
use super::{Options, Strategy, hits};
use crate::rank::bipartite::Bipartite;
use crate::rank::fuse::{cosine, largest, normalised};
use crate::rank::lexical::Lexical;
use crate::rank::pagerank::{self, Scores};
use crate::view::{Evidence, Needs, Note, Question, Related, Thing, View, ViewEntity, Why};
use reasons::Reasons;

/// What a chunk's own merit must come to, to be added at all: less changes no order.
const LEAST: f64 = 1e-6;

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
            pairs: if options.proximity > 0.0 { options.paired } else { 0 },
            dense: if question.vector.is_some() { options.seeds } else { 0 },
            hops: options.hops,
            spread: options.spread,
            cap: options.cap,
            cosines: true,
            subjects: options.subject > 0.0,
            relations: if options.ties > 0.0 { Related::Named } else { Related::Nobody },
            ..hits::needs(options)
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let walk = pagerank::Walk { damping: options.damping, rounds: options.rounds };
        let graph = graph(view, options);
        let words = hits::lexical(question, view, options).with_pairs(options.proximity);
        let direct = Direct::new(words, view, options);
        let (mut reset, tied) = start::reset(question, view, &direct.fused.words, options);
        let mut walked = graph.walk(&reset, walk);
        if options.again > 0.0 {
            reset = start::again(view, &reset, &walked, options);
            walked = graph.walk(&reset, walk);
        }
        let mut factors: Vec<f64> =
            view.chunks.iter().map(|chunk| (options.gate * cosine(chunk.cosine)).exp()).collect();
        let top = largest(walked.chunks.iter().zip(&factors).map(|(score, factor)| score * factor));
        factors.iter_mut().for_each(|factor| *factor = normalised(*factor, top));
        let score = |(at, (walked, factor)): (usize, (&f64, &f64))| walked * factor + direct.merit(at);
        let scores: Vec<f64> = walked.chunks.iter().zip(&factors).enumerate().map(score).collect();
        let best = hits::best(view, &scores, options.limit);
        let backs = graph.walk_back(&best, walk);
        let reasons = Reasons::new(view, &graph, &reset, &tied);
        let explain = |(at, back): (&u32, &Scores)| {
            let place = *at as usize;
            (*at, reasons.why(*at, back, factors[place], direct.why(place)))
        };
        let mut evidence = hits::evidence(self.name(), view, best.iter().zip(&backs).map(explain).collect());
        let start = |at: u32| (at, reset.entities[at as usize]);
        evidence.things = Thing::starts(view, "start", hits::named(view).into_iter().map(start));
        if !reset.entities.iter().any(|share| *share > 0.0) {
            evidence.notes.push(Note::NoNames);
        }
        evidence
    }
}

/// The graph of a view. An entity in many chunks says little of each: its pull is df^-0.5. A chunk near the
/// question pulls more.
fn graph(view: &View, options: &Options) -> Bipartite {
    let entities: Vec<f64> = view.entities.iter().map(|entity| pull(entity, options)).collect();
    let enter = if options.enter.is_finite() { options.enter } else { 0.0 };
    let chunks: Vec<f64> = view.chunks.iter().map(|chunk| (enter * cosine(chunk.cosine)).exp()).collect();
    Bipartite::new(&entities, &chunks, view.mentions.iter().map(|m| (m.entity, m.chunk)))
        .heavier(view.subjects.iter().map(|m| (m.entity, m.chunk)), options.subject)
}

fn pull(entity: &ViewEntity, options: &Options) -> f64 {
    let rarity = if options.rarity.is_finite() { options.rarity.clamp(0.0, 10.0) } else { 0.5 };
    (entity.chunks.max(1) as f64).powf(-rarity)
}

/// What chunks are worth by the question's words and vector alone.
struct Direct<'a> {
    fused: Fused<'a>,
    merits: Vec<f64>,
}

impl<'a> Direct<'a> {
    fn new(words: Lexical<'a>, view: &'a View, options: &Options) -> Self {
        let fused = Fused::new(words, view, options);
        let mut merits: Vec<f64> =
            (0..view.chunks.len()).map(|at| fused.why(at).map_or(0.0, |why| why.value)).collect();
        let best = largest(merits.iter().copied());
        for merit in &mut merits {
            let value = options.direct * normalised(*merit, best).powf(options.direct_power.max(0.0));
            *merit = if *merit > 0.0 && value > LEAST { value } else { 0.0 };
        }
        Self { fused, merits }
    }

    fn merit(&self, at: usize) -> f64 {
        self.merits[at]
    }

    fn why(&self, at: usize) -> Option<Why> {
        let why = self.fused.why(at).filter(|_| self.merits[at] > 0.0)?;
        let factor = self.merits[at] / why.value;
        Some(why.scaled(factor))
    }
}
