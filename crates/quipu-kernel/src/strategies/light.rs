//! `light-local`, `light-global`, `light-hybrid` and `light-mix`: the four modes of LightRAG (Guo et al., 2024, arXiv
//! 2410.05779).
//!
//! Low keywords name things, high keywords themes: by a model where one is named, else the names in the question and
//! its other words. `local` begins at the entities whose texts lie nearest to the low ones, and takes their relations
//! by the degrees of their ends and by weight; `global` begins at the relations nearest to the high ones, and takes
//! their ends; `hybrid` merges both in turn, `mix` adds the chunks nearest to the question. Each entity and relation
//! gives its chunks, a chunk to the first of its owners; some of them are picked by nearness to the question or by a
//! quota that falls along the list. Then one from each list in turn. Cost: one call for keywords where a model is
//! named.

use std::fmt::Display;
use std::str::FromStr;

use rustc_hash::FxHashSet;

use super::{ModelAsk, OptionBounds, Options, Parameter, Strategy, WayCard, hits};
use crate::operators::{Scored, chunks, entities, merge, relations};
use crate::view::{Evidence, Needs, Note, Question, Reason, Thing, View};

/// Rules for picking chunks of the found entities and relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Pick {
    /// The nearest to the question.
    #[default]
    Vector,
    /// By a quota that falls along the list.
    Weight,
}

impl Display for Pick {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if *self == Self::Vector { "vector" } else { "weight" })
    }
}

impl FromStr for Pick {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = [Self::Vector, Self::Weight];
        known.into_iter().find(|pick| pick.to_string() == text).ok_or_else(|| "vector or weight".to_owned())
    }
}

crate::kinds_of_text!(Pick);

crate::own_options! {
    /// Options of the four strategies.
    pub(super) struct LightOptions of "light" {
        top_k: usize = 40, OptionBounds::Count(1, 10_000), "how many entities, and relations, are taken by vector";
        least: f64 = 0.2, OptionBounds::Number(-1.0, 1.0), "the least nearness of these, as a cosine above the model's background";
        related: usize = 5, OptionBounds::Count(1, 1000), "how many chunks each of them may give; half as many are picked on the whole";
        pick: Pick = Pick::Vector, OptionBounds::Text, "whether these are the nearest by `vector`, or by `weight`: a quota that falls along the list";
        chunks: usize = 20, OptionBounds::Count(0, 10_000), "mix: how many chunks are taken by vector";
    }
}

/// The strategy, in one of its modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Light {
    Local,
    Global,
    Hybrid,
    Mix,
}

impl Light {
    fn by_entities(self) -> bool {
        self != Self::Global
    }

    fn by_relations(self) -> bool {
        self != Self::Local
    }
}

impl Strategy for Light {
    fn name(&self) -> &'static str {
        match self {
            Self::Local => "light-local",
            Self::Global => "light-global",
            Self::Hybrid => "light-hybrid",
            Self::Mix => "light-mix",
        }
    }

    fn about(&self) -> &'static str {
        match self {
            Self::Local => "entities near the question's low keywords, with their relations and chunks (LightRAG)",
            Self::Global => "relations near the question's high keywords, with their ends and chunks (LightRAG)",
            Self::Hybrid => "both `light-local` and `light-global`, in turn (LightRAG)",
            Self::Mix => "`light-hybrid` and the chunks nearest to the question, in turn (LightRAG)",
        }
    }

    fn card(&self) -> WayCard {
        let steps: &[&str] = match self {
            Self::Local => &["low keywords", "entities near", "relations of", "chunks of entities", "in turn"],
            Self::Global => {
                &["high keywords", "relations near", "entities of relations", "chunks of relations", "in turn"]
            }
            Self::Hybrid => &["keywords", "entities near", "relations near", "chunks of both", "in turn"],
            Self::Mix => &["keywords", "entities near", "relations near", "chunks of both", "chunks near", "in turn"],
        };
        WayCard { of: "LightRAG, arXiv 2410.05779", steps, asks: &[ModelAsk::Keywords], ..WayCard::default() }
    }

    fn parameters(&self) -> &'static [Parameter] {
        LightOptions::PARAMETERS
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        let own = LightOptions::of(options);
        Needs {
            lexical: 0,
            dense: if *self == Self::Mix { own.chunks } else { 0 },
            entities: true,
            near_entities: if self.by_entities() { own.top_k } else { 0 },
            near_relations: if self.by_relations() { own.top_k } else { 0 },
            // Relations that lead out have an end that nothing else finds.
            follow: 1,
            cap: hits::WIDE,
            cosines: true,
            ..hits::needs(options)
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let own = LightOptions::of(options);
        let enough = |all: Vec<Scored>| -> Vec<u32> {
            all.into_iter().filter(|(_, near)| *near >= own.least).take(own.top_k).map(|(at, _)| at).collect()
        };
        let low = if self.by_entities() { enough(entities::near(question, view)) } else { Vec::new() };
        let high = if self.by_relations() { enough(relations::near(question, view)) } else { Vec::new() };
        let ends = entities::ends(view, &high);
        let taken =
            |lists: [Vec<u32>; 2]| -> Vec<u32> { merge::in_turn(&lists).into_iter().map(|(at, ..)| at).collect() };
        let of_low = relations::of(view, &low, false);
        let entities = taken([low, ends]);
        let relations = taken([of_low, high]);
        let holding = |entity: &u32| (*entity, chunks::mentioning(view, *entity).collect::<Vec<u32>>());
        let holding: Vec<(u32, Vec<u32>)> = entities.iter().map(holding).collect();
        let of_entities = picked(view, &chunks::by_owner(view, &holding), &own);
        let known: FxHashSet<u32> = of_entities.iter().map(|(_, chunk)| *chunk).collect();
        let new = |chunk: &u32| (*chunk as usize) < view.chunks.len() && !known.contains(chunk);
        let stating = |at: &u32| (*at, view.relations[*at as usize].chunks.iter().copied().filter(new).collect());
        let stating: Vec<(u32, Vec<u32>)> = relations.iter().map(stating).collect();
        // A relation that is left without a chunk counts no more; an entity keeps its place.
        let mut stating = chunks::by_owner(view, &stating);
        stating.retain(|(_, chunks)| !chunks.is_empty());
        let of_relations = picked(view, &stating, &own);
        let nearest = if *self == Self::Mix { chunks::nearest(view) } else { Vec::new() };
        let near: Vec<u32> = nearest.into_iter().take(own.chunks).map(|(chunk, _)| chunk).collect();
        let only = |of: &[(u32, u32)]| of.iter().map(|(_, chunk)| *chunk).collect::<Vec<u32>>();
        let merged = merge::in_turn(&[near, only(&of_entities), only(&of_relations)]);
        let reason = |(chunk, list, place): (u32, usize, usize)| {
            let reason = match list {
                0 => Reason::Cosine { cosine: chunks::nearness(view, chunk) },
                1 => hits::near(view, of_entities[place].0),
                _ => hits::stated(view, of_relations[place].0),
            };
            (chunk, reason)
        };
        let mut evidence = hits::by_place(self.name(), view, merged.into_iter().map(reason), options.limit);
        evidence.things = Thing::starts(view, "near", hits::ranked(entities));
        evidence.things.extend(Thing::stated(view, "near", hits::ranked(relations)));
        if evidence.things.is_empty() {
            evidence.notes.push(Note::NoEntry);
        }
        evidence
    }
}

