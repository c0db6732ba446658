//! The names on the way: the likeliest shortest path from a seed to a chunk that a walk scored.
//!
//! A breadth-first search from the chunk, layer by layer (its entities, their chunks, and so on),
//! keeps for each vertex the step that most probably leads towards the chunk. Cost: at most the
//! mentions of the view for each chunk explained; it ends as soon as all seeds asked for are found.

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
    let places = Places { entities: graph.size().0 as u32 };
    let goal = places.of(Vertex::Chunk(chunk));
    let seeds: Vec<u32> = seeds.iter().map(|seed| places.of(*seed)).collect();
    let towards = search(graph, places, goal, &seeds);
    seeds.iter().map(|seed| names_between(&towards, places, goal, *seed)).collect()
}

/// Entities and chunks in one row of places, entities first.
#[derive(Clone, Copy)]
struct Places {
    entities: u32,
}

impl Places {
    fn of(self, vertex: Vertex) -> u32 {
        match vertex {
            Vertex::Entity(entity) => entity,
            Vertex::Chunk(chunk) => self.entities + chunk,
        }
    }

    /// Hands the neighbours of a place to `take`, each with the probability of the step from it.
    fn each_neighbour(self, graph: &Bipartite, place: u32, mut take: impl FnMut(u32, f64)) {
        if let Some(chunk) = place.checked_sub(self.entities) {
            for &entity in graph.entities_of(chunk) {
                take(entity, graph.to_chunk(entity, chunk));
            }
        } else {
            for &chunk in graph.chunks_of(place) {
                take(self.entities + chunk, graph.to_entity(chunk, place));
            }
        }
    }
}

/// No place.
const NONE: u32 = u32::MAX;

/// Which place comes next on the way to `goal`, by place.
fn search(graph: &Bipartite, places: Places, goal: u32, seeds: &[u32]) -> Vec<u32> {
    let (entities, chunks) = graph.size();
    let mut towards = vec![NONE; entities + chunks];
    let mut chances = vec![0.0f64; entities + chunks];
    // In which layer each place was reached; the goal in the first, what is not reached in none.
    let mut layers = vec![0usize; entities + chunks];
    let mut layer = vec![goal];
    (chances[goal as usize], layers[goal as usize]) = (1.0, 1);
    for depth in 2..FARTHEST + 2 {
        if seeds.iter().all(|seed| layers[*seed as usize] > 0) {
            break;
        }
        let mut reached: Vec<u32> = Vec::new();
        for &place in &layer {
            places.each_neighbour(graph, place, |before, step| {
                let (before, chance) = (before as usize, chances[place as usize] * step);
                if layers[before] == 0 {
                    reached.push(before as u32);
                    layers[before] = depth;
                } else if layers[before] != depth
                    || chance < chances[before]
                    || (chance == chances[before] && place > towards[before])
                {
                    return;
                }
                (towards[before], chances[before]) = (place, chance);
            });
        }
        reached.sort_unstable();
        layer = reached;
    }
    towards
}

fn names_between(towards: &[u32], places: Places, goal: u32, seed: u32) -> Option<Vec<u32>> {
    let mut at = seed;
    let mut names = Vec::new();
    while at != goal {
        at = towards[at as usize];
        if at == NONE {
            return None;
        }
        if at < places.entities {
            names.push(at);
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
