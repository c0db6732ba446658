//! A chain of stated links, where no model writes. A filter sees only some documents, of which relations know nothing.

use quipu_kernel::answer::{UnitKind, confidence};

use super::{Answerer, Asked, Offer};
use crate::answer::chain::followed;
use crate::answer::{Answer, AnswerUnit};
use crate::base::EngineError;
use crate::base::citation::Citation;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct Chain;

impl Answerer for Chain {
    fn name(&self) -> &'static str {
        "chain"
    }

    fn offer<'a>(&'a self, asked: &'a Asked<'_>, trace: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            if asked.asking.writer.is_some() {
                return Ok(Offer::none("a model is named"));
            }
            if !asked.asking.query.filter.is_empty() {
                return Ok(Offer::none("a filter is set"));
            }
            if asked.found.is_some_and(|found| !found.evidence.groups.is_empty()) {
                return Ok(Offer::none("the way found groups"));
            }
            let Some(found) = followed(asked.workspace, asked.question).await? else {
                return Ok(Offer::none("the question asks for no chain that is stated"));
            };
            trace.step("follow", found.text.clone());
            let unit = |citation: &Citation| AnswerUnit {
                n: citation.n,
                kind: UnitKind::Sentence,
                text: citation.quote.clone(),
            };
            let units = found.citations.iter().map(unit).collect();
            let confidence = confidence(found.citations.iter().map(|_| 1.0), 0.0).into();
            let answer =
                Answer { answer: found.text, confidence, units, citations: found.citations, ..Answer::default() };
            Ok(Offer::sure(answer, "every link is stated"))
        })
    }
}
