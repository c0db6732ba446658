//! Answerers: methods of answering a question. They are tried in their order, and the first that is sure answers; the
//! reason of each stands in the trace.

mod agent;
mod chain;
mod composed;
mod defined;
mod direct;
mod extractive;
mod generative;
mod groups;
mod over_all;
mod short_word;
mod whole_corpus;

use quipu_kernel::view::Evidence;

pub(super) use whole_corpus::overview_cost;

use super::AnswerRequest;
use super::events::AnswerSink;
use super::quote::QuoteDraft;
use crate::answer::solve::Solved;
use crate::answer::{Answer, Trouble};
use crate::base::agent_events::AgentTrace;
use crate::base::hits::ShownHit;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;
use crate::base::{EngineError, Workspace};

/// The answerers before those of one look, in the order of their calls.
const ANSWERERS: [&dyn Answerer; 7] = [
    &short_word::SmallTalkAnswerer,
    &whole_corpus::OverviewAnswerer,
    &over_all::OverAll,
    &direct::Direct,
    &composed::RulesAnswerer,
    &generative::WrittenAnswerer,
    &agent::Agent,
];

/// The answerers of one look, in the order of their calls.
const LOOKING: [&dyn Answerer; 4] =
    [&groups::Groups, &chain::Chain, &defined::DefinitionAnswerer, &extractive::QuotedAnswerer];

/// The inputs that an answerer needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needed {
    /// The text as it was sent: earlier exchanges do not change it, and the agent is not asked.
    Text,
    /// The question, made to stand alone, and all texts: neither a look nor the agent is asked.
    Texts,
    /// The question, and the agent's result: nothing is retrieved.
    Question,
    /// Evidence too.
    Evidence,
}

/// A method of answering.
pub(super) trait Answerer: Sync {
    /// Its name in the trace.
    fn name(&self) -> &'static str;

    /// Its inputs.
    fn needs(&self) -> Needed {
        Needed::Evidence
    }

    /// Its offer of an answer.
    ///
    /// # Errors
    /// When the store or the embedding model fails. A model that does not reply is no error.
    fn offer<'a>(&'a self, asked: &'a AnswerContext<'_>, trace: &'a mut Trace)
    -> Boxed<'a, Result<Offer, EngineError>>;
}

/// A question with the inputs of answerers.
pub(super) struct AnswerContext<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) asking: AnswerRequest<'a>,
    /// The question, made to stand alone.
    pub(super) question: &'a str,
    /// The agent's result, for an effort above one look.
    pub(super) solved: Option<&'a Solved>,
    /// The retrieved evidence; none before retrieval.
    pub(super) found: Option<Retrieved<'a>>,
    pub(super) say: &'a AnswerSink,
}

/// Retrieved evidence.
#[derive(Clone, Copy)]
pub(super) struct Retrieved<'a> {
    pub(super) evidence: &'a Evidence,
    /// The best hits, in display order.
    pub(super) hits: &'a [ShownHit],
    /// The draft of quotes from it.
    pub(super) draft: &'a QuoteDraft,
}

/// An answerer's offer.
#[derive(Debug, Default)]
pub(super) struct Offer {
    /// Its answer, where it is sure of one.
    answer: Option<Answer>,
    /// The reason why it has one or none.
    why: String,
    /// A problem with a model.
    trouble: Option<Trouble>,
    /// True if rules composed it: gaps of a look do not concern it.
    by_rules: bool,
}

impl Offer {
    /// A sure answer.
    fn sure(answer: Answer, why: impl Into<String>) -> Self {
        Self { answer: Some(answer), why: why.into(), ..Self::default() }
    }

    /// A sure answer that rules composed.
    fn by_rules(answer: Answer, why: impl Into<String>) -> Self {
        Self { by_rules: true, ..Self::sure(answer, why) }
    }

    /// The offer with the agent's trace.
    fn traced(mut self, run: Box<AgentTrace>) -> Self {
        self.answer = self.answer.map(|answer| Answer { agent: Some(run), ..answer });
        self
    }

    /// No answer.
    fn none(why: impl Into<String>) -> Self {
        Self { why: why.into(), ..Self::default() }
    }
}

/// The answer of the first answerer that is sure, and its kind.
#[derive(Default)]
pub(super) struct ChosenAnswer {
    pub(super) answer: Answer,
    /// True if rules answered: gaps of a look do not concern them.
    pub(super) by_rules: bool,
}

/// Calls the answerers that need no more than this; returns the first sure answer, if there is one.
///
/// # Errors
/// When the store or the embedding model fails.
pub(super) async fn answered(
    asked: &AnswerContext<'_>,
    needs: Needed,
    trace: &mut Trace,
) -> Result<Option<ChosenAnswer>, EngineError> {
    let (mut reasons, mut trouble) = (Vec::new(), Vec::new());
    for answerer in ANSWERERS.iter().chain(&LOOKING).filter(|one| one.needs() == needs) {
        let offer = answerer.offer(asked, trace).await?;
        reasons.push(format!("{}: {}", answerer.name(), offer.why));
        trouble.extend(offer.trouble);
        let Some(mut answer) = offer.answer else { continue };
        answer.trouble.extend(trouble);
        if needs != Needed::Question {
            trace.step("answerers", reasons.join("; "));
        }
        return Ok(Some(ChosenAnswer { answer, by_rules: offer.by_rules }));
    }
    Ok(None)
}
