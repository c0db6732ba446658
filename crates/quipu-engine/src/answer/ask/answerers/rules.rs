//! The answer that the agent composed by rules. It has precedence over a model's answer.

use super::{Answerer, Asked, Offer};
use crate::answer::solve::Solved;
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) const NAME: &str = "rules";

pub(super) struct Rules;

impl Answerer for Rules {
    fn name(&self) -> &'static str {
        NAME
    }

    fn offer<'a>(&'a self, asked: &'a Asked<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            Ok(match asked.solved {
                Some(Solved::Answer(answer)) if !answer.refused && !answer.units.is_empty() => {
                    Offer::sure((**answer).clone(), "statements answer every part")
                }
                Some(Solved::Answer(_)) => Offer::none("they refuse"),
                Some(Solved::Look { .. }) => Offer::none("one look answers as well"),
                None => Offer::none("one look is asked for"),
            })
        })
    }
}
