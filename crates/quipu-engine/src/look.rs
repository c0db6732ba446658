//! One look: a question is understood, a strategy plans, the store cuts a view, the strategy
//! retrieves; or a policy looks as often as it needs. `ask`, `search` and `eval` all look through here.

use std::time::Instant;

use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Evidence, Filter, Question};

use crate::agent::Reader;
use crate::ask::Step;
use crate::passing::passing;
use crate::ports::{EmbedError, Role};
use crate::ways::{self, Way};
use crate::{EngineError, Workspace};

/// A question as asked, and how to look for its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// The question.
    pub text: String,
    /// Which documents it may see.
    pub filter: Filter,
    /// Name of the strategy.
    pub strategy: String,
    /// The strategy's options.
    pub options: Options,
}

/// What a look saw.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Looked {
    /// The question, understood.
    pub(crate) question: Question,
    /// What the strategy or policy chose.
    pub(crate) evidence: Evidence,
}

/// Looks once.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub(crate) async fn look(workspace: &Workspace, query: &Query, clock: &mut Clock) -> Result<Looked, EngineError> {
    let way = ways::find(&query.strategy)?;
    let question = understand(workspace, query).await?;
    clock.step("understand", format!("{} words, {} possible names", question.words.len(), question.names.len()));
    let strategy = match way {
        Way::Strategy(strategy) => strategy,
        Way::Policy(make) => return run(workspace, make, question, query, clock).await,
    };
    let needs = strategy.plan(&question, &query.options);
    let view = workspace.store.view(&question, &needs).await?.above(question.background);
    let (chunks, entities, relations) = (view.chunks.len(), view.entities.len(), view.relations.len());
    clock.step("view", format!("{chunks} chunks, {entities} entities, {relations} relations"));
    let mut evidence = strategy.retrieve(&question, &view, &query.options);
    passing(&*workspace.store, &query.filter, &mut evidence).await?;
    clock.step("retrieve", format!("{}: {} hits", way.name(), evidence.hits.len()));
    Ok(Looked { question, evidence })
}

/// Looks by a policy.
async fn run(
    workspace: &Workspace,
    make: ways::Make,
    question: Question,
    query: &Query,
    clock: &mut Clock,
) -> Result<Looked, EngineError> {
    let policy = make(&query.options);
    let mut reader = Reader::new(&*workspace.store, query.options.views);
    let mut evidence = policy.run(&question, &mut reader).await?;
    evidence.counts = reader.into_counts();
    clock.step("retrieve", format!("{}: {} hits", policy.name(), evidence.hits.len()));
    Ok(Looked { question, evidence })
}

/// Understands a question: its words and names, its vector, its filter.
async fn understand(workspace: &Workspace, query: &Query) -> Result<Question, EmbedError> {
    let mut question = Question::new(&query.text);
    question.filter = query.filter.clone();
    question.facts = query.options.facts;
    // No text is near to an empty one, and some servers refuse it.
    let said = !query.text.trim().is_empty();
    if let Some(embedder) = workspace.embedder.as_ref().filter(|_| said) {
        let vectors = embedder.embed(&[query.text.as_str()], Role::Question).await?;
        question.vector = vectors.into_iter().next().flatten();
        question.background = embedder.background().await?;
    }
    Ok(question)
}

/// Times the steps of a story.
pub(crate) struct Clock {
    since: Instant,
    /// The steps so far.
    pub(crate) steps: Vec<Step>,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { since: Instant::now(), steps: Vec::new() }
    }

    /// Notes that a step ended now.
    pub(crate) fn step(&mut self, step: &str, detail: String) {
        let ms = self.since.elapsed().as_secs_f64() * 1e3;
        self.steps.push(Step { step: step.to_owned(), detail, ms });
        self.since = Instant::now();
    }
}
