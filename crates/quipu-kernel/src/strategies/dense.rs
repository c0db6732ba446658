//! `dense`: the chunks whose vectors lie nearest to the question's.

use super::{Options, Strategy, WayCard, hits};
use crate::rank::fuse::cosine;
use crate::view::{Evidence, Needs, Note, Question, Reason, View, Why};

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dense;

impl Strategy for Dense {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn about(&self) -> &'static str {
        "chunks whose vectors lie nearest to the question's, by cosine"
    }

    fn card(&self) -> WayCard {
        WayCard { of: "dense passage retrieval", steps: &["chunks near"], ..WayCard::default() }
    }

    fn plan(&self, _: &Question, options: &Options) -> Needs {
        Needs { lexical: 0, dense: options.limit, cosines: true, ..hits::needs(options) }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let scores: Vec<f64> = view.chunks.iter().map(|chunk| cosine(chunk.cosine)).collect();
        let explain = |at: u32| {
            let cosine = scores[at as usize];
            (at, Why::sum("dense", vec![Why::leaf(Reason::Cosine { cosine }, cosine)]))
        };
        let best = hits::best(view, &scores, options.limit).into_iter().map(explain).collect();
        let mut evidence = hits::evidence(self.name(), view, best);
        if question.vector.is_none() {
            evidence.notes.push(Note::NoVector);
        }
        evidence
    }
}

/// What `dense` finds, where no statement lies near the question.
pub(super) fn nearest_instead(strategy: &str, question: &Question, view: &View, options: &Options) -> Evidence {
    let found = Dense.retrieve(question, view, options);
    let mut evidence = Evidence { strategy: strategy.to_owned(), ..found };
    evidence.notes.push(Note::NoStatements);
    evidence
}
