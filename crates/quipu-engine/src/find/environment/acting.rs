//! The environment of an agent: the interface through which a policy sees and acts.
//!
//! It looks by any registered way, cuts views, reads, asks a model, reports steps, and checks for a
//! stop. It changes nothing. Bounds hold here and not by a policy's good will: a look beyond the last view
//! returns nothing, and a call that could exceed the remaining budget is never begun.

use futures::future::{Either, join_all, select};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{CallEstimate, Counts, Evidence, Needs, Question, View, WordCounts};
use rustc_hash::FxHashMap;

use crate::base::agent_events::AgentEvent;
use crate::base::gateway::{Cached, LedgerLine, Price};
use crate::base::ports::{
    Boxed, DocumentRow, EntityFound, LlmError, Prompt, Reply, Select, SelectChunks, StoredChunk, Usage,
};
use crate::base::query::Query;
use crate::base::trace::Trace;
use crate::base::{EngineError, Stop, Workspace};
use crate::find::communities::CommunityWords;
use crate::find::environment::WayWords;

/// The default limit of views for a policy.
pub const VIEWS: usize = 256;

/// The depth limit of looks within policies: recursion ends.
const DEEPEST: usize = 4;

/// The reason why a model gave a policy nothing. None of these ends a policy: rules go on where a model does not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unasked {
    /// No model is named.
    #[error("no model is configured for policies")]
    Nobody,
    /// The call could exceed a bound; it was not begun, or not repeated.
    #[error("{0}")]
    Bounded(LlmError),
    /// The time for it was over; a call under way was dropped.
    #[error("the time for it was over")]
    Late,
    /// The policy was stopped; a call under way was dropped.
    #[error("the run was stopped")]
    Stopped,
    /// The model failed, or its reply is unusable.
    #[error("{0}")]
    Failed(LlmError),
}

impl Unasked {
    fn of(error: LlmError) -> Self {
        if error.is_of_bounds() { Self::Bounded(error) } else { Self::Failed(error) }
    }
}

/// Calls that a policy is going to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExpectedCalls {
    /// The maximum number of calls.
    pub calls: u64,
    /// Tokens of their prompts.
    pub input: u64,
    /// Tokens of their replies.
    pub output: u64,
    /// True if the model is asked that rates and tests.
    pub tests: bool,
}

/// The models for policies, with prompt texts and prices.
#[derive(Clone, Copy)]
pub struct PolicyModel<'e> {
    /// The model that writes.
    pub llm: &'e Cached,
    /// The one that rates and tests; a smaller one will do.
    pub tester: &'e Cached,
    /// The prompt texts about communities.
    pub words: &'e CommunityWords,
    /// The prompt texts of search strategies.
    pub ways: &'e WayWords,
    /// The prices of both.
    pub prices: (Price, Price),
    /// The maximum cost of writing the answer: tokens of its prompt and of its reply.
    pub answer: (u64, u64),
    /// True if costs are only estimated.
    pub dry: bool,
}

/// Retrieves for a query by any registered way, within an environment. The registry is above the policies that it
/// lists, hence a function as a parameter.
pub(crate) type RetrieveBy =
    for<'r, 'e> fn(&'r mut Environment<'e>, &'r Query) -> Boxed<'r, Result<Option<Evidence>, EngineError>>;

/// The environment of an agent.
pub struct Environment<'e> {
    workspace: &'e Workspace,
    options: &'e Options,
    trace: &'e mut Trace,
    llm: Option<&'e Cached>,
    model: Option<PolicyModel<'e>>,
    foretold: Option<CallEstimate>,
    before: LedgerLine,
    stop: Stop,
    views: usize,
    depth: usize,
    retrieve_by: RetrieveBy,
    /// Counts of the workspace, and the number of its chunks for each word of earlier views, by
    /// its text.
    counted: (Counts, FxHashMap<String, u64>),
}

