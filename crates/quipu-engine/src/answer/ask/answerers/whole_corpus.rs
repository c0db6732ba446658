//! The answerer of questions about all documents at once: the overview tells the themes, with a sentence each. It
//! answers at every effort, where no other way was named.

use quipu_language::plan::asks_of_all;

use super::{AnswerContext, Answerer, Needed, Offer};
use crate::answer::in_russian_letters;
use crate::answer::overview::{overview_answer, told_overview};
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

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

    fn offer<'a>(&'a self, asked: &'a AnswerContext<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let query = asked.asking.query;
            if !asks_of_all(&query.text) {
                return Ok(Offer::none("it asks for something of its own"));
            }
            if asked.asking.writer.is_some() {
                return Ok(Offer::none("a model writes"));
            }
            // A filter may hide what a theme says; earlier exchanges may be what "this" means.
            if !query.filter.is_empty() || !asked.asking.before.is_empty() || !WAYS.contains(&query.strategy.as_str()) {
                return Ok(Offer::none("a filter, a way or a conversation narrows it"));
            }
            told(asked).await
        })
    }
}

/// The overview as an offer.
pub(super) async fn told(asked: &AnswerContext<'_>) -> Result<Offer, EngineError> {
    let overview = told_overview(asked.workspace).await?;
    let russian = in_russian_letters(&asked.asking.query.text);
    Ok(match overview_answer(&*asked.workspace.store, &overview, russian).await? {
        Some(answer) => Offer::sure(answer, format!("{} themes", overview.themes.len())),
        None => Offer::none("there are no documents"),
    })
}
