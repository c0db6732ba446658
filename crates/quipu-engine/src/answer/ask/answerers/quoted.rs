//! The answerer that quotes the best units of the evidence, or refuses.

use super::{Answerer, Asked, Offer};
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct Quoted;

impl Answerer for Quoted {
    fn name(&self) -> &'static str {
        "quotes"
    }

    fn offer<'a>(&'a self, asked: &'a Asked<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let Some(found) = asked.found else { return Ok(Offer::none("nothing was retrieved")) };
            let answer = found.draft.quoted(asked.question);
            let why = if answer.refused { "nothing answers" } else { "units answer" };
            Ok(Offer::sure(answer, why))
        })
    }
}
