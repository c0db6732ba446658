//! Tools: what agents, servers and the command line call by name (function calling), one list for all of them. Each says
//! in JSON Schema what it takes and what it gives, and which right it needs; what it gives is the same whoever calls: a type of
//! the library, or a view of one that has fewer tokens (`HitView`, `EntityView`), since whoever reads it pays for each.

pub(crate) mod agent_tools;
mod coerce;
mod communities;
mod cursor;
mod cut;
mod dialect;
mod documents;
mod entity_tools;
mod find_entities;
mod links;
mod measures;
mod names;
mod overview_tool;
mod paging;
mod read;
mod search_tools;
mod shorten;
mod similar;
mod texts;

use std::sync::{Arc, LazyLock};

use futures::future::BoxFuture;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::errors::EngineError;
use crate::filter::Expression;
pub use crate::tool_messages::without_commands;
use crate::{Access, Error, ErrorKind, Filters, Quipu};
pub use coerce::arguments;
pub use links::{page_of, place_on};
pub use paging::Paging;
use paging::Portion;

/// A tool.
pub struct NamedTool {
    /// Its name.
    pub name: &'static str,
    /// What it does and when to call it, for whoever chooses among tools.
    pub about: &'static str,
    /// The right that it needs.
    pub needs: Access,
    /// What it may do beside reading the workspace.
    pub reach: ToolReach,
    paging: Option<Paging>,
    /// The schema of its arguments without budget and cursor, with the marks that coercion reads; derived once.
    input: LazyLock<Value>,
    output: fn() -> Value,
    call: fn(Quipu, Value, CallListener) -> BoxFuture<'static, Result<Value, ToolError>>,
}

/// What a tool may do beside reading the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolReach {
    /// Nothing but what its right says.
    Inside,
    /// It may ask others over the network.
    Outside,
    /// It may take away what nothing brings back.
    Destroys,
}

/// What a door adds to a call.
#[derive(Clone, Default)]
pub struct ToolDoor {
    /// Where the page shows the workspace, as `http://127.0.0.1:7171/w/notes`: the addresses of what is found lead there.
    pub page: Option<String>,
    /// Who hears what happens while a tool that takes long is at work.
    pub heard: CallListener,
}

/// Who hears what happens while a tool is at work, a line each time; nobody, where there is none.
pub type CallListener = Option<Arc<dyn Fn(&str) + Send + Sync>>;

/// Why a tool gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// Its arguments cannot be meant.
    #[error("the arguments of {tool}: {reason}")]
    Arguments {
        /// The tool.
        tool: &'static str,
        /// What is wrong with them.
        reason: String,
    },
    /// What it called failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl NamedTool {
    /// What it takes: a JSON Schema in the dialect that models of all makers accept (see `dialect.rs`).
    pub fn input(&self) -> Value {
        dialect::published(self.wanted())
    }

    /// The schema by which arguments are made to fit.
    fn wanted(&self) -> Value {
        let own = self.input.clone();
        if self.paging.is_some() { paging::input(own) } else { own }
    }

    fn fitted(&self, schema: &Value, given: Value) -> Result<Value, ToolError> {
        coerce::fitted(schema, given).map_err(|reason| ToolError::Arguments { tool: self.name, reason })
    }

    /// Arguments in the one form that the tool takes, however a model or a client wrote them: [`NamedTool::call_by`] takes
    /// them so, and a decision by an argument must look at this form.
    ///
    /// # Errors
    /// When they cannot be meant.
    pub fn arguments(&self, given: Value) -> Result<Value, ToolError> {
        self.fitted(&self.wanted(), given)
    }

    /// What it gives: a JSON Schema without references.
    pub fn output(&self) -> Value {
        if self.paging.is_some() { paging::output((self.output)()) } else { (self.output)() }
    }

    /// Calls it. What a reader gives has at most `max_tokens` tokens of o200k as JSON; the rest is behind its `next`.
    ///
    /// # Errors
    /// When its arguments cannot be meant, or what it calls fails.
    pub fn call(&self, quipu: &Quipu, arguments: Value) -> BoxFuture<'static, Result<Value, ToolError>> {
        self.call_by(quipu, arguments, ToolDoor::default())
    }

    /// Calls it through a door; as [`NamedTool::call`].
    ///
    /// # Errors
    /// When its arguments cannot be meant, or what it calls fails.
    pub fn call_by(
        &self,
        quipu: &Quipu,
        arguments: Value,
        ToolDoor { page, heard }: ToolDoor,
    ) -> BoxFuture<'static, Result<Value, ToolError>> {
        let (tool, paging, call, quipu) = (self.name, self.paging, self.call, quipu.clone());
        let arguments = self.arguments(arguments);
        Box::pin(async move {
            let mut arguments = arguments?;
            let portion = paging.map(|paging| Ok((paging, Portion::taken(tool, paging, &mut arguments)?)));
            let portion = portion.transpose().map_err(|reason| ToolError::Arguments { tool, reason })?;
            let mut given = call(quipu, arguments, heard).await?;
            if let Some(page) = page {
                links::lead_to(&mut given, &page);
            }
            Ok(match portion {
                Some((paging, portion)) => portion.of(paging, given),
                None => given,
            })
        })
    }

    /// What it takes without budget and cursor, for whoever bounds what it gives in his own way.
    pub(crate) fn whole_input(&self) -> Value {
        dialect::published(self.input.clone())
    }

    /// Calls it without budget and cursor.
    pub(crate) fn call_whole(&self, quipu: &Quipu, arguments: Value) -> BoxFuture<'static, Result<Value, ToolError>> {
        let (call, quipu) = (self.call, quipu.clone());
        let arguments = self.fitted(&self.input, arguments);
        Box::pin(async move { call(quipu, arguments?, None).await })
    }
}

