//! Expansion over stated relations: breadth first from entities, by predicate and direction, to a depth; and the
//! shortest paths between entities that the question names.

use std::collections::VecDeque;
use std::fmt::Display;
use std::str::FromStr;

use super::Scored;
use crate::option_kind::{OptionBounds, OptionKind};
use crate::view::View;

/// Direction in which relations are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// From either end.
    #[default]
    Both,
    /// From their source alone.
    Out,
    /// From their target alone.
    In,
}

impl Display for Direction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Both => "both",
            Self::Out => "out",
            Self::In => "in",
        })
    }
}

impl FromStr for Direction {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = [Self::Both, Self::Out, Self::In];
        known.into_iter().find(|way| way.to_string() == text).ok_or_else(|| "both, out or in".to_owned())
    }
}

crate::kinds_of_text!(Direction);

/// Predicates that may be followed, as settings write them with commas between; none for all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Predicates(pub Vec<String>);

impl Display for Predicates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

impl OptionKind for Predicates {
    fn read(text: &str, _: OptionBounds) -> Result<Self, String> {
        let names = text.split(',').map(|name| name.trim().to_lowercase());
        Ok(Self(names.filter(|name| !name.is_empty()).collect()))
    }
}

/// An entity that was reached.
#[derive(Debug, Clone, PartialEq)]
pub struct Reached {
    /// Its position.
    pub entity: u32,
    /// Distance in relations from the start.
    pub depth: usize,
    /// The entity at the start, with its weight.
    pub start: Scored,
    /// The relations on the way, from there to here.
    pub way: Vec<u32>,
}

/// Rules for the relations to follow.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Following {
    /// Maximal distance in relations.
    pub depth: usize,
    /// Direction.
    pub direction: Direction,
    /// Predicates; none for all.
    pub predicates: Predicates,
}

impl Following {
    /// True if relations of this predicate are followed.
    pub fn follows(&self, predicate: &str) -> bool {
        self.predicates.0.is_empty() || self.predicates.0.contains(&predicate.to_lowercase())
    }
}

impl Reached {
    /// Its weight: that of its start, less with the distance.
    pub fn worth(&self) -> f64 {
        self.start.1 / (self.depth + 1) as f64
    }
}

/// All entities within a depth of these, breadth first, those of the greatest weight first: each once, by the way on
/// which it was met first.
pub fn expand(view: &View, starts: &[Scored], following: &Following) -> Vec<Reached> {
    let steps = steps(view, following);
    let mut met = vec![false; view.entities.len()];
    let mut open: VecDeque<Reached> = VecDeque::new();
    for start in starts {
        if met.get_mut(start.0 as usize).is_some_and(|met| !std::mem::replace(met, true)) {
            open.push_back(Reached { entity: start.0, depth: 0, start: *start, way: Vec::new() });
        }
    }
    let mut found = Vec::new();
    while let Some(here) = open.pop_front() {
        if here.depth < following.depth {
            for (relation, entity) in &steps[here.entity as usize] {
                if !std::mem::replace(&mut met[*entity as usize], true) {
                    let way = here.way.iter().copied().chain([*relation]).collect();
                    open.push_back(Reached { entity: *entity, depth: here.depth + 1, start: here.start, way });
                }
            }
        }
        found.push(here);
    }
    found
}

/// For each entity where its relations lead: relation and entity.
fn steps(view: &View, following: &Following) -> Vec<Vec<(u32, u32)>> {
    let mut steps = vec![Vec::new(); view.entities.len()];
    let known = |end: u32| (end as usize) < view.entities.len();
    let direction = following.direction;
    for (at, relation) in (0..).zip(&view.relations) {
        if !following.follows(&relation.predicate) || !known(relation.source) || !known(relation.target) {
            continue;
        }
        if direction != Direction::In {
            steps[relation.source as usize].push((at, relation.target));
        }
        if direction != Direction::Out {
            steps[relation.target as usize].push((at, relation.source));
        }
    }
    steps
}

/// The relations of a shortest way between each two of these entities that one joins, within a length.
pub fn between(view: &View, entities: &[u32], longest: usize) -> Vec<Vec<u32>> {
    let following = Following { depth: longest, ..Following::default() };
    let mut ways = Vec::new();
    for (at, from) in entities.iter().enumerate() {
        let reached = expand(view, &[(*from, 1.0)], &following);
        for to in &entities[at + 1..] {
            ways.extend(
                reached.iter().find(|reached| reached.entity == *to && reached.depth > 0).map(|to| to.way.clone()),
            );
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::super::toys::row;
    use super::*;

    fn reached(depth: usize, direction: Direction, predicates: &[&str]) -> Vec<(u32, usize)> {
        let predicates = Predicates(predicates.iter().map(|name| (*name).to_owned()).collect());
        let found = expand(&row(), &[(1, 1.0)], &Following { depth, direction, predicates });
        found.iter().map(|reached| (reached.entity, reached.depth)).collect()
    }

    #[test]
    fn relations_are_followed_by_depth_direction_and_predicate() {
        assert_eq!(reached(0, Direction::Both, &[]), [(1, 0)]);
        assert_eq!(reached(1, Direction::Both, &[]), [(1, 0), (0, 1), (2, 1)]);
        assert_eq!(reached(9, Direction::Out, &[]), [(1, 0), (2, 1), (3, 2)]);
        assert_eq!(reached(9, Direction::In, &[]), [(1, 0), (0, 1)]);
        assert_eq!(reached(9, Direction::Both, &["wrote"]), [(1, 0), (2, 1)]);
    }

    #[test]
    fn the_way_is_told_and_ways_between_are_shortest() {
        let found = expand(&row(), &[(0, 1.0)], &Following { depth: 3, ..Following::default() });
        assert_eq!(found.last().unwrap().way, [0, 1, 2]);
        assert_eq!(between(&row(), &[0, 2], 3), [vec![0, 1]]);
        assert!(between(&row(), &[0, 3], 2).is_empty());
    }

    #[test]
    fn settings_read_back() {
        let read = |text: &str| Predicates::read(text, OptionBounds::Text).unwrap();
        assert_eq!(read(" Wrote , cites,").to_string(), "wrote,cites");
        assert_eq!("out".parse::<Direction>().unwrap(), Direction::Out);
        assert!("up".parse::<Direction>().is_err());
    }
}
