//! Tools that reckon over what documents state: dependencies, counts and arithmetic, two things side by side, what happened
//! when.

use quipu_engine::tools::calculate::{Calculated, CountAsk, CountedThings, GroupedBy, count, expression};
use quipu_engine::tools::compare::{Comparison, compare};
use quipu_engine::tools::dependencies::{DependencyAsk, DependencyView, dependencies};
use quipu_engine::tools::summarise::{SummariseAsk, Summary, summarise};
use quipu_engine::tools::timeline::{Timeline, TimelineAsk, timeline};
use quipu_language::arithmetic::ReckonError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::ToolSpec;
use super::paging::Paging;
use crate::{Error, Quipu};

pub(super) struct DependenciesTool;

/// Of what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DependenciesInput {
    /// The entity, as documents write it.
    entity: String,
    /// Over how many dependencies, from 1 to 10; 10 unless told.
    #[serde(default)]
    depth: Option<usize>,
    /// Verbs instead of the usual ones.
    #[serde(default)]
    predicates: Vec<String>,
}

impl ToolSpec for DependenciesTool {
    const NAME: &'static str = "dependencies";
    const ABOUT: &'static str =
        "Says what depends on an entity and on what it depends, through others too; circles; how critical it is.";
    const PAGING: Option<Paging> = Paging::list("all");
    type Input = DependenciesInput;
    type Output = DependencyView;

    async fn call(quipu: Quipu, input: DependenciesInput) -> Result<DependencyView, Error> {
        let depth = super::bounded(input.depth, 10, 10);
        let ask = DependencyAsk { entity: input.entity.clone(), depth, predicates: input.predicates };
        let workspace = quipu.reading()?;
        match dependencies(&workspace, &ask).await? {
            Some(found) => Ok(found),
            None => {
                // Who has such a name, or a near one, the graph knows best.
                quipu_engine::base::entity_named(&*workspace.store, &input.entity).await?;
                Ok(DependencyView::nothing_of(input.entity))
            }
        }
    }
}

pub(super) struct CalculateTool;

/// What is reckoned: an expression, or a count of what the graph holds.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CalculateInput {
    /// Arithmetic: numbers, + - * / % ( ), dates, units; no functions but min, max, abs, round.
    #[serde(default)]
    expression: Option<String>,
    /// What is counted: entities, relations, documents or chunks.
    #[serde(default)]
    #[schemars(extend("enum" = ["entities", "relations", "documents", "chunks"]))]
    of: Option<String>,
    /// Only entities of this kind.
    #[serde(default)]
    kind: Option<String>,
    /// Only relations of this predicate.
    #[serde(default)]
    predicate: Option<String>,
    /// Only relations from this.
    #[serde(default)]
    source: Option<String>,
    /// Only relations to this.
    #[serde(default)]
    target: Option<String>,
    /// Groups: kind, predicate, source or target.
    #[serde(default)]
    #[schemars(extend("enum" = ["kind", "predicate", "source", "target"]))]
    group_by: Option<String>,
}

impl ToolSpec for CalculateTool {
    const NAME: &'static str = "calculate";
    const ABOUT: &'static str =
        "Reckons arithmetic exactly, or counts entities, relations, documents or chunks, in groups too.";
    type Input = CalculateInput;
    type Output = Calculated;

    async fn call(quipu: Quipu, input: CalculateInput) -> Result<Calculated, Error> {
        if let Some(text) = input.expression {
            let wrong = |error: ReckonError| Error::Expression { expression: text.clone(), reason: error.to_string() };
            return expression(&text).map_err(wrong);
        }
        let read = |name: &Option<String>| name.clone().map(Value::from);
        let of: Option<CountedThings> = read(&input.of).and_then(|name| serde_json::from_value(name).ok());
        let group_by: Option<GroupedBy> = read(&input.group_by).and_then(|name| serde_json::from_value(name).ok());
        let CalculateInput { kind, predicate, source, target, .. } = input;
        let ask = CountAsk { of, kind, predicate, source, target, group_by };
        Ok(count(&quipu.reading()?, &ask).await?)
    }
}

pub(super) struct CompareTool;

/// Two things.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CompareInput {
    /// The one.
    a: String,
    /// The other.
    b: String,
    /// By what; by all that is said of both unless told.
    #[serde(default)]
    by: Vec<String>,
}

impl ToolSpec for CompareTool {
    const NAME: &'static str = "compare";
    const ABOUT: &'static str =
        "Puts two entities side by side: what is said of both, whether it is the same, and what of one alone.";
    const PAGING: Option<Paging> = Paging::list("rows");
    type Input = CompareInput;
    type Output = Comparison;

    async fn call(quipu: Quipu, input: CompareInput) -> Result<Comparison, Error> {
        Ok(compare(&quipu.reading()?, &input.a, &input.b, &input.by).await?)
    }
}

pub(super) struct TimelineTool;

/// About what, and when.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TimelineInput {
    /// An entity or a topic.
    about: String,
    /// Nothing before this date.
    #[serde(default)]
    from: Option<String>,
    /// Nothing after it.
    #[serde(default)]
    to: Option<String>,
}

impl ToolSpec for TimelineTool {
    const NAME: &'static str = "timeline";
    const ABOUT: &'static str = "Lists dated statements about an entity or a topic in the order of their dates.";
    const PAGING: Option<Paging> = Paging::list("rows");
    type Input = TimelineInput;
    type Output = Timeline;

    async fn call(quipu: Quipu, input: TimelineInput) -> Result<Timeline, Error> {
        let workspace = quipu.reading()?;
        let day = |text: &Option<String>| text.as_deref().and_then(|text| workspace.extractor.day(text));
        let ask = TimelineAsk { about: input.about.clone(), from: day(&input.from), to: day(&input.to) };
        Ok(timeline(&workspace, &ask).await?)
    }
}

pub(super) struct SummariseTool;

/// What is summarised: a topic or a document.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SummariseInput {
    /// A topic, in words.
    #[serde(default)]
    topic: Option<String>,
    /// The id of a document.
    #[serde(default)]
    document: Option<String>,
    /// In how many sentences, from 1 to 12; 5 unless told.
    #[serde(default)]
    sentences: Option<usize>,
}

impl ToolSpec for SummariseTool {
    const NAME: &'static str = "summarise";
    const ABOUT: &'static str = "Summarises a document, or what the documents say of a topic, by their own sentences.";
    const PAGING: Option<Paging> = Paging::list("sentences");
    type Input = SummariseInput;
    type Output = Summary;

    async fn call(quipu: Quipu, input: SummariseInput) -> Result<Summary, Error> {
        let ask = match (input.topic, input.document) {
            (Some(topic), None) if !topic.trim().is_empty() => SummariseAsk::Topic(topic),
            (None, Some(document)) => SummariseAsk::Document(document),
            _ => return Err(Error::QuestionEmpty),
        };
        let found = summarise(&quipu.reading()?, &ask, super::bounded(input.sentences, 5, 12)).await?;
        match (found, ask) {
            (Some(found), _) => Ok(found),
            (None, SummariseAsk::Document(id) | SummariseAsk::Topic(id)) => Err(Error::NoDocument { id }),
        }
    }
}