impl ToolError {
    /// What went wrong, in the words of tools, for callers without a command line.
    pub fn message(&self) -> String {
        match self {
            Self::Arguments { .. } => self.to_string(),
            Self::Failed(error) => error.for_tools(),
        }
    }

    /// A name for programs of what went wrong, the same for every tool.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Arguments { .. } => "bad_arguments",
            Self::Failed(Error::Stopped) => "cancelled",
            Self::Failed(error) => match (error.code(), error.kind()) {
                ("several", _) => "ambiguous",
                (_, ErrorKind::Unnamed) => "not_found",
                (_, ErrorKind::Usage) => "bad_arguments",
                (_, ErrorKind::Failed) => "internal",
            },
        }
    }
}

/// What a tool gave, or why it gave nothing, in one shape for whoever reads many.
pub fn told(tool: &str, given: Result<Value, ToolError>) -> Value {
    match given {
        Ok(result) => serde_json::json!({ "ok": true, "tool": tool, "result": result }),
        Err(error) => {
            let near = match &error {
                ToolError::Failed(Error::Engine(EngineError::Unnamed { near, .. })) => near.clone(),
                _ => String::new(),
            };
            let error = serde_json::json!({ "code": error.code(), "message": error.message(), "near": near });
            serde_json::json!({ "ok": false, "tool": tool, "error": error })
        }
    }
}

/// What a tool is, written once: its parts become a [`NamedTool`] by [`tool`].
pub trait ToolSpec {
    /// Its name.
    const NAME: &'static str;
    /// What it does and when to call it.
    const ABOUT: &'static str;
    /// The right that it needs.
    const NEEDS: Access = Access::Read;
    /// What it may do beside reading.
    const REACH: ToolReach = ToolReach::Inside;
    /// What of its result is given in portions; none where it is always small.
    const PAGING: Option<Paging> = None;
    /// Its arguments.
    type Input: DeserializeOwned + JsonSchema + Send + 'static;
    /// What it gives.
    type Output: Serialize + JsonSchema + Send + 'static;

    /// What of its arguments no schema says.
    ///
    /// # Errors
    /// With what is wrong with them.
    fn check(_input: &Self::Input) -> Result<(), String> {
        Ok(())
    }

    /// Calls it.
    fn call(quipu: Quipu, input: Self::Input) -> impl Future<Output = Result<Self::Output, Error>> + Send;

    /// The same, while somebody hears what happens.
    fn call_heard(
        quipu: Quipu,
        input: Self::Input,
        _heard: CallListener,
    ) -> impl Future<Output = Result<Self::Output, Error>> + Send {
        Self::call(quipu, input)
    }
}

