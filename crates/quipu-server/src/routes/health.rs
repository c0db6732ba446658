//! The server's health, capabilities and metrics.

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

use crate::app::App;
use crate::clients::Who;
use crate::problem::HttpProblem;
use crate::request;
use crate::shapes::Failures;
use crate::tokens::TokenRole;

pub(super) fn outside() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(healthy)).routes(routes!(ready)).routes(routes!(metrics))
}

pub(super) fn known() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(me)).routes(routes!(capabilities)).routes(routes!(described))
}

/// Says that the server lives
#[utoipa::path(get, path = "/healthz", operation_id = "healthy", tag = "server", responses((status = 200, description = "The server is running.", body = String, content_type = "text/plain"), Failures))]
async fn healthy() -> &'static str {
    "ok\n"
}

/// Reports readiness
///
/// The server is ready when every workspace can be read.
#[utoipa::path(get, path = "/readyz", operation_id = "ready", tag = "server", responses((status = 200, description = "Every workspace can be read.", body = String, content_type = "text/plain"), Failures))]
async fn ready(State(app): State<Arc<App>>) -> Response {
    for served in app.spaces.all() {
        if served.quipu().totals().await.is_err() {
            let detail = "a workspace cannot be read; `GET /api/v1/workspaces` says why";
            return HttpProblem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail).into_response();
        }
    }
    "ok\n".into_response()
}

/// Counts for Prometheus
#[utoipa::path(get, path = "/metrics", operation_id = "metrics", tag = "server", responses((status = 200, description = "The counts.", body = String, content_type = "text/plain"), Failures))]
async fn metrics(State(app): State<Arc<App>>, who: Who) -> Response {
    let mut text = app.metrics.text();
    text.push_str(&process(&app));
    text.push_str("# HELP quipu_documents Documents by workspace.\n# TYPE quipu_documents gauge\n");
    let (mut chunks, mut changes) = (String::new(), String::new());
    let mut seen = app.spaces.all();
    seen.retain(|served| who.sees(served));
    seen.truncate(NAMED);
    for served in &seen {
        let name = served.name();
        let Ok(status) = served.quipu().totals().await else { continue };
        text.push_str(&format!("quipu_documents{{workspace=\"{name}\"}} {}\n", status.documents));
        chunks.push_str(&format!("quipu_chunks{{workspace=\"{name}\"}} {}\n", status.chunks));
        changes.push_str(&format!("quipu_change{{workspace=\"{name}\"}} {}\n", status.change));
    }
    text.push_str("# HELP quipu_chunks Chunks by workspace.\n# TYPE quipu_chunks gauge\n");
    text.push_str(&chunks);
    text.push_str("# HELP quipu_change Number of the last change by workspace.\n# TYPE quipu_change gauge\n");
    text.push_str(&changes);
    text.push_str("# HELP quipu_jobs Jobs by workspace and state.\n# TYPE quipu_jobs gauge\n");
    for served in &seen {
        for (state, count) in served.queue.counts() {
            let (state, name) = (state.name(), served.name());
            text.push_str(&format!("quipu_jobs{{workspace=\"{name}\",state=\"{state}\"}} {count}\n"));
        }
    }
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Limit of workspaces with metrics of their own.
const NAMED: usize = 50;

/// Metrics of the process.
fn process(app: &App) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (in_flight, following) = (app.shares.requests.taken(), app.shares.streams.taken());
    let mut text = format!(
        "# HELP quipu_build_info The version.\n# TYPE quipu_build_info gauge\nquipu_build_info{{version=\"{version}\"}} 1\n\
         # HELP quipu_http_in_flight Requests that are being answered.\n# TYPE quipu_http_in_flight gauge\n\
         quipu_http_in_flight {in_flight}\n\
         # HELP quipu_http_following Streams that follow a workspace or a job.\n# TYPE quipu_http_following gauge\n\
         quipu_http_following {following}\n"
    );
    // Where the system reports it in this form.
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    if let Some(pages) = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok()) {
        text.push_str(&format!(
            "# HELP process_resident_memory_bytes Memory in use.\n# TYPE process_resident_memory_bytes gauge\n\
             process_resident_memory_bytes {}\n",
            pages * 4096
        ));
    }
    text
}

