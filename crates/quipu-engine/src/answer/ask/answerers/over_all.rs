//! The answerer of questions over all documents: how many mention something, what is commonest, a thing as a whole. It
//! reads all texts, and needs neither a look nor the agent. A thing as a whole is left to a model where one writes.

use quipu_language::plan::asks_kinds_of_all;
use quipu_language::questions::{QuestionOfWhole, ReadQuestion as _, WholeAsked};

use super::whole_corpus;
use super::{AnswerContext, Answerer, Needed, Offer};
use crate::answer::Answer;
use crate::answer::whole::over_all;
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct OverAll;

impl Answerer for OverAll {
    fn name(&self) -> &'static str {
        "all documents"
    }

    fn needs(&self) -> Needed {
        Needed::Texts
    }

    fn offer<'a>(&'a self, asked: &'a AnswerContext<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let Some(whole) = QuestionOfWhole.read(asked.question) else {
                return Ok(Offer::none("it asks of no whole"));
            };
            let filter = &asked.asking.query.filter;
            if filter.chunks.is_some() {
                return Ok(Offer::none("chunks are filtered, and not documents"));
            }
            if asked.asking.writer.is_some() && matches!(whole, WholeAsked::Thing(_)) {
                return Ok(Offer::none("a model is named"));
            }
            Ok(match over_all(asked.workspace, filter, asked.question, &whole).await? {
                Some(answer) => {
                    let strategy = Answer::OVER_ALL.to_owned();
                    Offer::by_rules(Answer { strategy, ..answer }, "all texts were read")
                }
                // No document lists the kinds: the themes are those of the whole.
                None if filter.is_empty() && asks_kinds_of_all(asked.question) => whole_corpus::told(asked).await?,
                None => Offer::none("documents do not answer it so"),
            })
        })
    }
}
