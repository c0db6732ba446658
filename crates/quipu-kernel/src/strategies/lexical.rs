//! `lexical`: the chunks that hold the question's words, by BM25.

use super::{Options, Strategy, WayCard, ranked_hits};
use crate::view::{Evidence, Needs, Question, View};

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexical;

impl Strategy for Lexical {
    fn name(&self) -> &'static str {
        "lexical"
    }

    fn about(&self) -> &'static str {
        "chunks that hold the question's words, by BM25"
    }

    fn card(&self) -> WayCard {
        WayCard { of: "Okapi BM25", steps: &["words"], ..WayCard::default() }
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        Needs { lexical: options.limit, ..ranked_hits::needs(options) }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let lexical = ranked_hits::lexical(question, view, options);
        let scores = ranked_hits::word_scores(&lexical, view);
        let best = ranked_hits::best(view, &scores, options.limit);
        let explained = best.into_iter().map(|at| (at, lexical.why(&view.chunks[at as usize]))).collect();
        ranked_hits::evidence(self.name(), view, explained)
    }
}
