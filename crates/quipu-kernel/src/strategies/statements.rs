//! `statements`: the statements nearest to the question, up to a number of chunks that state them, as in T2RAG (arXiv
//! 2508.02435).
//!
//! A statement is searched as a proposition: its predicate, its ends and its description by a model. Two chunks that
//! state the same are both found. Where no statement is near, it ranks as `dense` does. Cost: no call, a scan of the
//! statements.

use super::{OptionBounds, Options, Parameter, Strategy, WayCard, dense, hits};
use crate::operators::{chunks, relations};
use crate::view::{Evidence, Needs, Question, Related, Thing, View, Why};

crate::own_options! {
    /// Options of `statements`.
    pub(super) struct StatementsOptions of "statements" {
        dated: bool = false, OptionBounds::Truth, "whether only statements count that say when they hold";
        facts: usize = 50, OptionBounds::Count(1, 10_000), "how many of the statements nearest to the question are looked at";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Statements;

impl Strategy for Statements {
    fn name(&self) -> &'static str {
        "statements"
    }

    fn about(&self) -> &'static str {
        "chunks that state what lies nearest to the question (T2RAG)"
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "T2RAG, arXiv 2508.02435",
            steps: &["relations near", "chunks of relations"],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        StatementsOptions::PARAMETERS
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        Needs {
            lexical: 0,
            dense: options.limit,
            entities: true,
            near_relations: StatementsOptions::of(options).facts,
            cap: hits::WIDE,
            cosines: true,
            relations: Related::Everyone,
            ..hits::needs(options)
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let mut facts = relations::near(question, view);
        if StatementsOptions::of(options).dated {
            facts.retain(|(at, _)| view.relations.get(*at as usize).is_some_and(|said| !said.periods.is_empty()));
        }
        if facts.is_empty() {
            return dense::nearest_instead(self.name(), question, view, options);
        }
        let places: Vec<u32> = facts.iter().map(|(at, _)| *at).collect();
        let near = |fact: u32| facts.iter().find(|(at, _)| *at == fact).map_or(0.0, |(_, near)| *near);
        let mut scores = vec![0.0; view.chunks.len()];
        let mut by = vec![0; view.chunks.len()];
        for (fact, chunk) in chunks::of_relations(view, &places) {
            (scores[chunk as usize], by[chunk as usize]) = (near(fact), fact);
        }
        let why = |at: u32| {
            let leaf = Why::leaf(hits::stated(view, by[at as usize]), scores[at as usize]);
            (at, Why::sum("statements", vec![leaf]))
        };
        let best = hits::best(view, &scores, options.limit).into_iter().map(why).collect();
        let mut evidence = hits::evidence(self.name(), view, best);
        evidence.things = Thing::stated(view, "near", facts);
        evidence
    }
}
