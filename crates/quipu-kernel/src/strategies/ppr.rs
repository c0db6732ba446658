//! `ppr`: personalised PageRank from the statements that lie nearest to the question, as in HippoRAG 2 (Gutiérrez et
//! al., 2025, arXiv 2502.14802).
//!
//! The statements nearest to the question are its facts; their ends start, each with the mean of its facts' nearness
//! over the number of its chunks, and every chunk starts with a small part of its own nearness. The walk goes over an
//! undirected graph: between the ends of a statement, as heavy as it is stated, and between a chunk and each entity in
//! it, of weight one. Where no statement is near, it ranks as `dense` does. What HippoRAG ties by an edge of synonymy
//! is one entity here, joined when read. Only the question's part of the graph is walked, not all of it. Cost: no call;
//! a walk for each of at most six starts.

use super::{ModelAsk, OptionBounds, Options, Parameter, Strategy, WayCard, dense, hits};
use crate::operators::pagerank::WeightedGraph;
use crate::operators::{Scored, best_first, chunks, relations};
use crate::rank::fuse::normalised;
use crate::view::{Evidence, Needs, Question, Reason, Related, Thing, View, Why};

/// Maximal number of phrases that stand as starts.
const PHRASES: usize = 5;

crate::own_options! {
    /// Options of `ppr`.
    pub(super) struct PprOptions of "ppr" {
        facts: usize = 5, OptionBounds::Count(1, 1000), "how many of the statements nearest to the question it starts from";
        passages: usize = 200, OptionBounds::Count(0, 100_000), "how many of the chunks nearest to the question start, too";
        passage_weight: f64 = 0.05, OptionBounds::Number(0.0, 100.0), "how much a chunk starts with, of its nearness over the best";
        damping: f64 = 0.5, OptionBounds::Number(0.0, 0.99), "probability of following an edge";
        hops: usize = 1, OptionBounds::Count(0, 5), "how many times the view goes from chunks to their entities and on";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ppr;

impl Strategy for Ppr {
    fn name(&self) -> &'static str {
        "ppr"
    }

    fn about(&self) -> &'static str {
        "from the statements nearest to the question over entities and chunks (HippoRAG 2)"
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "HippoRAG 2, arXiv 2502.14802",
            steps: &["relations near", "entities of relations", "chunks near", "PageRank", "best chunks"],
            asks: &[ModelAsk::Facts],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        PprOptions::PARAMETERS
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        let own = PprOptions::of(options);
        Needs {
            lexical: 0,
            dense: own.passages.max(options.limit),
            entities: true,
            near_relations: own.facts,
            hops: own.hops,
            spread: hits::CAP,
            cap: hits::CAP,
            cosines: true,
            relations: Related::Everyone,
            ..hits::needs(options)
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let own = PprOptions::of(options);
        let facts: Vec<Scored> = relations::near(question, view).into_iter().take(own.facts).collect();
        let near = chunks::nearest(view);
        if facts.is_empty() {
            return dense::nearest_instead(self.name(), question, view, options);
        }
        let graph = graph(view);
        let (size, best_near) = (view.entities.len() + view.chunks.len(), near.first().map_or(1.0, |(_, near)| *near));
        let mut starts: Vec<(Option<u32>, Vec<f64>)> = Vec::new();
        let phrases = phrases(view, &facts);
        for (entity, share) in &phrases {
            let mut reset = vec![0.0; size];
            reset[*entity as usize] = *share;
            starts.push((Some(*entity), reset));
        }
        let mut reset = vec![0.0; size];
        for (chunk, near) in near.iter().take(own.passages) {
            reset[view.entities.len() + *chunk as usize] = own.passage_weight * near / best_near;
        }
        starts.push((None, reset));
        let walks: Vec<(Option<u32>, Vec<f64>)> =
            starts.into_iter().map(|(start, reset)| (start, graph.walk(&reset, own.damping))).collect();
        let part = |walk: &[f64], at: u32| walk[view.entities.len() + at as usize];
        let score = |at: u32| walks.iter().map(|(_, walk)| part(walk, at)).sum::<f64>();
        let scores: Vec<f64> = (0..view.chunks.len() as u32).map(score).collect();
        let why = |at: u32| {
            let leaf = |(start, walk): &(Option<u32>, Vec<f64>)| Why::leaf(reason(view, *start, at), part(walk, at));
            let parts = walks.iter().map(leaf).filter(|why| why.value > 0.0).collect();
            (at, Why::sum("ppr", parts))
        };
        let best = hits::best(view, &scores, options.limit).into_iter().map(why).collect();
        let mut evidence = hits::evidence(self.name(), view, best);
        evidence.things = Thing::starts(view, "start", phrases);
        evidence.things.extend(Thing::stated(view, "near", facts));
        evidence
    }
}

/// The reason why a start led to a chunk.
fn reason(view: &View, start: Option<u32>, chunk: u32) -> Reason {
    match start {
        Some(at) => hits::near(view, at),
        None => Reason::Passage { chunk: view.chunks[chunk as usize].key, through: Vec::new() },
    }
}

/// The ends of the facts, each with the mean over its facts of nearness / the number of its chunks; the best few.
fn phrases(view: &View, facts: &[Scored]) -> Vec<Scored> {
    let best = facts.first().map_or(1.0, |(_, near)| *near);
    let mut sums: std::collections::BTreeMap<u32, (f64, u32)> = std::collections::BTreeMap::new();
    for (fact, near) in facts {
        let relation = &view.relations[*fact as usize];
        for end in [relation.source, relation.target] {
            let Some(entity) = view.entities.get(end as usize) else { continue };
            let sum = sums.entry(end).or_default();
            sum.0 += normalised(near.max(0.0), best) / entity.chunks.max(1) as f64;
            sum.1 += 1;
        }
    }
    let mean = |(at, (sum, count)): (u32, (f64, u32))| (at, sum / f64::from(count));
    best_first(sums.into_iter().map(mean)).into_iter().filter(|(_, share)| *share > 0.0).take(PHRASES).collect()
}

/// Entities, then chunks: edges between the ends of statements, and between a chunk and its entities.
fn graph(view: &View) -> WeightedGraph {
    let chunk = |at: u32| view.entities.len() as u32 + at;
    let stated = view.relations.iter().map(|said| (said.source, said.target, f64::from(said.weight.max(1.0))));
    let held = view.mentions.iter().map(|held| (held.entity, chunk(held.chunk), 1.0));
    let stated = stated.filter(|(a, b, _)| (*a as usize) < view.entities.len() && (*b as usize) < view.entities.len());
    WeightedGraph::new(view.entities.len() + view.chunks.len(), stated.chain(held))
}
