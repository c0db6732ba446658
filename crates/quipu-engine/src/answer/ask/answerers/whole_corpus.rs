//! The answerer of questions about all documents at once: the overview tells the themes, with a sentence each. It
//! answers at every effort, where no other way was named. A model, where one is set, writes over the same material.

use quipu_kernel::view::CallEstimate;
use quipu_language::plan::asks_of_all;

use super::{AnswerContext, Answerer, Needed, Offer};
use crate::answer::ask::AnswerRequest;
use crate::answer::ask::written_overview::OverviewWriting;
use crate::answer::in_russian_letters;
use crate::answer::overview::{overview_answer, told_overview};
use crate::base::ports::Boxed;
use crate::base::trace::Trace;
use crate::base::{EngineError, Workspace};

/// The ways that leave the choice to it.
const WAYS: [&str; 2] = ["auto", "global"];

pub(super) struct OverviewAnswerer;

impl Answerer for OverviewAnswerer {
    fn name(&self) -> &'static str {
        "overview"
    }

    fn needs(&self) -> Needed {
        Needed::Text
    }

    fn offer<'a>(
        &'a self,
        asked: &'a AnswerContext<'_>,
        trace: &'a mut Trace,
    ) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            if let Some(why) = left_alone(asked.asking) {
                return Ok(Offer::none(why));
            }
            told(asked, trace).await
        })
    }
}

/// The overview as an offer.
pub(super) async fn told(asked: &AnswerContext<'_>, trace: &mut Trace) -> Result<Offer, EngineError> {
    let question = &asked.asking.query.text;
    let overview = told_overview(asked.workspace).await?;
    let russian = in_russian_letters(question);
    let Some(quoted) = overview_answer(&*asked.workspace.store, &overview, russian).await? else {
        return Ok(Offer::none("there are no documents"));
    };
    let answer = match asked.asking.writer {
        Some((writer, _)) => {
            let writing = OverviewWriting::new(writer, question, asked.asking.budget);
            writing.overview(asked.workspace, &overview, quoted, trace).await?
        }
        None => quoted,
    };
    Ok(Offer::sure(answer, format!("{} themes", overview.themes.len())))
}

/// The reason why the overview does not answer; none where it does.
fn left_alone(asking: AnswerRequest<'_>) -> Option<&'static str> {
    let query = asking.query;
    if !asks_of_all(&query.text) {
        return Some("it asks for something of its own");
    }
    // A filter may hide what a theme says; earlier exchanges may be what "this" means.
    if !query.filter.is_empty() || !asking.before.is_empty() || !WAYS.contains(&query.strategy.as_str()) {
        return Some("a filter, a way or a conversation narrows it");
    }
    let by_reports = query.strategy != "auto" || query.options.own("auto.whole") == Some("true");
    (asking.writer.is_some() && by_reports).then_some("a model writes over reports")
}

/// An upper estimate of the cost of an overview that a model writes; none for any other question.
///
/// # Errors
/// When the store cannot be read.
pub(in crate::answer::ask) async fn overview_cost(
    workspace: &Workspace,
    asking: AnswerRequest<'_>,
) -> Result<Option<CallEstimate>, EngineError> {
    let Some((writer, _)) = asking.writer.filter(|_| left_alone(asking).is_none()) else { return Ok(None) };
    let overview = told_overview(workspace).await?;
    OverviewWriting::new(writer, &asking.query.text, asking.budget).estimate(workspace, &overview).await
}