impl<'e> Environment<'e> {
    /// Around a workspace, with at most [`VIEWS`] views and without a model; `retrieve_by` knows the
    /// registered ways.
    pub(crate) fn new(
        workspace: &'e Workspace,
        options: &'e Options,
        trace: &'e mut Trace,
        retrieve_by: RetrieveBy,
    ) -> Self {
        let (llm, before, stop, counted) = (None, LedgerLine::default(), Stop::default(), Default::default());
        let (model, foretold, views) = (None, None, VIEWS);
        Self { workspace, options, trace, llm, model, foretold, before, stop, views, depth: 0, retrieve_by, counted }
    }

    /// With a model that may be asked within the bounds of the ledger that it counts in
    /// ([`crate::base::gateway::Ledger::within`]).
    #[must_use]
    pub fn with_model(self, llm: &'e Cached) -> Self {
        Self { before: llm.ledger().total(), llm: Some(llm), ..self }
    }

    /// A copy with the models for policies.
    #[must_use]
    pub fn with_words(self, model: PolicyModel<'e>) -> Self {
        Self { model: Some(model), ..self.with_model(model.llm) }
    }

    /// A copy with a limit of views.
    #[must_use]
    pub fn with_views(self, views: usize) -> Self {
        Self { views, ..self }
    }

    /// With a word that ends it from outside.
    #[must_use]
    pub fn with_stop(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// The workspace.
    pub(crate) fn workspace(&self) -> &'e Workspace {
        self.workspace
    }

