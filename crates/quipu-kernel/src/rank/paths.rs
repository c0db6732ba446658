//! The names on the way: the likeliest shortest path from a seed to a chunk that a walk scored.
//!
//! A breadth-first search from the chunk, layer by layer (its entities, their chunks, and so on),
//! keeps for each vertex the step that most probably leads towards the chunk. Cost: at most the
//! mentions of the view for each chunk explained; it ends as soon as all seeds asked for are found.

use rustc_hash::FxHashMap;

use super::pagerank::Bipartite;

/// A vertex of the graph of entities and chunks, by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vertex {
    /// An entity.
    Entity(u32),
    /// A chunk.
    Chunk(u32),
}

/// How many steps away a seed is still looked for.
const FARTHEST: usize = 6;

/// For each of `seeds` the entities on the way from it to `chunk`, without the seed itself; none
/// when the seed is too far away or not connected.
pub fn through(graph: &Bipartite, chunk: u32, seeds: &[Vertex]) -> Vec<Option<Vec<u32>>> {
    let towards = search(graph, chunk, seeds);
    seeds.iter().map(|seed| names_between(&towards, chunk, *seed)).collect()
}

/// Which vertex comes next on the way to the chunk.
type Towards = FxHashMap<Vertex, Vertex>;

fn search(graph: &Bipartite, chunk: u32, seeds: &[Vertex]) -> Towards {
    let goal = Vertex::Chunk(chunk);
    let mut towards = Towards::default();
    let mut layer: Vec<(Vertex, f64)> = vec![(goal, 1.0)];
    for _ in 0..FARTHEST {
        let missing = |seed: &&Vertex| **seed != goal && !towards.contains_key(*seed);
        if seeds.iter().find(missing).is_none() {
            break;
        }
        let mut reached: FxHashMap<Vertex, (f64, Vertex)> = FxHashMap::default();
        for &(vertex, chance) in &layer {
            for (before, step) in neighbours(graph, vertex) {
                if before == goal || towards.contains_key(&before) {
                    continue;
                }
                let offer = (chance * step, vertex);
                let best = reached.entry(before).or_insert(offer);
                if offer.0 > best.0 || (offer.0 == best.0 && offer.1 < best.1) {
                    *best = offer;
                }
            }
        }
        layer = reached.iter().map(|(vertex, (chance, _))| (*vertex, *chance)).collect();
        layer.sort_unstable_by_key(|(vertex, _)| *vertex);
        towards.extend(reached.into_iter().map(|(vertex, (_, next))| (vertex, next)));
    }
    towards
}

/// The neighbours of a vertex, each with the probability of the step from it to the vertex.
fn neighbours(graph: &Bipartite, vertex: Vertex) -> Vec<(Vertex, f64)> {
    match vertex {
        Vertex::Chunk(chunk) => {
            graph.entities_of(chunk).iter().map(|&e| (Vertex::Entity(e), graph.to_chunk(e, chunk))).collect()
        }
        Vertex::Entity(entity) => {
            graph.chunks_of(entity).iter().map(|&c| (Vertex::Chunk(c), graph.to_entity(c, entity))).collect()
        }
    }
}

fn names_between(towards: &Towards, chunk: u32, seed: Vertex) -> Option<Vec<u32>> {
    let goal = Vertex::Chunk(chunk);
    let mut at = seed;
    let mut names = Vec::new();
    while at != goal {
        at = *towards.get(&at)?;
        if let Vertex::Entity(entity) = at {
            names.push(entity);
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entities 0 and 1 share chunk 0; 1 and 2 share chunk 1; 2 alone has chunk 2; 3 has nothing.
    fn chain() -> Bipartite {
        Bipartite::new(&[1.0; 4], &[1.0; 3], [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)])
    }

    #[test]
    fn names_lie_between_seed_and_chunk() {
        let seeds = [Vertex::Entity(0), Vertex::Entity(2), Vertex::Chunk(0), Vertex::Chunk(2), Vertex::Entity(3)];
        let found = through(&chain(), 2, &seeds);
        assert_eq!(found, [Some(vec![1, 2]), Some(vec![]), Some(vec![1, 2]), Some(vec![]), None]);
    }

    #[test]
    fn the_likelier_of_two_ways_is_named() {
        // From entity 0 to chunk 2 over entity 1 (strong) or entity 2 (weak).
        let graph = Bipartite::new(&[1.0, 5.0, 0.1], &[1.0; 2], [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1)]);
        assert_eq!(through(&graph, 1, &[Vertex::Entity(0)]), [Some(vec![1])]);
    }
}