/// The tools, in the order in which they are offered.
static TOOLS: LazyLock<Vec<NamedTool>> = LazyLock::new(|| {
    vec![
        tool::<search_tools::Search>(),
        tool::<texts::Fetch>(),
        tool::<search_tools::AskTool>(),
        tool::<texts::Outline>(),
        tool::<texts::GrepTool>(),
        tool::<read::Read>(),
        tool::<entity_tools::Lookup>(),
        tool::<find_entities::FindThings>(),
        tool::<entity_tools::PathTool>(),
        tool::<measures::DependenciesTool>(),
        tool::<measures::CalculateTool>(),
        tool::<measures::CompareTool>(),
        tool::<measures::TimelineTool>(),
        tool::<measures::SummariseTool>(),
        tool::<overview_tool::OverviewTool>(),
        tool::<communities::CommunitiesTool>(),
        tool::<similar::SimilarTool>(),
        tool::<texts::Documents>(),
        tool::<entity_tools::StatusTool>(),
        tool::<documents::AddDocument>(),
        tool::<documents::DeleteDocument>(),
        tool::<names::MergeNames>(),
        tool::<names::UndoNames>(),
    ]
});

/// All tools.
pub fn tools() -> &'static [NamedTool] {
    &TOOLS
}

/// The tool of a name.
pub fn find(name: &str) -> Option<&'static NamedTool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// A tool as doors offer it.
pub fn tool<C: ToolSpec>() -> NamedTool {
    NamedTool {
        name: C::NAME,
        about: C::ABOUT,
        needs: C::NEEDS,
        reach: C::REACH,
        paging: C::PAGING,
        input: LazyLock::new(|| dialect::plain(&dialect::derived::<C::Input>(SchemaSettings::draft2020_12()))),
        output: || dialect::derived::<C::Output>(SchemaSettings::draft2020_12().for_serialize()),
        call: called::<C>,
    }
}

fn called<C: ToolSpec>(
    quipu: Quipu,
    arguments: Value,
    heard: CallListener,
) -> BoxFuture<'static, Result<Value, ToolError>> {
    Box::pin(async move {
        let wrong = |reason: String| ToolError::Arguments { tool: C::NAME, reason };
        let input = serde_json::from_value(arguments).map_err(|error| wrong(error.to_string()))?;
        C::check(&input).map_err(wrong)?;
        let output = C::call_heard(quipu, input, heard).await?;
        Ok(serde_json::to_value(output).unwrap_or_default())
    })
}

/// Which documents count: every kind of condition must hold, with any of its values.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct FilterInput {
    /// Ids of documents, or globs over ids.
    documents: Vec<String>,
    /// Any of these tags.
    tags: Vec<String>,
    /// Languages, as `en`.
    languages: Vec<String>,
    /// Fields of metadata, each as `name=value`.
    #[schemars(with = "Vec<String>", extend("x-pairs" = true))]
    fields: std::collections::BTreeMap<String, Vec<String>>,
    /// `2024`, `2024-03..2024-06` or `..2023`.
    date: Option<String>,
    /// An expression over fields: `year >= 2020 and not tags = draft`, with `= != < <= > >= in (a, b) begins ends holds exists`.
    #[serde(rename = "where")]
    #[schemars(with = "Option<String>")]
    expression: Option<Expression>,
}

impl From<FilterInput> for Filters {
    fn from(FilterInput { documents, tags, languages, fields, date, expression }: FilterInput) -> Self {
        let pairs = fields.into_iter().flat_map(|(field, of)| of.into_iter().map(move |value| (field.clone(), value)));
        Self { documents, tags, languages, fields: pairs.collect(), date, expression }
    }
}

/// A number within the bounds that its schema tells: what lies beyond is the bound.
pub fn bounded(asked: Option<usize>, usual: usize, most: usize) -> usize {
    asked.unwrap_or(usual).clamp(1, most)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_tool_says_what_it_takes_and_gives() {
        let names: BTreeSet<&str> = tools().iter().map(|tool| tool.name).collect();
        assert_eq!(names.len(), tools().len());
        let mut strange = Vec::new();
        for tool in tools() {
            let output = tool.output();
            assert_eq!(output["type"], "object", "{}: {output}", tool.name);
            assert!(!output.to_string().contains("$ref"), "{}: {output}", tool.name);
            assert!(!output.to_string().contains("\"format\":\"uint"), "{}: {output}", tool.name);
            for input in [tool.input(), tool.whole_input()] {
                dialect::tests::strange(&input, tool.name, &mut strange);
            }
            assert!(find(tool.name).is_some() && tool.about.len() > 40, "{}", tool.name);
        }
        assert_eq!(strange, Vec::<String>::new());
        assert!(find("rm").is_none());
    }
}
