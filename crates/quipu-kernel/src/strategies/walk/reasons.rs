//! Reasons of a chunk's score: one part for each seed of the walk, with the names on the way, and one for
//! the words and the vector.

use super::ties::Tied;
use crate::rank::bipartite::Bipartite;
use crate::rank::pagerank::Scores;
use crate::rank::paths::{Vertex, through};
use crate::view::{Reason, View, Why};

/// Maximal number of seeds shown one by one in the reason of a hit; the others are summed up.
const SHOWN: usize = 6;

/// Explains hits of one walk.
pub(super) struct Reasons<'a> {
    view: &'a View,
    graph: &'a Bipartite,
    /// Starts of the walk, each with its amount.
    seeds: Vec<(Vertex, f64)>,
    /// Entities that relations tie to those of the question.
    tied: &'a [Tied],
}

impl<'a> Reasons<'a> {
    /// Explains a walk that started from `reset`, on the question's entities and on those tied to them.
    pub(super) fn new(view: &'a View, graph: &'a Bipartite, reset: &Scores, tied: &'a [Tied]) -> Self {
        let entities = reset.entities.iter().zip(0..).map(|(share, at)| (Vertex::Entity(at), *share));
        let chunks = reset.chunks.iter().zip(0..).map(|(share, at)| (Vertex::Chunk(at), *share));
        Self { view, graph, seeds: entities.chain(chunks).filter(|(_, share)| *share > 0.0).collect(), tied }
    }

    /// The reason of a chunk's score: one part for each seed, greatest first, and `direct`.
    pub(super) fn why(&self, at: u32, back: &Scores, factor: f64, direct: Option<Why>) -> Why {
        let mut seeds = self.added(back);
        seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let leaf = |(place, (seed, value)): (usize, &(Vertex, f64))| {
            // The others stand together, by name alone.
            let way = if place <= SHOWN { through(self.graph, at, back, *seed) } else { None };
            Why::leaf(self.reason(*seed, way.unwrap_or_default()), value * factor)
        };
        let mut parts: Vec<Why> = seeds.iter().enumerate().map(leaf).collect();
        if parts.len() > SHOWN + 1 {
            let rest = parts.split_off(SHOWN);
            parts.push(Why::sum("other seeds", rest));
        }
        parts.extend(direct);
        Why::sum("walk", parts)
    }

    /// The seeds that added something, with their parts.
    fn added(&self, back: &Scores) -> Vec<(Vertex, f64)> {
        let added = |(seed, share): &(Vertex, f64)| {
            let back = match seed {
                Vertex::Entity(at) => back.entities[*at as usize],
                Vertex::Chunk(at) => back.chunks[*at as usize],
            };
            (*seed, share * back)
        };
        self.seeds.iter().map(added).filter(|(_, value)| *value > 0.0).collect()
    }

    fn reason(&self, seed: Vertex, way: Vec<u32>) -> Reason {
        let through = way.into_iter().map(|at| self.view.entities[at as usize].name.clone()).collect();
        match seed {
            Vertex::Entity(at) => {
                let entity = &self.view.entities[at as usize];
                let (key, name) = (entity.key, entity.name.clone());
                let Some(tied) = self.tied.iter().find(|tied| tied.entity == at) else {
                    return Reason::Entity { entity: key, name, through };
                };
                let relation = &self.view.relations[tied.relation as usize];
                let [source, target] =
                    [relation.source, relation.target].map(|end| self.view.entities[end as usize].name.clone());
                Reason::Relation { entity: key, name, source, predicate: relation.predicate.clone(), target, through }
            }
            Vertex::Chunk(at) => Reason::Passage { chunk: self.view.chunks[at as usize].key, through },
        }
    }
}
