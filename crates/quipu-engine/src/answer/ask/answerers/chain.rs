//! A chain of stated links, where no model writes. Not used with a filter, since relations ignore filters.

use super::{Answerer, Asked, Offer};
use crate::answer::Answer;
use crate::answer::chain::followed;
use crate::base::EngineError;
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
            let answer = Answer::of_citations(found.text, found.citations, 0.0);
            Ok(Offer::sure(answer, "every link is stated"))
        })
    }
}
