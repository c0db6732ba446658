//! The agent's answer beside that of one look: the agent's definite refusal first; else the draft and the look are
//! judged by one measure, and the better is told; where neither has an answer, the agent's partial results.

use super::{AnswerContext, Answerer, Offer, chain::Chain, extractive::QuotedAnswerer, groups::Groups};
use crate::answer::Answer;
use crate::answer::ask::weighed::WeighedAnswers;
use crate::answer::solve::Solved;
use crate::base::EngineError;
use crate::base::agent_events::Happened;
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
            let mut run = run.clone();
            trace.happened(&run.closes_with(weighed.event()));
            let offer = match draft {
                Some(draft) if weighed.draft_told => {
                    let value = draft.value.clone().unwrap_or_default();
                    trace.happened(&run.closes_with(Happened::Answered { value }));
                    Offer::by_rules(weighed.drafted(draft), "the draft is the better of both")
                }
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
    let ways: [&dyn Answerer; 3] = [&Groups, &Chain, &QuotedAnswerer];
    for way in ways {
        if let Some(answer) = way.offer(asked, trace).await?.answer {
            return Ok(answer);
        }
    }
    Ok(Answer::default())
}
