//! One look: a question is analysed, a strategy plans, the store cuts a view, the strategy
//! retrieves; or a policy looks as often as needed. `ask`, `search` and `eval` all use it.

use crate::base::query::Query;
use crate::base::query::understand;
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Evidence, Needs, Question, is_long_text};
use quipu_language::plan::{RouteKind, route};

use crate::base::ports::Boxed;
use crate::base::trace::Trace;
use crate::base::{EngineError, Workspace};
use crate::find::environment::prepared::run_strategy;
use crate::find::environment::{Environment, ExpectedCalls, PolicyModel};
use crate::find::refine::{AfterOptions, BeforeOptions, merged};
use crate::find::ways::{self, Way};

/// The result of a look.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Retrieval {
    /// The question, understood.
    pub(crate) question: Question,
    /// The evidence that the strategy or policy chose.
    pub(crate) evidence: Evidence,
}

/// Looks, with the requested steps before and after.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub(crate) async fn retrieve(
    workspace: &Workspace,
    query: &Query,
    model: Option<PolicyModel<'_>>,
    trace: &mut Trace,
) -> Result<Retrieval, EngineError> {
    let way = chosen(workspace, query, trace)?;
    let (before, after) = (BeforeOptions::of(&query.options), AfterOptions::of(&query.options).within(workspace));
    let limit = query.options.limit;
    let query = Query { options: after.widened(&query.options), ..query.clone() };
    let question = understand(workspace, &query).await?;
    trace.step("understand", format!("{} words, {} possible names", question.words.len(), question.names.len()));
    let mut environment = environment_with(workspace, model, way, &query, trace);
    let asks: Vec<ExpectedCalls> = before.asks(&question).into_iter().chain(after.asks()).collect();
    let (mut notes, mut found, mut first) = (Vec::new(), Vec::new(), None);
    let dry = model.is_some_and(|model| model.dry);
    if !asks.is_empty() {
        environment.add_estimate(&asks);
    }
    let questions = match dry {
        // Each wording and part would be searched.
        true => vec![question.clone(); before.looks(&question.text)],
        false => before.questions(&mut environment, question, &query, &mut notes).await?,
    };
    for question in questions {
        let Retrieval { question, evidence } = once(&mut environment, way, question, &query).await?;
        found.push((question.text.clone(), evidence));
        first.get_or_insert(question);
    }
    let question = first.unwrap_or_default();
    let mut evidence = merged(found, query.options.limit);
    if !dry {
        after.refine(&mut environment, &question, &mut evidence, limit).await?;
    }
    evidence.notes.extend(notes);
    evidence.foretold = environment.estimate();
    environment.say("retrieve", format!("{}: {} hits", way.name(), evidence.hits.len()));
    Ok(Retrieval { question, evidence })
}

/// Looks once by a way.
async fn once(
    environment: &mut Environment<'_>,
    way: Way,
    question: Question,
    query: &Query,
) -> Result<Retrieval, EngineError> {
    let make = match way {
        Way::Policy(make) => make,
        Way::Strategy(strategy) => {
            let found = run_strategy(environment, strategy, question, &query.options, true).await?;
            let none = || Evidence { strategy: strategy.name().to_owned(), ..Evidence::default() };
            return Ok(Retrieval { question: found.question, evidence: found.evidence.unwrap_or_else(none) });
        }
    };
    let mut evidence = make(&query.options).run(&question, environment).await?;
    evidence.counts = match environment.counts(&question) {
        Some(counts) => counts,
        // The search used other words than the question's, by which an answer is judged.
        None => {
            let needs = Needs { lexical: 1, ..Needs::default() };
            environment.workspace().store.view(&question, &needs).await?.word_counts()
        }
    };
    Ok(Retrieval { question, evidence })
}

/// An environment around a workspace, where policies may look by every registered way.
pub fn environment_of<'e>(workspace: &'e Workspace, options: &'e Options, trace: &'e mut Trace) -> Environment<'e> {
    Environment::new(workspace, options, trace, retrieve_by)
}

/// Retrieves for a query within an environment, by a strategy or by a policy.
fn retrieve_by<'r>(
    environment: &'r mut Environment<'_>,
    query: &'r Query,
) -> Boxed<'r, Result<Option<Evidence>, EngineError>> {
    Box::pin(async move {
        let way = ways::find(&query.strategy)?;
        if !environment.may_look() {
            return Ok(None);
        }
        let question = understand(environment.workspace(), query).await?;
        let evidence = match way {
            Way::Strategy(strategy) => {
                let found = run_strategy(environment, strategy, question, &query.options, false).await?;
                let Some(evidence) = found.evidence else { return Ok(None) };
                evidence
            }
            Way::Policy(make) => {
                let mut evidence = make(&query.options).run(&question, environment).await?;
                evidence.counts = environment.counts(&question).unwrap_or_default();
                evidence
            }
        };
        environment.say("look", format!("{}: {} hits", way.name(), evidence.hits.len()));
        Ok(Some(evidence))
    })
}

/// An environment around a workspace, with a model if allowed, and the way's limit of views.
fn environment_with<'e>(
    workspace: &'e Workspace,
    model: Option<PolicyModel<'e>>,
    way: Way,
    query: &'e Query,
    trace: &'e mut Trace,
) -> Environment<'e> {
    let environment = environment_of(workspace, &query.options, trace);
    let environment = match way {
        Way::Strategy(_) => environment,
        Way::Policy(make) => environment.with_views(make(&query.options).views(&query.options)),
    };
    match model {
        Some(model) => environment.with_words(model),
        None => environment,
    }
}

/// The way of a query. `auto` chooses among strategies; where its option says so, it leaves questions about the whole to
/// `global`, if there are communities.
fn chosen(workspace: &Workspace, query: &Query, trace: &mut Trace) -> Result<Way, EngineError> {
    let route = route(&query.text, &[]);
    let whole = query.strategy == "auto" && query.options.own("auto.whole") == Some("true");
    let asks = route.kind == RouteKind::Global && !is_long_text(&query.text);
    if !whole || !asks || workspace.communities.is_none() {
        return ways::find(&query.strategy);
    }
    trace.step("plan", format!("global: {}", route.why));
    ways::find("global")
}
