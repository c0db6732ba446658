//! Chunks of the parts of a question: chunks of its entities, of its relations, and near its vector.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Scored, best_first};
use crate::rank::fuse::cosine;
use crate::view::View;

/// The chunks of owners, each chunk with the first that holds it: of each those first that most owners hold, then the
/// nearest. Owners that are left without one stay.
pub fn by_owner(view: &View, owners: &[(u32, Vec<u32>)]) -> Vec<(u32, Vec<u32>)> {
    let mut held: FxHashMap<u32, u32> = FxHashMap::default();
    owners.iter().flat_map(|(_, chunks)| chunks).for_each(|chunk| *held.entry(*chunk).or_default() += 1);
    let mut taken = FxHashSet::default();
    let own = |(owner, chunks): &(u32, Vec<u32>)| {
        let mut own: Vec<u32> = chunks.iter().copied().filter(|chunk| taken.insert(*chunk)).collect();
        let near = |chunk: u32| nearness(view, chunk);
        own.sort_by(|a, b| held[b].cmp(&held[a]).then(near(*b).total_cmp(&near(*a))).then(a.cmp(b)));
        (*owner, own)
    };
    owners.iter().map(own).collect()
}

/// The chunks of the view that mention an entity.
pub fn mentioning(view: &View, entity: u32) -> impl Iterator<Item = u32> {
    let start = view.mentions.partition_point(|mention| mention.entity < entity);
    let own = view.mentions[start..].iter().take_while(move |mention| mention.entity == entity);
    own.map(|mention| mention.chunk).filter(|chunk| (*chunk as usize) < view.chunks.len())
}

/// The chunks of entities, as (entity, chunk): entity by entity, of each those first that state most of its relations,
/// then the nearest. A chunk belongs to the first entity that it holds.
pub fn of_entities(view: &View, entities: &[u32]) -> Vec<(u32, u32)> {
    let mut taken = FxHashSet::default();
    let mut found = Vec::new();
    let wanted: FxHashSet<u32> = entities.iter().copied().collect();
    let mut stated: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    for said in &view.relations {
        let ends = [Some(said.source), Some(said.target).filter(|target| *target != said.source)];
        for end in ends.into_iter().flatten().filter(|end| wanted.contains(end)) {
            said.chunks.iter().for_each(|chunk| *stated.entry((end, *chunk)).or_default() += 1);
        }
    }
    for entity in entities {
        let stating = |chunk: u32| stated.get(&(*entity, chunk)).copied().unwrap_or_default();
        let mut own: Vec<(usize, f64, u32)> = mentioning(view, *entity)
            .filter(|chunk| taken.insert(*chunk))
            .map(|chunk| (stating(chunk), nearness(view, chunk), chunk))
            .collect();
        own.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        found.extend(own.into_iter().map(|(.., chunk)| (*entity, chunk)));
    }
    found
}

/// The chunks that state relations, as (relation, chunk): relation by relation, of each the nearest first. A chunk
/// belongs to the first relation that it states.
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

/// Cosine of a chunk's vector and the question's, as a relevance.
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
        let owners = [(3, vec![2, 3]), (1, vec![0, 2]), (0, vec![0])];
        assert_eq!(by_owner(&view, &owners), [(3, vec![2, 3]), (1, vec![0]), (0, vec![])], "two hold chunk 2");
        assert_eq!(of_relations(&view, &[1, 0, 1]), [(1, 1), (0, 0)]);
        let near: Vec<u32> = nearest(&view).into_iter().map(|(at, _)| at).collect();
        assert_eq!(near, [3, 2, 1], "a cosine of nothing is not near");
    }
}
