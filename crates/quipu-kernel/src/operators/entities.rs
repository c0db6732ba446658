//! Entities of a question: those that it names, those whose texts lie near it, the ends of relations.

use rustc_hash::FxHashSet;

use super::{Scored, best_first};
use crate::view::{Question, ThingKind, View};

/// Entities that the question names in its own words, each with how rare it is, over the rarest.
pub fn named(question: &Question, view: &View) -> Vec<Scored> {
    let says = |name: u32| question.names.get(name as usize).is_none_or(|name| !name.folded.is_empty());
    let rare = |at: u32| Some((at, view.rarity(view.entities.get(at as usize)?)));
    let found = view.named.iter().filter(|named| says(named.name)).filter_map(|named| rare(named.entity));
    over_best(best_first(found))
}

/// Entities whose own texts lie nearest to the question, as it was given them.
pub fn near(question: &Question, view: &View) -> Vec<Scored> {
    let entities = question.near.iter().filter(|thing| thing.kind == ThingKind::Entity);
    let place = |key| view.entities.binary_search_by_key(&key, |entity| entity.key).ok();
    best_first(entities.filter_map(|thing| Some((place(thing.key)? as u32, thing.score))))
}

/// The ends of relations in the order of these, source before target, each once.
pub fn ends(view: &View, relations: &[u32]) -> Vec<u32> {
    let mut seen = FxHashSet::default();
    let of = relations.iter().filter_map(|at| view.relations.get(*at as usize));
    let ends = of.flat_map(|relation| [relation.source, relation.target]);
    ends.filter(|at| (*at as usize) < view.entities.len() && seen.insert(*at)).collect()
}

/// Number of relations of the view of each entity.
pub fn degrees(view: &View) -> Vec<u32> {
    let mut degrees = vec![0; view.entities.len()];
    for end in view.relations.iter().flat_map(|relation| [relation.source, relation.target]) {
        if let Some(degree) = degrees.get_mut(end as usize) {
            *degree += 1;
        }
    }
    degrees
}

/// Scores over their best; those not above nothing are left out.
pub fn over_best(scored: Vec<Scored>) -> Vec<Scored> {
    let best = scored.first().map_or(0.0, |(_, score)| *score);
    scored.into_iter().filter(|(_, score)| *score > 0.0).map(|(at, score)| (at, score / best)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::toys::{key, row};
    use super::*;
    use crate::view::NearThing;

    #[test]
    fn entities_are_found_by_name_by_nearness_and_by_relation() {
        let view = row();
        let question = Question::new("Ada");
        assert_eq!(named(&question, &view), [(0, 1.0)]);
        let near_c =
            NearThing { kind: ThingKind::Entity, key: key("entity", 2), words: String::new(), ends: None, score: 0.7 };
        let mut places: Vec<_> = view.entities.iter().map(|entity| entity.key).collect();
        places.sort_unstable();
        // A view's entities stand by key.
        let mut view = view;
        view.entities.sort_by_key(|entity| entity.key);
        let found = near(&Question { near: vec![near_c], ..Question::new("Ada") }, &view);
        assert_eq!(found, [(places.binary_search(&key("entity", 2)).unwrap() as u32, 0.7)]);
        let view = row();
        assert_eq!(ends(&view, &[2, 1]), [2, 3, 1], "in the order of the relations");
        assert_eq!(degrees(&view), [1, 2, 2, 1]);
    }
}
