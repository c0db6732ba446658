//! The answerer of questions over all documents: how many mention something, what is commonest, a thing as a whole. It
//! reads all texts, and needs neither a look nor the agent. Counts and lists are exact, and no model is asked; a thing as a
//! whole is written by a model over the quoted answer, where one is set.

use quipu_language::plan::asks_kinds_of_all;
use quipu_language::questions::{QuestionOfWhole, ReadQuestion as _, WholeAsked};

use super::whole_corpus;
use super::{AnswerContext, Answerer, Needed, Offer};
use crate::answer::Answer;
use crate::answer::ask::written_overview::OverviewWriting;
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

    fn offer<'a>(
        &'a self,
        asked: &'a AnswerContext<'_>,
        trace: &'a mut Trace,
    ) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let Some(whole) = QuestionOfWhole.read(asked.question) else {
                return Ok(Offer::none("it asks of no whole"));
            };
            let filter = &asked.asking.query.filter;
            if filter.chunks.is_some() {
                return Ok(Offer::none("chunks are filtered, and not documents"));
            }
            let Some(found) = over_all(asked.workspace, filter, asked.question, &whole).await? else {
                // No document lists the kinds: the themes are those of the whole.
                return match filter.is_empty() && asks_kinds_of_all(asked.question) {
                    true => whole_corpus::told(asked, trace).await,
                    false => Ok(Offer::none("documents do not answer it so")),
                };
            };
            let quoted = Answer { strategy: Answer::OVER_ALL.to_owned(), ..found };
            let answer = match (asked.asking.writer, &whole) {
                (Some((writer, _)), WholeAsked::Thing(_)) => {
                    OverviewWriting::new(writer, asked.question, asked.asking.budget).thing(quoted, trace).await
                }
                _ => quoted,
            };
            Ok(Offer::by_rules(answer, "all texts were read"))
        })
    }
}
