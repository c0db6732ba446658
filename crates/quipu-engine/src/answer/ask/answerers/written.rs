//! The answerer whose answer a model writes from numbered sources.

use super::{Answerer, Asked, Offer};
use crate::answer::Trouble;
use crate::answer::ask::written::{FoundToWrite, Wrote, write};
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct Written;

impl Answerer for Written {
    fn name(&self) -> &'static str {
        "model"
    }

    fn offer<'a>(&'a self, asked: &'a Asked<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let Some(found) = asked.found else { return Ok(Offer::none("nothing was retrieved")) };
            let Some((writer, kept)) = asked.asking.writer else { return Ok(Offer::none("none is named")) };
            let from = FoundToWrite { evidence: found.evidence, hits: found.hits };
            Ok(match write(asked.workspace, writer, kept, asked.question, from, found.draft, asked.say).await? {
                Wrote::Answer(answer) => Offer::sure(*answer, "it wrote from the sources"),
                Wrote::Nothing(None) => Offer::none("there is nothing to read"),
                Wrote::Nothing(Some(error)) => {
                    Offer { trouble: Some(Trouble::Unwritten { error }), ..Offer::none("it did not write") }
                }
            })
        })
    }
}