/// The picked chunks of owners, each with its owner.
fn picked(view: &View, of: &[(u32, Vec<u32>)], own: &LightOptions) -> Vec<(u32, u32)> {
    match own.pick {
        Pick::Vector => {
            let mut all: Vec<(u32, u32)> =
                of.iter().flat_map(|(owner, chunks)| chunks.iter().map(|chunk| (*owner, *chunk))).collect();
            all.sort_by(|a, b| chunks::nearness(view, b.1).total_cmp(&chunks::nearness(view, a.1)).then(a.1.cmp(&b.1)));
            all.truncate((own.related * of.len() / 2).max(1));
            all
        }
        Pick::Weight => by_quota(of, own.related),
    }
}

/// By a quota that falls from `most` for the first owner to 1 for the last, then as many as owners left of theirs from
/// the first that have more.
fn by_quota(of: &[(u32, Vec<u32>)], most: usize) -> Vec<(u32, u32)> {
    let (mut taken, mut more, mut left) = (Vec::new(), Vec::new(), 0);
    for (place, (owner, chunks)) in of.iter().enumerate() {
        let fall = if of.len() > 1 { place as f64 / (of.len() - 1) as f64 } else { 0.0 };
        let quota = (most as f64 - (most as f64 - 1.0) * fall).round_ties_even() as usize;
        let (now, later) = chunks.split_at(quota.min(chunks.len()));
        left += quota - now.len();
        taken.extend(now.iter().map(|chunk| (*owner, *chunk)));
        more.extend(later.iter().map(|chunk| (*owner, *chunk)));
    }
    taken.extend(more.into_iter().take(left));
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::toys::row;

    #[test]
    fn a_quota_falls_along_the_list_and_what_is_left_goes_to_the_first_with_more() {
        let of = |counts: [u32; 3]| -> Vec<(u32, Vec<u32>)> {
            (0..).zip(counts).map(|(owner, count)| (owner, (0..count).map(|at| owner * 10 + at).collect())).collect()
        };
        let count = |taken: Vec<(u32, u32)>| [0, 1, 2].map(|owner| taken.iter().filter(|one| one.0 == owner).count());
        assert_eq!(count(by_quota(&of([4, 4, 4]), 5)), [4, 4, 1], "one that the first left goes to the second");
        assert_eq!(count(by_quota(&of([6, 0, 4]), 5)), [6, 0, 3], "one without chunks keeps its place");
        assert_eq!(count(by_quota(&of([4, 4, 4]), 1)), [1, 1, 1]);
    }

    #[test]
    fn what_is_picked_by_vector_is_half_of_what_owners_may_give() {
        let view = row();
        let holding: Vec<(u32, Vec<u32>)> =
            (0..4).map(|entity| (entity, chunks::mentioning(&view, entity).collect())).collect();
        let own = LightOptions { related: 1, ..LightOptions::default() };
        let found = picked(&view, &chunks::by_owner(&view, &holding), &own);
        let found: Vec<u32> = found.into_iter().map(|(_, chunk)| chunk).collect();
        assert_eq!(found, [3, 2]);
    }
}
