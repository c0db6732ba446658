//! Things: the contents of an evidence besides chunks, each with the reason for its score as a hit has it.

use serde::{Deserialize, Serialize};

use super::{Reason, View, Why};
use crate::model::Key;

/// Kinds of things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThingKind {
    /// An entity: the thing of names that mean the same.
    Entity,
    /// A relation that the documents state between two entities.
    Relation,
    /// A claim about an entity, as a model read it.
    Claim,
    /// A report on a community.
    Report,
    /// A community: entities that lie close together in the graph.
    Community,
}

/// A thing of the graph that was chosen for a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Thing {
    /// Its kind.
    pub kind: ThingKind,
    /// Its key, among things of its kind.
    pub key: Key,
    /// Its text for a reader: an entity's name, a relation's or claim's sentence, a report's or
    /// community's title.
    pub words: String,
    /// Its score; higher is better, comparable among things of one kind in one evidence only.
    pub score: f64,
    /// The reason of its score.
    pub why: Why,
}

impl Thing {
    /// The relations at these positions of a view, each with its weight: greatest first, ties by key.
    pub(crate) fn stated(view: &View, of: &str, parts: impl IntoIterator<Item = (u32, f64)>) -> Vec<Self> {
        let name = |at: u32| view.entities.get(at as usize).map_or("", |entity| entity.name.as_str());
        let thing = |(at, part): (u32, f64)| {
            let said = view.relations.get(at as usize)?;
            let words = format!("{} {} {}", name(said.source), said.predicate, name(said.target));
            Some(Self::because(ThingKind::Relation, said.key, words, of, Reason::states(view, said), part))
        };
        best_first(parts.into_iter().filter_map(thing).collect())
    }

    /// The entities at these positions of a view, each with its part in the start of a strategy:
    /// greatest first, ties by key. Parts that are no number, or negative, count as nothing.
    pub(crate) fn starts(view: &View, of: &str, parts: impl IntoIterator<Item = (u32, f64)>) -> Vec<Self> {
        let thing = |(at, part): (u32, f64)| {
            let entity = view.entities.get(at as usize)?;
            let reason = Reason::Entity { entity: entity.key, name: entity.name.clone(), through: Vec::new() };
            Some(Self::because(ThingKind::Entity, entity.key, entity.name.clone(), of, reason, part))
        };
        best_first(parts.into_iter().filter_map(thing).collect())
    }

    /// A thing for one reason, worth its part: nothing where that is no number, or negative.
    fn because(kind: ThingKind, key: Key, words: String, of: &str, reason: Reason, part: f64) -> Self {
        let part = if part.is_finite() { part.max(0.0) } else { 0.0 };
        let why = Why::sum(of, vec![Why::leaf(reason, part)]);
        Self { kind, key, words, score: why.value, why }
    }
}

impl Thing {
    /// Each thing once, as it was met first; greatest first, ties by key.
    pub fn each_once(mut things: Vec<Self>) -> Vec<Self> {
        things.sort_by_key(|thing| (thing.kind, thing.key));
        things.dedup_by_key(|thing| (thing.kind, thing.key));
        best_first(things)
    }
}

/// Greatest first, ties by key.
fn best_first(mut things: Vec<Thing>) -> Vec<Thing> {
    things.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.key.cmp(&b.key)));
    things
}
