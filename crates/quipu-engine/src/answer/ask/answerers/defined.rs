//! The definition of a name that is asked for, where the best units do not have it: "X is a …".

use super::{AnswerContext, Answerer, Offer};
use crate::answer::whole::definition;
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct DefinitionAnswerer;

impl Answerer for DefinitionAnswerer {
    fn name(&self) -> &'static str {
        "definition"
    }

    fn offer<'a>(&'a self, asked: &'a AnswerContext<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let Some(found) = asked.found else { return Ok(Offer::none("nothing was retrieved")) };
            let quoted = found.draft.texts();
            let told = definition(&*asked.workspace.store, asked.question, found.hits, &quoted).await?;
            Ok(match told {
                Some(answer) => Offer::sure(answer, "a sentence defines it"),
                None => Offer::none("no definition is asked for, or units have it"),
            })
        })
    }
}
