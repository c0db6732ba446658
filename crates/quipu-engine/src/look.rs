//! One look: a question is understood, a strategy plans, the store cuts a view, the strategy
//! retrieves; or a policy looks as often as it needs. `ask`, `search` and `eval` all look through here.

use quipu_kernel::rank::fuse::{above, similarity};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Evidence, Filter, Needs, Question};
use quipu_language::plan::{RouteKind, route};

use crate::agent::prepared::look_by;
use crate::agent::{Asks, Environment, PolicyModel};
use crate::ports::{EmbedError, Role};
use crate::refine::{AfterOptions, BeforeOptions, merged};
use crate::trace::Trace;
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

/// Looks, and does what is asked for before and after.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub(crate) async fn look(
    workspace: &Workspace,
    query: &Query,
    model: Option<PolicyModel<'_>>,
    trace: &mut Trace,
) -> Result<Looked, EngineError> {
    let way = chosen(workspace, query, trace)?;
    let (before, after) = (BeforeOptions::of(&query.options), AfterOptions::of(&query.options).within(workspace));
    let limit = query.options.limit;
    let query = Query { options: after.widened(&query.options), ..query.clone() };
    let question = understand(workspace, &query).await?;
    trace.step("understand", format!("{} words, {} possible names", question.words.len(), question.names.len()));
    let mut environment = environment((workspace, model), way, &query, trace);
    let asks: Vec<Asks> = before.asks(&question).into_iter().chain(after.asks()).collect();
    let (mut notes, mut found, mut first) = (Vec::new(), Vec::new(), None);
    let dry = model.is_some_and(|model| model.dry);
    if !asks.is_empty() {
        environment.foretell(&asks);
    }
    let questions = match dry {
        // Each wording and part would be looked for.
        true => vec![question.clone(); before.looks(&question.text)],
        false => before.questions(&mut environment, question, &query, &mut notes).await?,
    };
    for question in questions {
        let Looked { question, evidence } = once(&mut environment, way, question, &query).await?;
        found.push((question.text.clone(), evidence));
        first.get_or_insert(question);
    }
    let question = first.unwrap_or_default();
    let mut evidence = merged(found, query.options.limit);
    if !dry {
        after.refine(&mut environment, &question, (&mut evidence, limit)).await?;
    }
    evidence.notes.extend(notes);
    evidence.foretold = environment.foretold();
    environment.say("retrieve", format!("{}: {} hits", way.name(), evidence.hits.len()));
    Ok(Looked { question, evidence })
}

/// Looks once by a way.
async fn once(
    environment: &mut Environment<'_>,
    way: Way,
    question: Question,
    query: &Query,
) -> Result<Looked, EngineError> {
    let make = match way {
        Way::Policy(make) => make,
        Way::Strategy(strategy) => {
            let found = look_by(environment, strategy, question, &query.options, true).await?;
            let none = || Evidence { strategy: strategy.name().to_owned(), ..Evidence::default() };
            return Ok(Looked { question: found.question, evidence: found.evidence.unwrap_or_else(none) });
        }
    };
    let mut evidence = make(&query.options).run(&question, environment).await?;
    evidence.counts = match environment.counts(&question) {
        Some(counts) => counts,
        // It looked for other words than the question's, which an answer is judged by.
        None => {
            let needs = Needs { lexical: 1, ..Needs::default() };
            environment.workspace().store.view(&question, &needs).await?.word_counts()
        }
    };
    Ok(Looked { question, evidence })
}

/// An environment around a workspace, with a model where one may be asked, and as many views as the way may cut.
fn environment<'e>(
    (workspace, model): (&'e Workspace, Option<PolicyModel<'e>>),
    way: Way,
    query: &'e Query,
    trace: &'e mut Trace,
) -> Environment<'e> {
    let environment = Environment::new(workspace, &query.options, trace);
    let environment = match way {
        Way::Strategy(_) => environment,
        Way::Policy(make) => environment.with_views(make(&query.options).views(&query.options)),
    };
    match model {
        Some(model) => environment.with_words(model),
        None => environment,
    }
}

/// The way of a query. `auto` chooses among strategies, and leaves what is asked of the whole to `global`, where there are
/// communities.
fn chosen(workspace: &Workspace, query: &Query, trace: &mut Trace) -> Result<Way, EngineError> {
    let route = route(&query.text, &[]);
    if query.strategy != "auto" || route.kind != RouteKind::Global || workspace.communities.is_none() {
        return ways::find(&query.strategy);
    }
    trace.step("plan", format!("global: {}", route.why));
    ways::find("global")
}

/// Understands a question: its words and names, its vector, its filter.
pub(crate) async fn understand(workspace: &Workspace, query: &Query) -> Result<Question, EmbedError> {
    let mut question =
        quipu_language::understood(Question::spelled(&query.text, |folded| workspace.extractor.spellings(folded)));
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

/// How near each text lies to a question, above the model's background; none where there are no vectors.
pub(crate) async fn nearness(
    workspace: &Workspace,
    question: &Question,
    texts: &[&str],
) -> Result<Vec<f64>, EmbedError> {
    let (Some(embedder), Some(asked)) = (&workspace.embedder, &question.vector) else { return Ok(Vec::new()) };
    let vectors = embedder.embed(texts, Role::Passage).await?;
    Ok(vectors.iter().map(|vector| beyond(question, asked, vector.as_deref())).collect())
}

/// The cosine of a vector to the question's, above the model's background.
pub(crate) fn beyond(question: &Question, asked: &[f32], vector: Option<&[f32]>) -> f64 {
    f64::from(above(similarity(Some(asked), vector) as f32, question.background))
}
