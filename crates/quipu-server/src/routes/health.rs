//! The server as others see it: whether it is well, what it can, what it counts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shapes::Failures;
use crate::app::App;
use crate::gate::who::Who;
use crate::problem::HttpProblem;
use crate::tokens::TokenRole;

pub(super) fn outside() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(healthy)).routes(routes!(ready)).routes(routes!(metrics))
}

pub(super) fn known() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(me)).routes(routes!(capabilities)).routes(routes!(described))
}

/// Says that the server lives
#[utoipa::path(get, path = "/healthz", operation_id = "healthy", tag = "server", responses((status = 200, description = "It does.", body = String, content_type = "text/plain"), Failures))]
async fn healthy() -> &'static str {
    "ok\n"
}

/// Says whether the server can answer
///
/// Whether every workspace can be read.
#[utoipa::path(get, path = "/readyz", operation_id = "ready", tag = "server", responses((status = 200, description = "It can.", body = String, content_type = "text/plain"), Failures))]
async fn ready(State(app): State<Arc<App>>) -> Response {
    for served in app.served.values() {
        if served.quipu.change().await.is_err() {
            let detail = "a workspace cannot be read; `GET /api/v1/workspaces` says why";
            return HttpProblem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail).into_response();
        }
    }
    "ok\n".into_response()
}

/// Counts for Prometheus
#[utoipa::path(get, path = "/metrics", operation_id = "metrics", tag = "server", responses((status = 200, description = "The counts.", body = String, content_type = "text/plain"), Failures))]
async fn metrics(State(app): State<Arc<App>>) -> Response {
    let mut text = app.metrics.text();
    text.push_str("# HELP quipu_jobs Jobs by workspace and state.\n# TYPE quipu_jobs gauge\n");
    for served in app.served.values() {
        for (state, count) in served.queue.counts() {
            let (state, name) = (state.name(), served.name.escape_default());
            text.push_str(&format!("quipu_jobs{{workspace=\"{name}\",state=\"{state}\"}} {count}\n"));
        }
    }
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Who asks.
#[derive(Debug, Serialize, ToSchema)]
struct Me {
    /// What they are called in logs.
    name: String,
    /// What they may do.
    role: TokenRole,
    /// Which workspaces they may see; all where none is named.
    workspaces: Vec<String>,
}

/// Says who asks
#[utoipa::path(get, path = "/me", operation_id = "me", tag = "server", responses((status = 200, description = "Who asks.", body = Me), Failures))]
async fn me(who: Who) -> Json<Me> {
    let workspaces = who.token.map(|token| token.workspaces).unwrap_or_default();
    Json(Me { name: who.name, role: who.role, workspaces })
}

/// A way to look.
#[derive(Debug, Serialize, ToSchema)]
struct WayRow {
    /// Its name.
    name: String,
    /// What it does, in English.
    about: String,
}

/// What the server can.
#[derive(Debug, Serialize, ToSchema)]
struct Capabilities {
    /// Its version.
    version: String,
    /// The ways to look.
    strategies: Vec<WayRow>,
    /// The most bytes of an uploaded file.
    max_file: u64,
    /// The most files of an upload.
    max_files: usize,
    /// The most bytes of a body of JSON.
    max_body: usize,
}

/// Says what the server can
#[utoipa::path(get, path = "/capabilities", operation_id = "capabilities", tag = "server", responses((status = 200, description = "What it can.", body = Capabilities), Failures))]
async fn capabilities(State(app): State<Arc<App>>) -> Json<Capabilities> {
    let strategies =
        quipu::ask::ways().map(|way| WayRow { name: way.name().to_owned(), about: way.about().to_owned() });
    let options = &app.options;
    Json(Capabilities {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        strategies: strategies.collect(),
        max_file: options.max_file,
        max_files: options.max_files,
        max_body: options.max_body,
    })
}

/// The description of this API
///
/// OpenAPI 3.1.
#[utoipa::path(get, path = "/openapi.json", operation_id = "described", tag = "server", responses((status = 200, description = "The description.", body = Value), Failures))]
async fn described() -> Json<Value> {
    Json(crate::openapi::openapi())
}
