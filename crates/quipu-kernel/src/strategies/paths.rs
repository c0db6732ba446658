//! `paths`: from entry points along stated relations to a depth, and the shortest paths between the entities of the
//! question, as in VectorCypher retrieval (neo4j-graphrag).
//!
//! Entry points are the entities that the question names, and those whose texts lie above a bound. From each the
//! relations are followed breadth first, by predicate and direction where that is set; farther ones count less. The
//! relations on a shortest path between two named entities count as much as the names. A chunk's score is the sum of
//! the relations that it states, and a part of its nearness. Cost: no call; the relations of the view once.

use std::collections::BTreeMap;

use super::{OptionBounds, Options, Parameter, Strategy, WayCard, hits};
use crate::operators::expand::{Direction, Following, Predicates, between, expand};
use crate::operators::{Scored, best_first, chunks, entities};
use crate::view::{Evidence, Needs, Note, Question, Reason, Thing, View, Why};

crate::own_options! {
    /// Options of `paths`.
    pub(super) struct PathsOptions of "paths" {
        entries: usize = 5, OptionBounds::Count(0, 1000), "how many entities whose texts lie nearest to the question it enters by";
        above: f64 = 0.7, OptionBounds::Number(-1.0, 1.0), "the least nearness of such an entity, as a cosine above the model's background";
        depth: usize = 2, OptionBounds::Count(0, 6), "how many relations it follows from there";
        predicates: Predicates = Predicates::default(), OptionBounds::Text, "the predicates that it follows, with commas between; none for all";
        direction: Direction = Direction::Both, OptionBounds::Text, "whether relations are followed from `both` ends, `out` from their source or `in` from their target";
        near: f64 = 0.3, OptionBounds::Number(0.0, 10.0), "what a chunk's nearness counts beside the relations that it states";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paths;

impl Strategy for Paths {
    fn name(&self) -> &'static str {
        "paths"
    }

    fn about(&self) -> &'static str {
        "from entry points along stated relations, and the ways between what is named (VectorCypher)"
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "VectorCypher retrieval of neo4j-graphrag",
            steps: &[
                "entities named",
                "entities near",
                "expand",
                "shortest ways",
                "chunks of relations",
                "chunks of entities",
            ],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        PathsOptions::PARAMETERS
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        let own = PathsOptions::of(options);
        Needs {
            lexical: 0,
            dense: options.limit,
            entities: true,
            near_entities: own.entries,
            follow: own.depth,
            cap: hits::CAP,
            cosines: true,
            ..hits::needs(options)
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let own = PathsOptions::of(options);
        let named = entities::named(question, view);
        let near = entities::near(question, view).into_iter().filter(|(_, near)| *near >= own.above).take(own.entries);
        let starts = best_first(named.iter().copied().chain(near));
        let following = Following { depth: own.depth, direction: own.direction, predicates: own.predicates };
        let relations = worth(view, &starts, &named, &following);
        let mut parts: BTreeMap<u32, Vec<Why>> = BTreeMap::new();
        for (relation, worth) in &relations {
            for chunk in
                view.relations[*relation as usize].chunks.iter().filter(|at| (**at as usize) < view.chunks.len())
            {
                parts.entry(*chunk).or_default().push(Why::leaf(hits::stated(view, *relation), *worth));
            }
        }
        // Without stated relations, the passages of the entry points are the context.
        for (entity, chunk) in chunks::of_entities(view, &starts.iter().map(|(at, _)| *at).collect::<Vec<u32>>()) {
            let worth = starts.iter().find(|(at, _)| *at == entity).map_or(0.0, |(_, worth)| *worth);
            let is_named = named.iter().any(|(at, _)| *at == entity);
            let reason = if is_named { hits::entity(view, entity, Vec::new()) } else { hits::near(view, entity) };
            parts.entry(chunk).or_default().push(Why::leaf(reason, 0.5 * worth));
        }
        for (chunk, parts) in &mut parts {
            let cosine = chunks::nearness(view, *chunk);
            if cosine > 0.0 && own.near > 0.0 {
                parts.push(Why::leaf(Reason::Cosine { cosine }, own.near * cosine));
            }
        }
        let mut evidence = hits::summed(self.name(), view, parts, options.limit);
        evidence.things = Thing::starts(view, "start", starts);
        evidence.things.extend(Thing::stated(view, "way", relations));
        if evidence.things.is_empty() {
            evidence.notes.push(Note::NoEntry);
        }
        evidence
    }
}

/// The relations on the ways from the starts, each with its start's weight over its depth, and those between named
/// entities.
fn worth(view: &View, starts: &[Scored], named: &[Scored], following: &Following) -> Vec<Scored> {
    let reached = expand(view, starts, following);
    let on_way = reached.iter().flat_map(|reached| {
        let depth = |(place, relation): (usize, &u32)| (*relation, reached.start.1 / (place + 1) as f64);
        reached.way.iter().enumerate().map(depth)
    });
    // A relation between two that were met both from elsewhere is on no way, and stated all the same.
    let met: BTreeMap<u32, f64> = reached.iter().map(|one| (one.entity, one.worth())).collect();
    let inside = (0..)
        .zip(&view.relations)
        .filter(|(_, said)| following.follows(&said.predicate))
        .filter_map(|(at, said)| Some((at, met.get(&said.source)?.min(*met.get(&said.target)?))));
    let inside: Vec<Scored> = if following.depth == 0 { Vec::new() } else { inside.collect() };
    let names: Vec<u32> = named.iter().map(|(at, _)| *at).collect();
    let joining = between(view, &names, following.depth + 1);
    best_first(on_way.chain(inside).chain(joining.into_iter().flatten().map(|relation| (relation, 1.0))))
}
