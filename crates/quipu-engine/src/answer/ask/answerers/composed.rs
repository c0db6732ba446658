//! The answer that the agent composed by rules. A sure one has precedence over a model's answer.

use super::{AnswerContext, Answerer, Offer};
use crate::answer::ask::weighed::WeighedAnswers;
use crate::answer::solve::{SURE_DRAFT, Solved};
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct RulesAnswerer;

impl Answerer for RulesAnswerer {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn offer<'a>(
        &'a self,
        asked: &'a AnswerContext<'_>,
        trace: &'a mut Trace,
    ) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let (run, draft) = match asked.solved {
                Some(Solved::Answer(answer)) if !answer.refused && !answer.units.is_empty() => {
                    return Ok(Offer::by_rules((**answer).clone(), "statements answer every part"));
                }
                Some(Solved::Answer(_)) => return Ok(Offer::none("they refuse")),
                Some(Solved::Look { trace, draft: Some(draft), .. }) => (trace, draft),
                Some(Solved::Look { .. }) => return Ok(Offer::none("they have no draft")),
                None => return Ok(Offer::none("one look is asked for")),
            };
            let (Some(found), true) = (asked.found, asked.asking.writer.is_some()) else {
                return Ok(Offer::none("no model writes: the draft is judged beside the look"));
            };
            let weighed = WeighedAnswers::of(Some(draft), &found.draft.quoted(asked.question));
            if !weighed.draft_told || weighed.draft < Some(SURE_DRAFT) {
                return Ok(Offer::none("the draft is not sure"));
            }
            Ok(Offer::by_rules(weighed.drafted(draft, run, trace), "the draft is sure"))
        })
    }
}
