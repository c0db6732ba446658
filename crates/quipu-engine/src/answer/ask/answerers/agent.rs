//! The agent's answer beside that of one look: the agent's definite refusal first; else the look, which quotes single
//! places best; and where that refuses, the agent's partial results.

use super::{Answerer, Asked, Offer};
use crate::answer::Answer;
use crate::answer::solve::Solved;
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct Agent;

impl Answerer for Agent {
    fn name(&self) -> &'static str {
        "agent"
    }

    fn offer<'a>(&'a self, asked: &'a Asked<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let (Some(solved), Some(found)) = (asked.solved, asked.found) else {
                return Ok(Offer::none("one look is asked for"));
            };
            let (trace, instead) = match solved {
                Solved::Answer(answer) => return Ok(Offer::sure((**answer).clone(), "it refuses for sure")),
                Solved::Look { trace, instead, .. } => (trace, instead),
            };
            let quoted = found.draft.quoted(asked.question);
            let (answer, why) = match instead {
                Some(instead) if quoted.refused => ((**instead).clone(), "the look refuses; what was found on the way"),
                _ => (quoted, "what the look quotes"),
            };
            Ok(Offer::sure(Answer { agent: Some(trace.clone()), ..answer }, why))
        })
    }
}
