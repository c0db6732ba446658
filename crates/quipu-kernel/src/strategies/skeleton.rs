//! `skeleton`: two channels in a ratio, as in KET-RAG (arXiv 2502.09304): keywords that lead to chunks, and the
//! skeleton of statements, of which a model may have read only the best share (`quipu extract --share`).
//!
//! The keyword channel takes the entities whose texts lie nearest to the question as its keywords, and ranks their
//! chunks by nearness. The skeleton channel takes the entities nearest to the question with their relations, and ranks
//! the chunks that state these. Chunks are taken from both by the share, best first. With `look.facts` of `model` the
//! skeleton is the model's alone. Cost: no call.

use super::{OptionBounds, Options, Parameter, Strategy, WayCard, hits};
use crate::operators::{chunks, entities, relations};
use crate::view::{Evidence, Needs, Note, Question, Thing, View};

crate::own_options! {
    /// Options of `skeleton`.
    pub(super) struct SkeletonOptions of "skeleton" {
        words: usize = 50, OptionBounds::Count(1, 10_000), "how many of the entities nearest to the question are its keywords";
        entities: usize = 10, OptionBounds::Count(1, 1000), "how many of these have their relations looked at";
        share: f64 = 0.5, OptionBounds::Number(0.0, 1.0), "share of the skeleton against the keywords, 0 to 1";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skeleton;

impl Strategy for Skeleton {
    fn name(&self) -> &'static str {
        "skeleton"
    }

    fn about(&self) -> &'static str {
        "keywords near the question and the statements of its entities, in a ratio (KET-RAG)"
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "KET-RAG, arXiv 2502.09304",
            steps: &["entities near", "chunks of entities", "relations of", "chunks of relations", "in a ratio"],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        SkeletonOptions::PARAMETERS
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        Needs {
            lexical: 0,
            dense: options.limit,
            entities: true,
            near_entities: SkeletonOptions::of(options).words,
            follow: 1,
            cap: hits::CAP,
            cosines: true,
            ..hits::needs(options)
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let own = SkeletonOptions::of(options);
        let mut starts = entities::near(question, view);
        if starts.is_empty() {
            starts = entities::named(question, view);
        }
        let places: Vec<u32> = starts.iter().map(|(at, _)| *at).collect();
        let mut of_keywords = chunks::of_entities(view, &places);
        of_keywords
            .sort_by(|a, b| chunks::nearness(view, b.1).total_cmp(&chunks::nearness(view, a.1)).then(a.1.cmp(&b.1)));
        let of_skeleton =
            chunks::of_relations(view, &relations::of(view, &places[..places.len().min(own.entities)], true));
        let skeleton = (options.limit as f64 * own.share).round() as usize;
        let of_statement = |(relation, chunk): &(u32, u32)| (*chunk, hits::stated(view, *relation));
        // Places left by one channel go to the other; a chunk counts once.
        let found = (of_skeleton.iter().take(skeleton).map(of_statement))
            .chain(of_keywords.iter().map(|(entity, chunk)| (*chunk, hits::near(view, *entity))))
            .chain(of_skeleton.iter().skip(skeleton).map(of_statement));
        let mut evidence = hits::by_place(self.name(), view, found, options.limit);
        if starts.is_empty() {
            evidence.notes.push(Note::NoEntry);
        }
        evidence.things = Thing::starts(view, "keyword", starts);
        evidence
    }
}
