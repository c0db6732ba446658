//! `local`: GraphRAG's local search (Edge et al., 2024, arXiv 2404.16130): the entities nearest to the question, their
//! relations, their chunks, and the reports of their communities.
//!
//! Relations with both ends among the entities go first, then those that lead out, at most ten for each entity. Chunks
//! stand in the order of their entities, of each those first that state most of its relations. The reports of the
//! communities of most of these entities are added by the engine, which has communities. Shares of a budget of tokens
//! are kept where the context is written (`--context rows`). Cost: no call.

use super::{OptionBounds, Options, Parameter, Strategy, WayCard, hits};
use crate::operators::{chunks, entities, relations};
use crate::view::{Evidence, Needs, Note, Question, Thing, View};

/// Maximal number of relations of each entity.
const RELATIONS: usize = 10;

crate::own_options! {
    /// Options of `local`.
    pub(super) struct LocalOptions of "local" {
        entities: usize = 10, OptionBounds::Count(1, 1000), "how many of the entities whose texts lie nearest to the question it takes";
        compat: bool = false, OptionBounds::Truth, "whether twice as many are taken, as the published code does";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Local;

/// Number of entities to take.
fn wanted(options: &Options) -> usize {
    let own = LocalOptions::of(options);
    if own.compat { 2 * own.entities } else { own.entities }
}

impl Strategy for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn about(&self) -> &'static str {
        "the entities nearest to the question, their relations, chunks and reports (GraphRAG)"
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "GraphRAG's local search, arXiv 2404.16130",
            steps: &["entities near", "relations of", "chunks of entities", "reports of entities"],
            reports: true,
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        LocalOptions::PARAMETERS
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        Needs {
            lexical: 0,
            entities: true,
            near_entities: wanted(options),
            cap: hits::WIDE,
            follow: 1,
            cosines: true,
            ..hits::needs(options)
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let near: Vec<_> = entities::near(question, view).into_iter().take(wanted(options)).collect();
        let places: Vec<u32> = near.iter().map(|(at, _)| *at).collect();
        let mut related = relations::of(view, &places, true);
        related.truncate(RELATIONS * places.len());
        let found = chunks::of_entities(view, &places).into_iter().map(|(entity, at)| (at, hits::near(view, entity)));
        let mut evidence = hits::by_place(self.name(), view, found, options.limit);
        evidence.things = Thing::starts(view, "near", near);
        evidence.things.extend(Thing::stated(view, "of", hits::ranked(related)));
        if evidence.things.is_empty() {
            evidence.notes.push(Note::NoEntry);
        }
        evidence
    }
}
