//! An answer that needs no look: a greeting, a sum.

use super::{AnswerContext, Answerer, Needed, Offer};
use crate::answer::solve::Solved;
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct Direct;

impl Answerer for Direct {
    fn name(&self) -> &'static str {
        "direct"
    }

    fn needs(&self) -> Needed {
        Needed::Question
    }

    fn offer<'a>(&'a self, asked: &'a AnswerContext<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            Ok(match asked.solved {
                Some(Solved::Answer(answer)) if answer.citations.is_empty() && !answer.refused => {
                    Offer::sure((**answer).clone(), "it asks for nothing that could be looked up")
                }
                _ => Offer::none("it asks for something that can be looked up"),
            })
        })
    }
}