/// The client of a request.
#[derive(Debug, Serialize, ToSchema)]
struct Me {
    /// Its name in logs.
    name: String,
    /// Its role.
    role: TokenRole,
    /// The workspaces that it may see; all where none is named.
    workspaces: Vec<String>,
}

/// Shows the client of the request
#[utoipa::path(get, path = "/me", operation_id = "me", tag = "server", responses((status = 200, description = "The current user.", body = Me), Failures))]
async fn me(who: Who) -> Json<Me> {
    let workspaces = who.token.map(|token| token.workspaces).unwrap_or_default();
    Json(Me { name: who.name, role: who.role, workspaces })
}

/// A strategy.
#[derive(Debug, Serialize, ToSchema)]
struct WayRow {
    /// Its name.
    name: String,
    /// Its description, in the language of the request.
    about: String,
    /// Its source; empty for a built-in one.
    of: String,
    /// The operators of which it is made.
    steps: Vec<String>,
    /// Limit of calls of a model, beside the writing of an answer.
    calls: usize,
    /// The settings that are its own.
    options: Vec<WayOptionRow>,
}

/// An option of a strategy.
#[derive(Debug, Serialize, ToSchema)]
struct WayOptionRow {
    /// Its key.
    key: String,
    /// Its default.
    default: String,
    /// Its meaning, in the language of the request.
    about: String,
}

fn way_row(way: quipu::ask::WayTold) -> WayRow {
    let option = |of: quipu::ask::WayOption| {
        let setting = quipu::settings::TABLE.iter().find(|setting| setting.key == of.key);
        WayOptionRow { about: setting.map_or(of.about, request::about_setting), key: of.key, default: of.default }
    };
    let quipu::ask::WayTold { name, about, of, steps, calls, options, .. } = way;
    WayRow {
        about: request::about_way(&name, &about),
        name,
        of,
        steps,
        calls,
        options: options.into_iter().map(option).collect(),
    }
}

/// The capabilities of the server.
#[derive(Debug, Serialize, ToSchema)]
struct Capabilities {
    /// Its version.
    version: String,
    /// The strategies.
    strategies: Vec<WayRow>,
    /// The names of the presets.
    presets: Vec<String>,
    /// The most bytes of an uploaded file.
    max_file: u64,
    /// The most files of an upload.
    max_files: usize,
    /// The most bytes of a body of JSON.
    max_body: usize,
}

/// Shows the server's capabilities
#[utoipa::path(get, path = "/capabilities", operation_id = "capabilities", tag = "server", responses((status = 200, description = "The features of the server.", body = Capabilities), Failures))]
async fn capabilities(State(app): State<Arc<App>>) -> Json<Capabilities> {
    let strategies = quipu::ask::ways().map(|way| way_row(way.told(&quipu::settings::Settings::default().look)));
    let options = &app.options;
    Json(Capabilities {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        strategies: strategies.collect(),
        presets: quipu::settings::PRESETS.iter().map(|preset| preset.name.to_owned()).collect(),
        max_file: options.max_file,
        max_files: options.max_files,
        max_body: options.max_body,
    })
}

/// A description of an API by OpenAPI 3.1.
#[derive(ToSchema)]
#[allow(dead_code)] // It says what the reply looks like.
struct OpenApiReply {
    /// The version of OpenAPI.
    openapi: String,
    /// General information on the API.
    #[schema(value_type = BTreeMap<String, Value>)]
    info: Value,
    /// Its paths, each with its operations.
    #[schema(value_type = BTreeMap<String, Value>)]
    paths: Value,
    /// The schemas that they name.
    #[schema(value_type = BTreeMap<String, Value>)]
    components: Value,
    /// The accepted authentication: a token, or none where the server is open.
    #[schema(value_type = Vec<BTreeMap<String, Vec<String>>>)]
    security: Value,
}

/// The description of this API
///
/// OpenAPI 3.1.
#[utoipa::path(get, path = "/openapi.json", operation_id = "openapi", tag = "server", responses((status = 200, description = "The description.", body = OpenApiReply), Failures))]
async fn described(State(app): State<Arc<App>>) -> Json<Value> {
    Json((app.openapi)())
}
