//! Tools: the library's list of functions that agents call by name, over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use quipu::Access;
use quipu::tools::{NamedTool, ToolDoor, ToolError};
use quipu_research::{find, tools};
use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::clients::Who;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{JsonBody, Last};
use crate::place_links::PublicLinks;
use crate::problem::HttpProblem;
use crate::schemas::ListPage;
use crate::served::Served;
use crate::shapes::Failures;
use crate::tokens::TokenRole;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(call))
}

/// A tool.
#[derive(Debug, Serialize, ToSchema)]
struct ToolRow {
    /// Its name.
    name: &'static str,
    /// Its purpose, and when to call it.
    about: &'static str,
    /// The role that it needs.
    role: TokenRole,
    /// Its input, as JSON Schema.
    #[schema(value_type = Object)]
    input: Value,
    /// Its output, as JSON Schema.
    #[schema(value_type = Object)]
    output: Value,
}

pub(crate) fn role(tool: &NamedTool) -> TokenRole {
    if tool.needs == Access::Read { TokenRole::Read } else { TokenRole::Write }
}

type ToolRowList = ListPage<ToolRow>;

/// The result of a tool, by its name.
pub(crate) struct ToolResult;

impl PartialSchema for ToolResult {
    fn schema() -> RefOr<Schema> {
        let mut any = AnyOfBuilder::new().description(Some("What a tool gives: which of these, its name says."));
        for tool in tools() {
            any = any.item(Ref::from_schema_name(result_name(tool)));
        }
        any.into()
    }
}

impl ToSchema for ToolResult {}

/// The OpenAPI name of a tool's result: `SearchToolResult`.
pub(crate) fn result_name(tool: &NamedTool) -> String {
    let words = tool.name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
    words.chain(["ToolResult".to_owned()]).collect()
}

/// Lists tools
///
/// The tools that the token may call, with the schemas of their input and output.
#[utoipa::path(get, path = "/tools", operation_id = "tools", tag = "tools", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The tools.", body = ToolRowList), Failures))]
async fn list(Space(_): Space, who: Who) -> Json<ListPage<ToolRow>> {
    let may = tools().iter().copied().filter(|tool| who.role >= role(tool));
    let row = |tool: &NamedTool| ToolRow {
        name: tool.name,
        about: tool.about,
        role: role(tool),
        input: tool.input(),
        output: tool.output(),
    };
    Json(ListPage::whole(may.map(row).collect()))
}

/// Calls a tool
///
/// With its arguments as the body; the reply is as its schema says.
#[utoipa::path(post, path = "/tools/{tool}", operation_id = "call_tool", tag = "tools", request_body = Object,
    params(("name" = String, Path, description = "The workspace."), ("tool" = String, Path, description = "Its name.")),
    responses((status = 200, description = "The result of the tool.", body = ToolResult), Failures))]
async fn call(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    headers: HeaderMap,
    Last(name): Last,
    JsonBody(arguments): JsonBody<Value>,
) -> Result<Json<Value>, HttpProblem> {
    let tool = find(&name).ok_or_else(|| HttpProblem::not_found("tool"))?;
    let door = ToolDoor { page: Some(PublicLinks::of(&app, &headers, &served).page()), heard: None };
    match called(&app, &served, &who, tool, arguments, door).await {
        Ok(result) => Ok(Json(result)),
        Err(NotCalled::Refused(problem)) => Err(problem),
        Err(NotCalled::Tool(error @ ToolError::Arguments { .. })) => Err(HttpProblem::invalid(error.to_string())),
        Err(NotCalled::Tool(ToolError::Failed(error))) => Err(HttpProblem::of_tool(&error)),
    }
}

/// The reason that a tool was not called, or gave nothing.
pub(crate) enum NotCalled {
    /// The client may not call it.
    Refused(HttpProblem),
    /// Its arguments are invalid, or it failed.
    Tool(ToolError),
}

/// Calls a tool for a client of any door; a change of the workspace is recorded.
pub(crate) async fn called(
    app: &App,
    served: &Served,
    who: &Who,
    tool: &'static NamedTool,
    arguments: Value,
    door: ToolDoor,
) -> Result<Value, NotCalled> {
    who.may(role(tool)).map_err(NotCalled::Refused)?;
    // What is decided by an argument is decided by the form that the tool takes.
    let arguments = tool.arguments(arguments).map_err(NotCalled::Tool)?;
    // A search outside needs more than the right to read.
    if tool.name == "search_papers" && arguments["where"] == "arxiv" {
        who.may(TokenRole::Write).map_err(NotCalled::Refused)?;
    }
    let _alone = if tool.needs > Access::Read { Some(served.deciding.lock().await) } else { None };
    let result = tool.call_by(&served.quipu(), arguments, door).await.map_err(NotCalled::Tool)?;
    if tool.needs > Access::Read {
        app.note(who, tool.name, Some(&served.name()), &result.to_string());
    }
    Ok(result)
}
