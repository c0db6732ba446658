//! The agent's answer beside that of one look: the agent's definite refusal first; else the draft and the look are
//! judged by one measure, and the better is the answer; where neither has one, the agent's partial results.

use super::{AnswerContext, Answerer, LOOKING, Offer};
use crate::answer::Answer;
use crate::answer::ask::weighed::WeighedAnswers;
use crate::answer::solve::Solved;
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct Agent;

impl Answerer for Agent {
    fn name(&self) -> &'static str {
        "agent"
    }

    fn offer<'a>(
        &'a self,
        asked: &'a AnswerContext<'_>,
        trace: &'a mut Trace,
    ) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            if asked.found.is_none() {
                return Ok(Offer::none("one look is asked for"));
            }
            let (run, draft) = match asked.solved {
                Some(Solved::Answer(answer)) => return Ok(Offer::sure((**answer).clone(), "it refuses for sure")),
                Some(Solved::Look { trace, draft, .. }) => (trace, draft.as_deref()),
                None => return Ok(Offer::none("one look is asked for")),
            };
            let look = looked(asked, trace).await?;
            let weighed = WeighedAnswers::of(draft, &look);
            if let Some(draft) = draft.filter(|_| weighed.draft_told) {
                return Ok(Offer::by_rules(weighed.drafted(draft, run, trace), "the draft is the better of both"));
            }
            let mut run = run.clone();
            trace.happened(&run.closes_with(weighed.event()));
            let offer = match draft {
                Some(draft) if look.refused && draft.value.is_none() => {
                    Offer::sure(draft.answer.clone(), "the look refuses; what was found on the way")
                }
                _ => Offer::sure(weighed.looked(look), "what the look quotes"),
            };
            Ok(offer.traced(run))
        })
    }
}

/// The answer of one look, as it is without the agent.
async fn looked(asked: &AnswerContext<'_>, trace: &mut Trace) -> Result<Answer, EngineError> {
    for way in LOOKING {
        if let Some(answer) = way.offer(asked, trace).await?.answer {
            return Ok(answer);
        }
    }
    Ok(Answer::default())
}
