//! `hops`: chunks found by words and vectors as in `hybrid`, merged with the chunks of the question's entities
//! and of their neighbours, whose weight falls with the distance.
//!
//! An entity's part in a chunk h hops away is its share of the question's entities (by idf) over
//! 1 + penalty x h. Cost: the mentions of the view for each entity of the question.

use std::collections::BTreeMap;

use super::hybrid::{Fused, candidates};
use super::{OptionBounds, Options, Parameter, Strategy, WayCard, hits};
use crate::rank::bipartite::Bipartite;
use crate::rank::fuse::{largest, normalised};
use crate::view::{Evidence, Needs, Question, Thing, View, Why};

crate::own_options! {
    /// Options of `hops`.
    pub(super) struct HopsOptions of "hops" {
        hops: usize = 1, OptionBounds::Count(0, 10), "how many times to go from chunks to their entities and on";
        spread: usize = 30, OptionBounds::Count(0, 10_000), "from how many of the best chunks the hops start";
        penalty: f64 = 0.3, OptionBounds::Number(0.0, 1000.0), "a chunk h hops away counts 1 / (1 + penalty x h)";
        share: f64 = 0.5, OptionBounds::Number(0.0, 1.0), "share of the graph against words or vectors, 0 to 1";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hops;

impl Strategy for Hops {
    fn name(&self) -> &'static str {
        "hops"
    }

    fn about(&self) -> &'static str {
        "chunks near the question, merged with those of its entities and their neighbours"
    }

    fn card(&self) -> WayCard {
        WayCard { of: "", steps: &["entities named", "hops", "words and vectors"], ..WayCard::default() }
    }

    fn parameters(&self) -> &'static [Parameter] {
        HopsOptions::PARAMETERS
    }

    fn plan(&self, question: &Question, options: &Options) -> Needs {
        let needs = hits::needs(options);
        let wide = candidates(options);
        let own = HopsOptions::of(options);
        Needs {
            entities: true,
            lexical: needs.lexical.max(wide),
            dense: if question.vector.is_some() { wide } else { 0 },
            hops: own.hops,
            spread: own.spread,
            cap: hits::CAP,
            cosines: true,
            ..needs
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let HopsOptions { hops, penalty, share, .. } = HopsOptions::of(options);
        let named = shares(view, share);
        let mut parts = graph_parts(view, &named, hops, penalty);
        for (at, part) in near_parts(question, view, options, 1.0 - share) {
            parts.entry(at).or_default().push(part);
        }
        let mut evidence = hits::summed(self.name(), view, parts, options.limit);
        evidence.things = Thing::starts(view, "start", named);
        hits::note_missing_vectors(&mut evidence, question);
        evidence
    }
}

/// The best chunks by words and vectors as `hybrid` joins them, each with its part.
fn near_parts(question: &Question, view: &View, options: &Options, share: f64) -> Vec<(u32, Why)> {
    let fused = Fused::new(hits::lexical(question, view, options), view, options);
    let parts: Vec<(u32, Why)> = (0..view.chunks.len())
        .filter_map(|at| Some((at as u32, fused.why(at)?)))
        .filter(|(_, why)| why.value > 0.0)
        .collect();
    let best = largest(parts.iter().map(|(_, why)| why.value));
    parts.into_iter().map(|(at, why)| (at, why.scaled(share * normalised(1.0, best)))).collect()
}

/// The entities that the question names, each with its part of `share` by idf.
fn shares(view: &View, share: f64) -> Vec<(u32, f64)> {
    let idf = |at: u32| view.rarity(&view.entities[at as usize]);
    let named = hits::named(view);
    let total: f64 = named.iter().map(|&at| idf(at)).sum();
    named.into_iter().map(|at| (at, share * idf(at) / total)).collect()
}

/// The parts of the question's entities in the chunks around them.
fn graph_parts(view: &View, named: &[(u32, f64)], hops: usize, penalty: f64) -> BTreeMap<u32, Vec<Why>> {
    let graph = Bipartite::new(
        &vec![1.0; view.entities.len()],
        &vec![1.0; view.chunks.len()],
        view.mentions.iter().map(|mention| (mention.entity, mention.chunk)),
    );
    let mut out: BTreeMap<u32, Vec<Why>> = BTreeMap::new();
    for &(seed, part) in named {
        for (chunk, way) in around(&graph, seed, hops) {
            let penalty = 1.0 + penalty * way.len() as f64;
            let through = way.iter().map(|&at| view.entities[at as usize].name.clone()).collect();
            let reason = hits::entity(view, seed, through);
            out.entry(chunk).or_default().push(Why::leaf(reason, part / penalty));
        }
    }
    out
}

/// The chunks within `hops` of an entity, each with the entities on the way from it.
fn around(graph: &Bipartite, seed: u32, hops: usize) -> BTreeMap<u32, Vec<u32>> {
    let mut found: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut seen = vec![false; graph.size().0];
    seen[seed as usize] = true;
    let mut layer: Vec<(u32, Vec<u32>)> = vec![(seed, Vec::new())];
    for hop in 0..=hops {
        let mut next = Vec::new();
        for (entity, way) in layer {
            for &chunk in graph.chunks_of(entity) {
                if found.contains_key(&chunk) {
                    continue;
                }
                found.insert(chunk, way.clone());
                let fresh =
                    graph.bridges_of(chunk).filter(|&e| hop < hops && !std::mem::replace(&mut seen[e as usize], true));
                next.extend(fresh.map(|e| (e, way.iter().copied().chain([e]).collect::<Vec<u32>>())));
            }
        }
        layer = next;
    }
    found
}
