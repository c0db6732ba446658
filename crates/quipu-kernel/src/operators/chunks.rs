//! Chunks of what a question found: of its entities, of its relations, near its vector.

use rustc_hash::FxHashSet;

use super::{Scored, best_first};
use crate::rank::fuse::cosine;
use crate::view::{View, ViewRelation};

/// The chunks of entities, as (entity, chunk): entity by entity, of each those first that state most of its relations, then
/// the nearest. A chunk belongs to the first entity that it holds.
pub fn of_entities(view: &View, entities: &[u32]) -> Vec<(u32, u32)> {
    let mut taken = FxHashSet::default();
    let mut found = Vec::new();
    for entity in entities {
        let start = view.mentions.partition_point(|mention| mention.entity < *entity);
        let own = view.mentions[start..].iter().take_while(|mention| mention.entity == *entity);
        let of = |at: &&ViewRelation| at.source == *entity || at.target == *entity;
        let stated: Vec<&ViewRelation> = view.relations.iter().filter(of).collect();
        let stating = |chunk: u32| stated.iter().filter(|said| said.chunks.binary_search(&chunk).is_ok()).count();
        let mut own: Vec<(usize, f64, u32)> = own
            .filter(|mention| (mention.chunk as usize) < view.chunks.len() && taken.insert(mention.chunk))
            .map(|mention| (stating(mention.chunk), nearness(view, mention.chunk), mention.chunk))
            .collect();
        own.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        found.extend(own.into_iter().map(|(.., chunk)| (*entity, chunk)));
    }
    found
}

/// The chunks that state relations, as (relation, chunk): relation by relation, of each the nearest first. A chunk belongs to
/// the first relation that it states.
pub fn of_relations(view: &View, relations: &[u32]) -> Vec<(u32, u32)> {
    let mut taken = FxHashSet::default();
    let mut found = Vec::new();
    for at in relations {
        let Some(relation) = view.relations.get(*at as usize) else { continue };
        let new =
            relation.chunks.iter().filter(|chunk| (**chunk as usize) < view.chunks.len() && taken.insert(**chunk));
        let own = best_first(new.map(|chunk| (*chunk, nearness(view, *chunk))));
        found.extend(own.into_iter().map(|(chunk, _)| (*at, chunk)));
    }
    found
}

/// The chunks whose vectors lie nearest to the question's.
pub fn nearest(view: &View) -> Vec<Scored> {
    best_first((0..view.chunks.len() as u32).map(|at| (at, nearness(view, at))).filter(|(_, near)| *near > 0.0))
}

/// How near a chunk's vector lies.
pub fn nearness(view: &View, chunk: u32) -> f64 {
    cosine(view.chunks.get(chunk as usize).and_then(|chunk| chunk.cosine))
}

#[cfg(test)]
mod tests {
    use super::super::toys::row;
    use super::*;

    #[test]
    fn chunks_go_to_what_was_found_first() {
        let view = row();
        assert_eq!(of_entities(&view, &[3, 1]), [(3, 2), (3, 3), (1, 1), (1, 0)]);
        assert_eq!(of_relations(&view, &[1, 0, 1]), [(1, 1), (0, 0)]);
        let near: Vec<u32> = nearest(&view).into_iter().map(|(at, _)| at).collect();
        assert_eq!(near, [3, 2, 1], "a cosine of nothing is not near");
    }
}
