//! The names on the way: the most probable path of a walk from a seed to a chunk that it scored.
//!
//! A walk back from the chunk gives each vertex the probability that a walk from there arrives. So the path goes, step
//! by step, to the neighbour with the largest (probability of the step) x (its contribution to the chunk), never to the
//! same vertex twice, and ends where the chunk is a neighbour. Cost: the neighbours of the vertices on the way.

use super::bipartite::Bipartite;
use super::pagerank::Scores;

/// A vertex of the graph of entities and chunks, by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vertex {
    /// An entity.
    Entity(u32),
    /// A chunk.
    Chunk(u32),
}

/// Maximal number of steps of a path.
const FARTHEST: usize = 6;

/// The entities on the way from `seed` to `chunk`, without the seed itself; `back` is the walk back
/// from the chunk. None when it is farther than six steps, or not connected.
pub fn through(graph: &Bipartite, chunk: u32, back: &Scores, seed: Vertex) -> Option<Vec<u32>> {
    let mut seen = vec![seed];
    let mut names = Vec::new();
    let mut at = seed;
    for _ in 0..FARTHEST {
        at = match at {
            Vertex::Chunk(here) if here == chunk => return Some(names),
            Vertex::Chunk(here) => next_entity(graph, here, back, &seen)?,
            Vertex::Entity(here) if graph.chunks_of(here).binary_search(&chunk).is_ok() => return Some(names),
            Vertex::Entity(here) => next_chunk(graph, here, back, &seen)?,
        };
        seen.push(at);
        if let Vertex::Entity(entity) = at {
            names.push(entity);
        }
    }
    None
}

fn next_entity(graph: &Bipartite, chunk: u32, back: &Scores, seen: &[Vertex]) -> Option<Vertex> {
    let chance = |entity: u32| (graph.to_entity(chunk, entity) * back.entities[entity as usize], entity);
    likeliest(graph.bridges_of(chunk).map(chance).filter(|(_, e)| !seen.contains(&Vertex::Entity(*e))))
        .map(Vertex::Entity)
}

fn next_chunk(graph: &Bipartite, entity: u32, back: &Scores, seen: &[Vertex]) -> Option<Vertex> {
    let chance = |&chunk: &u32| (graph.to_chunk(entity, chunk) * back.chunks[chunk as usize], chunk);
    likeliest(graph.chunks_of(entity).iter().map(chance).filter(|(_, c)| !seen.contains(&Vertex::Chunk(*c))))
        .map(Vertex::Chunk)
}

/// The first of the largest; none where nothing is above zero.
fn likeliest(chances: impl Iterator<Item = (f64, u32)>) -> Option<u32> {
    let mut best = (0.0, None);
    for (chance, at) in chances {
        if chance > best.0 {
            best = (chance, Some(at));
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reach::Walk;
    use super::*;

    fn found(graph: &Bipartite, chunk: u32, seed: Vertex) -> Option<Vec<u32>> {
        let back = graph.walk_back(&[chunk], Walk { damping: 0.85, rounds: 15 });
        through(graph, chunk, &back[0], seed)
    }

    #[test]
    fn names_lie_between_seed_and_chunk() {
        // Entities 0 and 1 share chunk 0; 1 and 2 share chunk 1; 2 alone has chunk 2; 3 has nothing.
        let chain = Bipartite::new(&[1.0; 4], &[1.0; 3], [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]);
        assert_eq!(found(&chain, 2, Vertex::Entity(0)), Some(vec![1, 2]));
        assert_eq!(found(&chain, 2, Vertex::Entity(2)), Some(vec![]));
        assert_eq!(found(&chain, 2, Vertex::Chunk(0)), Some(vec![1, 2]));
        assert_eq!(found(&chain, 2, Vertex::Chunk(2)), Some(vec![]));
        assert_eq!(found(&chain, 2, Vertex::Entity(3)), None);
    }

    #[test]
    fn the_likelier_of_two_ways_is_named() {
        // From entity 0 to chunk 1 over entity 1 (strong) or entity 2 (weak).
        let graph = Bipartite::new(&[1.0, 5.0, 0.1], &[1.0; 2], [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1)]);
        assert_eq!(found(&graph, 1, Vertex::Entity(0)), Some(vec![1]));
    }

    #[test]
    fn a_likely_step_that_leads_nowhere_is_not_taken() {
        // From chunk 0 mostly to entity 1, but only entity 2 is in chunk 1.
        let graph = Bipartite::new(&[1.0, 5.0, 1.0], &[1.0; 3], [(0, 0), (1, 0), (1, 2), (2, 0), (2, 1)]);
        assert_eq!(found(&graph, 1, Vertex::Entity(0)), Some(vec![2]));
        // From entity 0 mostly to chunk 2, but only chunk 0 holds entity 1, which is in chunk 1.
        let graph = Bipartite::new(&[1.0; 3], &[1.0, 1.0, 10.0], [(0, 0), (0, 2), (1, 0), (1, 1), (2, 2)]);
        assert_eq!(found(&graph, 1, Vertex::Entity(0)), Some(vec![1]));
        // An entity of the chunk itself is there already, however weak the chunk.
        let graph = Bipartite::new(&[1.0; 2], &[0.001, 100.0], [(0, 0), (0, 1), (1, 0), (1, 1)]);
        assert_eq!(found(&graph, 0, Vertex::Entity(0)), Some(vec![]));
        assert_eq!(likeliest([(0.5, 3), (0.5, 1), (0.2, 0)].into_iter()), Some(3));
        assert_eq!(likeliest([(0.0, 3)].into_iter()), None);
    }

    proptest! {
        #[test]
        fn each_step_of_a_way_is_there(pairs in prop::collection::vec((0u32..8, 0u32..8), 1..30), chunk in 0u32..8, seed in 0u32..8) {
            let graph = Bipartite::new(&[1.0; 8], &[1.0; 8], pairs);
            let Some(names) = found(&graph, chunk, Vertex::Entity(seed)) else { return Ok(()) };
            let way: Vec<u32> = [seed].into_iter().chain(names).collect();
            for two in way.windows(2) {
                let shared = |chunk: &u32| graph.chunks_of(two[1]).contains(chunk);
                prop_assert!(graph.chunks_of(two[0]).iter().any(shared));
            }
            prop_assert!(way.last().is_some_and(|last| graph.chunks_of(*last).contains(&chunk)));
        }
    }
}
