//! Agents: the Model Context Protocol over HTTP, behind the same gate as every route. `/mcp` serves the first visible
//! workspace, and takes the name of another; `/mcp/{workspace}` shows one alone.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use futures::future::BoxFuture;
use quipu::tools::{NamedTool, ToolDoor, ToolError};
use quipu_mcp::{MAX_MESSAGE, McpCall, McpEndpoint, McpRefusal, over_http};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::clients::Who;
use crate::middleware::extractors::whole;
use crate::place_links::PublicLinks;
use crate::problem::HttpProblem;
use crate::routes::tools::{NotCalled, called, role};
use crate::served::Served;

pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().route("/mcp", post(first)).route("/mcp/{workspace}", post(named))
}

async fn first(State(app): State<Arc<App>>, who: Who, request: Request) -> Result<Response, HttpProblem> {
    let seen: Vec<Arc<Served>> = app.spaces.all().into_iter().filter(|served| who.sees(served)).collect();
    answered(app, who, seen, request).await
}

async fn named(
    State(app): State<Arc<App>>,
    who: Who,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, HttpProblem> {
    let served = app.spaces.find(&name).filter(|served| who.sees(served));
    answered(app, who, served.into_iter().collect(), request).await
}

async fn answered(app: Arc<App>, who: Who, seen: Vec<Arc<Served>>, request: Request) -> Result<Response, HttpProblem> {
    if seen.is_empty() {
        return Err(HttpProblem::no_workspace());
    }
    let (parts, body) = request.into_parts();
    let body = whole(Request::from_parts(parts.clone(), body), MAX_MESSAGE, app.options.patience).await?;
    let headers = parts.headers.clone();
    let response: axum::http::Response<Body> =
        over_http(Arc::new(Agent { app, who, seen, headers }), parts, body).await;
    Ok(response)
}

/// The agent of a client, and the workspaces that it sees.
struct Agent {
    app: Arc<App>,
    who: Who,
    seen: Vec<Arc<Served>>,
    /// The headers of the request: the page is shown under its host.
    headers: HeaderMap,
}

impl McpEndpoint for Agent {
    fn workspaces(&self) -> Vec<String> {
        self.seen.iter().map(|served| served.name().to_string()).collect()
    }

    fn tools(&self) -> Vec<&'static NamedTool> {
        let shown = self.app.options.mcp_tools.iter();
        shown.copied().filter(|tool| self.who.role >= role(tool)).collect()
    }

    fn is_public(&self) -> bool {
        self.who.token.is_none() && !self.who.owner
    }

    fn call(&self, call: McpCall) -> BoxFuture<'static, Result<Value, McpRefusal>> {
        let McpCall { tool, workspace, arguments, heard } = call;
        let served = match &workspace {
            Some(name) => self.seen.iter().find(|served| *served.name() == **name),
            None => self.seen.first(),
        };
        let (app, who, served) = (self.app.clone(), self.who.clone(), served.cloned());
        let headers = self.headers.clone();
        Box::pin(async move {
            let served = served.ok_or_else(|| refusal(&HttpProblem::no_workspace()))?;
            let door = ToolDoor { page: Some(PublicLinks::of(&app, &headers, &served).page()), heard };
            let given = called(&app, &served, &who, tool, arguments, door).await;
            app.metrics.tool_called(tool.name, given.is_ok());
            given.map_err(|error| match error {
                NotCalled::Refused(problem) => refusal(&problem),
                // Messages of the library may name its own paths.
                NotCalled::Tool(error) => {
                    let code = error.code().to_owned();
                    let message = match error {
                        ToolError::Failed(error) => HttpProblem::of_tool(&error).detail,
                        wrong => wrong.to_string(),
                    };
                    McpRefusal { code, message }
                }
            })
        })
    }
}

fn refusal(problem: &HttpProblem) -> McpRefusal {
    McpRefusal { code: problem.code.to_string(), message: problem.detail.clone() }
}
