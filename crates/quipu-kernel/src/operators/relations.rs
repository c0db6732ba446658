//! Relations of a question: those whose texts lie near it, and those of entities.

use rustc_hash::FxHashSet;

use super::{Scored, best_first, entities};
use crate::view::{Question, ThingKind, View};

/// Relations whose own texts lie nearest to the question, as it was given them.
pub fn near(question: &Question, view: &View) -> Vec<Scored> {
    let relations = question.near.iter().filter(|thing| thing.kind == ThingKind::Relation);
    let place = |key| view.relations.binary_search_by_key(&key, |relation| relation.key).ok();
    best_first(relations.filter_map(|thing| Some((place(thing.key)? as u32, thing.score))))
}

/// Relations with an end among `entities`, by the number of relations of the view of both ends together and by weight;
/// where `within` goes first, those with both ends there before all others.
pub fn of(view: &View, entities: &[u32], within: bool) -> Vec<u32> {
    let degrees = entities::degrees(view);
    let degree = |at: u32| degrees.get(at as usize).copied().unwrap_or_default();
    let entities: FxHashSet<u32> = entities.iter().copied().collect();
    let mut found: Vec<(bool, u32, f32, u32)> = Vec::new();
    for (at, relation) in (0..).zip(&view.relations) {
        let ends = [relation.source, relation.target].map(|end| entities.contains(&end));
        if ends != [false, false] {
            let weight = if relation.weight.is_finite() { relation.weight } else { 0.0 };
            found.push((within && ends == [true, true], degree(relation.source) + degree(relation.target), weight, at));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then(b.2.total_cmp(&a.2)).then(a.3.cmp(&b.3)));
    found.into_iter().map(|(.., at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::super::toys::row;
    use super::*;

    #[test]
    fn relations_within_go_before_those_that_lead_out() {
        let view = row();
        assert_eq!(of(&view, &[0, 1], true), [0, 1], "knows is within, wrote leads out");
        assert_eq!(of(&view, &[0, 1], false), [1, 0], "the ends of wrote have more relations");
        assert_eq!(of(&view, &[2], true), [1, 2]);
        assert!(of(&view, &[], true).is_empty());
    }
}