    /// The options of the way that was chosen, as settings and flags have them.
    pub fn options(&self) -> &'e Options {
        self.options
    }

    /// True if a policy must end with its present results: it was stopped, or no view is left.
    pub fn is_over(&self) -> bool {
        self.stop.asked() || self.views == 0
    }

    /// True if it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.asked()
    }

    /// Number of views left.
    pub fn views_left(&self) -> usize {
        self.views
    }

    /// True if there is a model to ask.
    pub fn has_model(&self) -> bool {
        self.llm.is_some()
    }

    /// The models for a policy, if it may ask one.
    pub fn model(&self) -> Option<PolicyModel<'e>> {
        self.model
    }

    /// Adds to the estimated cost, besides earlier estimates and the answer's writing; true if the calls may begin.
    pub fn add_estimate(&mut self, asks: &[ExpectedCalls]) -> bool {
        let Some(model) = self.model else { return false };
        let (write, test) = model.prices;
        let answer = ExpectedCalls { calls: 1, input: model.answer.0, output: model.answer.1, tests: false };
        // The answer is written once, however often something is asked before.
        let answer = [answer];
        let written = answer.iter().filter(|_| self.foretold.is_none());
        let told = asks.iter().chain(written).fold(self.foretold.unwrap_or_default(), |sum, one| {
            let usage = Usage { input: one.input, output: one.output, told: false };
            CallEstimate {
                calls: sum.calls + one.calls,
                input: sum.input + one.input,
                output: sum.output + one.output,
                money: sum.money + if one.tests { test } else { write }.of(usage),
            }
        });
        let CallEstimate { calls, input, output, money } = told;
        let cost = if money > 0.0 { format!(", {}", crate::base::gateway::money(money)) } else { String::new() };
        self.say("foretell", format!("at most {calls} calls, {input} tokens of prompts and {output} of replies{cost}"));
        self.foretold = Some(told);
        !model.dry
    }

    /// The estimated cost.
    pub(crate) fn estimate(&self) -> Option<CallEstimate> {
        self.foretold
    }

    /// The usage of the model by this policy so far.
    pub fn spent(&self) -> LedgerLine {
        self.llm.map_or_else(LedgerLine::default, |llm| llm.ledger().total().since(self.before))
    }

    /// The frequencies of a question's words, if views were cut for all of them.
    pub fn counts(&self, question: &Question) -> Option<WordCounts> {
        let (workspace, by_word) = &self.counted;
        let chunks = question.words.iter().map(|word| by_word.get(&word.text).copied());
        Some(WordCounts { workspace: *workspace, chunks: chunks.collect::<Option<_>>()? })
    }

    /// Reports that a step ended: its name, and its result.
    pub fn say(&mut self, step: &str, detail: impl Into<String>) {
        self.trace.step(step, detail.into());
    }

    /// Reports an event of the agent.
    pub(crate) fn emit(&mut self, event: &AgentEvent) {
        self.trace.happened(event);
    }

    /// A view, its cosines counted from the model's background; none if all views are cut, or it was stopped.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn view(&mut self, question: &Question, needs: &Needs) -> Result<Option<View>, EngineError> {
        if self.is_over() {
            return Ok(None);
        }
        self.views -= 1;
        let view = self.workspace.store.view(question, needs).await?.above(question.background);
        self.counted.0 = view.counts;
        let words = question.words.iter().zip(&view.word_chunks);
        self.counted.1.extend(words.map(|(word, chunks)| (word.text.clone(), *chunks)));
        Ok(Some(view))
    }

    /// The evidence of a query, which any strategy or policy may look for; none where no view is left to begin
    /// with, it was stopped, or policies look by policies too deep.
    ///
    /// # Errors
    /// When there is no such way, or the store or the embedding model fails.
    pub async fn retrieve(&mut self, query: &Query) -> Result<Option<Evidence>, EngineError> {
        let retrieve_by = self.retrieve_by;
        self.depth += 1;
        let found = retrieve_by(self, query).await;
        self.depth -= 1;
        found
    }

    /// True if it may look once more.
    pub(crate) fn may_look(&self) -> bool {
        !self.is_over() && self.depth <= DEEPEST
    }

    /// Documents.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn documents(&self, select: &Select) -> Result<Vec<DocumentRow>, EngineError> {
        Ok(self.workspace.store.documents(select).await?)
    }

    /// Chunks, with their facts if selected.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn chunks(&self, select: &SelectChunks) -> Result<Vec<StoredChunk>, EngineError> {
        Ok(self.workspace.store.chunks(select).await?)
    }

    /// Entities of any of these folded names, with the relations stated about them.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn entities(&self, names: &[String]) -> Result<Vec<EntityFound>, EngineError> {
        Ok(self.workspace.store.entities(names).await?)
    }

    /// The value that `read` gives for the model's reply to a prompt. A known reply costs nothing and counts
    /// against no bound; a new one is stored first. Reports a step of its own.
    ///
    /// # Errors
    /// When there is no model, a bound or a stop forbids it, or the model fails.
    pub async fn ask<T>(&mut self, prompt: &Prompt, read: impl Fn(&Reply) -> Result<T, String>) -> Result<T, Unasked> {
        let llm = self.llm.ok_or(Unasked::Nobody)?;
        if self.stop.asked() {
            return Err(Unasked::Stopped);
        }
        let before = self.spent();
        let asked = unless_stopped(&self.stop, llm.ask_for(prompt, read)).await;
        let spent = self.spent().since(before);
        self.say("ask", format!("{}: {} calls, {} tokens", llm.model(), spent.requests(), spent.tokens()));
        asked
    }

    /// The values of `read` for the replies to several concurrent prompts; it gets the index of each. Reports one step.
    pub async fn ask_all<T>(
        &mut self,
        llm: &Cached,
        prompts: &[Prompt],
        read: impl Fn(usize, &str) -> Result<T, String>,
    ) -> Vec<Result<T, Unasked>> {
        let before = llm.ledger().total();
        let (read, stop) = (&read, &self.stop);
        let each = prompts
            .iter()
            .enumerate()
            .map(|(at, prompt)| unless_stopped(stop, async move { llm.ask(prompt, |text| read(at, text)).await }));
        let all = join_all(each).await;
        let spent = llm.ledger().total().since(before);
        self.say("ask", format!("{}: {} calls, {} tokens", llm.model(), spent.requests(), spent.tokens()));
        all
    }
}

/// The result of a call, unless it is stopped before: then it is dropped.
async fn unless_stopped<T>(stop: &Stop, call: impl Future<Output = Result<T, LlmError>>) -> Result<T, Unasked> {
    match select(std::pin::pin!(call), std::pin::pin!(stop.heard())).await {
        Either::Left((asked, _)) => asked.map_err(Unasked::of),
        Either::Right(_) => Err(Unasked::Stopped),
    }
}
