//! `papers`: entities related to the question's concepts select the documents, and words and vectors
//! their chunks, as in a research assistant.
//!
//! From the entities that the question names, relations are followed breadth first; the documents that mention any of
//! these are searched by words and vectors together. Where the question names nothing, all are. Cost: no call.

use rustc_hash::FxHashSet;

use super::hybrid::{FusedScores, candidates};
use super::{OptionBounds, Options, Parameter, Strategy, WayCard, ranked_hits};
use crate::model::Key;
use crate::operators::entity_operators;
use crate::operators::expand::{Following, expand};
use crate::view::{Evidence, Needs, Note, Question, Thing, View};

crate::own_options! {
    /// Options of `papers`.
    pub(super) struct PapersOptions of "papers" {
        depth: usize = 2, OptionBounds::Count(0, 6), "how many relations it follows from the question's entities to related concepts";
    }
}

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct PaperChunks;

impl Strategy for PaperChunks {
    fn name(&self) -> &'static str {
        "papers"
    }

    fn about(&self) -> &'static str {
        "words and vectors within the documents that mention the question's concepts or related ones"
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "a research assistant over papers",
            steps: &["entities named", "expand", "documents of entities", "words and vectors"],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        PapersOptions::PARAMETERS
    }

    fn plan(&self, question: &Question, options: &Options) -> Needs {
        let needs = ranked_hits::needs(options);
        let wide = candidates(options);
        Needs {
            entities: true,
            lexical: needs.lexical.max(wide),
            dense: if question.vector.is_some() { wide } else { 0 },
            follow: PapersOptions::of(options).depth,
            follow_chunks: true,
            cap: ranked_hits::CAP,
            cosines: true,
            ..needs
        }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let named = entity_operators::named(question, view);
        let following = Following { depth: PapersOptions::of(options).depth, ..Following::default() };
        let reached = expand(view, &named, &following);
        let concepts: FxHashSet<u32> = reached.iter().map(|reached| reached.entity).collect();
        let of = |mention: &&crate::view::ViewMention| concepts.contains(&mention.entity);
        let chunks = view.mentions.iter().filter(of).filter_map(|mention| view.chunks.get(mention.chunk as usize));
        let documents: FxHashSet<Key> = chunks.map(|chunk| chunk.document).collect();
        let fused = FusedScores::new(ranked_hits::lexical(question, view, options), view, options);
        let inside = |at: usize| documents.is_empty() || documents.contains(&view.chunks[at].document);
        let score = |at: usize| if inside(at) { fused.why(at).map_or(0.0, |why| why.value) } else { 0.0 };
        let scores: Vec<f64> = (0..view.chunks.len()).map(score).collect();
        let best = ranked_hits::best(view, &scores, options.limit).into_iter();
        let explained = best.filter_map(|at| Some((at, fused.why(at as usize)?))).collect();
        let mut evidence = ranked_hits::evidence(self.name(), view, explained);
        evidence.things = Thing::starts(view, "concept", reached.iter().map(|one| (one.entity, one.worth())));
        ranked_hits::note_missing_vectors(&mut evidence, question);
        if named.is_empty() {
            evidence.notes.push(Note::NoEntry);
        }
        evidence
    }
}
