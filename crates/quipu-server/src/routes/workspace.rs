//! Workspaces as wholes: their list, their content, their events, and all of one in JSON lines.

use std::io;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body as Bytes, Bytes as Piece};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use axum::response::sse::Event;
use futures::StreamExt as _;
use quipu::documents::{ExportShape, Sink};
use quipu::workspace::Holdings;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::clients::Who;
use crate::jobs::State as Life;
use crate::middleware::authentication::Space;
use crate::problem::HttpProblem;
use crate::schemas::{self, EventMessage, ExportLines, ListPage};
use crate::served::Served;
use crate::shapes::Failures;
use crate::stream;

pub(super) fn all() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list))
}

pub(super) fn read_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(status)).routes(routes!(events)).routes(routes!(export))
}

/// A workspace.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WorkspaceRow {
    /// Its name.
    name: String,
    /// Number of documents.
    documents: u64,
    /// Number of chunks.
    chunks: u64,
    /// The number of its last change.
    change: u64,
    /// Its jobs.
    jobs: JobCounts,
    /// The error, where it cannot be read.
    problem: Option<HttpProblem>,
}

/// Numbers of jobs of a workspace, by state.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct JobCounts {
    /// Number of waiting jobs.
    queued: usize,
    /// Number of running jobs.
    running: usize,
    /// Number of paused jobs.
    paused: usize,
    /// Number of failed jobs.
    failed: usize,
}

type WorkspaceRowList = ListPage<WorkspaceRow>;

/// Lists workspaces
///
/// The workspaces that the token may see.
#[utoipa::path(get, path = "/workspaces", operation_id = "workspaces", tag = "workspaces",
    responses((status = 200, description = "The workspaces, by name.", body = WorkspaceRowList), Failures))]
async fn list(State(app): State<Arc<App>>, who: Who) -> Result<Json<ListPage<WorkspaceRow>>, HttpProblem> {
    let mut rows = Vec::new();
    for served in app.spaces.all().iter().filter(|served| who.sees(served)) {
        rows.push(row(served).await);
    }
    Ok(Json(ListPage::whole(rows)))
}

pub(super) async fn row(served: &Served) -> WorkspaceRow {
    let counts = served.queue.counts();
    let count = |state: Life| counts.get(&state).copied().unwrap_or_default();
    let jobs = JobCounts {
        queued: count(Life::Queued),
        running: count(Life::Running),
        paused: count(Life::Paused),
        failed: count(Life::Failed),
    };
    let held = served.quipu().totals().await;
    let problem = held.as_ref().err().map(HttpProblem::of);
    let (documents, chunks, change) = held.map_or((0, 0, 0), |held| (held.documents, held.chunks, held.change));
    WorkspaceRow { name: served.name().to_string(), documents, chunks, change, jobs, problem }
}

/// The content of a workspace.
#[derive(Serialize, ToSchema)]
struct StatusReply {
    /// Its name.
    workspace: String,
    /// Counts and sizes.
    #[serde(flatten)]
    #[schema(value_type = schemas::Holdings)]
    holdings: Holdings,
}

/// Shows the content of a workspace
///
/// The output of `quipu status --json`, without the folder.
#[utoipa::path(get, path = "/status", operation_id = "status", tag = "workspaces", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "Counts and sizes.", body = StatusReply), Failures))]
async fn status(Space(served): Space) -> Result<Json<StatusReply>, HttpProblem> {
    Ok(Json(StatusReply { workspace: served.name().to_string(), holdings: served.quipu().status().await? }))
}

/// The state of a workspace after a change.
#[derive(ToSchema)]
#[allow(dead_code)] // It says what a stream's events look like.
struct WorkspaceEvent {
    /// `change` where its documents changed, `jobs` where its jobs did.
    event: String,
    /// The workspace.
    #[serde(flatten)]
    row: WorkspaceRow,
}

type WorkspaceMessage = EventMessage<WorkspaceEvent>;

/// Follows a workspace
///
/// An event `change` whenever its documents changed, and `jobs` whenever its jobs did, checked each second.
#[utoipa::path(get, path = "/events", operation_id = "events", tag = "workspaces", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The events.", body = WorkspaceMessage, content_type = "text/event-stream"), Failures))]
async fn events(State(app): State<Arc<App>>, Space(served): Space, who: Who) -> Response {
    let (ending, sees) = (app.stop.clone(), Arc::new(who.still_sees(&app, &served)));
    let rows = futures::stream::unfold((served, None, 0_u64), move |(served, before, number)| {
        let (ending, sees) = (ending.clone(), sees.clone());
        async move {
            while sees() {
                let row = serde_json::to_value(row(&served).await).unwrap_or_default();
                if before.as_ref() != Some(&row) {
                    let changed = before.as_ref().is_none_or(|before: &Value| before["change"] != row["change"]);
                    let name = if changed { "change" } else { "jobs" };
                    let mut told = row.clone();
                    told["event"] = json!(name);
                    let event = Event::default().event(name).id(number.to_string()).data(told.to_string());
                    return Some((event, (served, Some(row), number + 1)));
                }
                tokio::select! {
                    () = tokio::time::sleep(std::time::Duration::from_secs(1)) => {}
                    () = ending.heard() => return None,
                }
            }
            None
        }
    });
    stream::following(rows)
}

/// A sink of one file whose pieces are sent as they arrive.
struct Sent {
    pieces: mpsc::Sender<Result<Piece, io::Error>>,
    held: Vec<u8>,
}

/// Size of a sent piece.
const PIECE: usize = 64 << 10;

impl Sent {
    /// Sends the held piece, once its receiver has taken enough of the earlier ones. An export works on a thread of
    /// its own, which may wait; as that is within the runtime, tokio's own ways to wait would panic.
    fn send(&mut self) -> io::Result<()> {
        let piece = Piece::from(std::mem::take(&mut self.held));
        let sent = futures::executor::block_on(tokio::task::unconstrained(self.pieces.send(Ok(piece))));
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Sink for Sent {
    fn begin(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= PIECE { self.send() } else { Ok(()) }
    }
}

/// Exports a workspace
///
/// All of it in JSON lines that lose nothing, as `quipu export` writes and `quipu import` reads them.
#[utoipa::path(get, path = "/export/jsonl", operation_id = "export", tag = "workspaces", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The lines.", body = ExportLines, content_type = "application/x-ndjson"), Failures))]
async fn export(Space(served): Space) -> Result<Response, HttpProblem> {
    served.quipu().ready().await?;
    let (pieces, mut sent) = mpsc::channel(4);
    let export = served.quipu().export(ExportShape::Jsonl, Sent { pieces: pieces.clone(), held: Vec::new() });
    tokio::spawn(async move {
        let last = match export.await {
            Ok((_, sink)) => Ok(Piece::from(sink.held)),
            // The connection breaks off, so that no client takes a part for the whole.
            Err(error) => Err(io::Error::other(error.to_string())),
        };
        let _ = pieces.send(last).await;
    });
    let body = futures::stream::poll_fn(move |context| sent.poll_recv(context));
    let mut response = Response::new(Bytes::from_stream(body.boxed()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    Ok(response)
}
