//! Large bodies: exports that are imported, and texts in batches.

use std::io::BufReader;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body as Received;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accepted::{JobReplies, JobRequest, JobWishes, accepted};
use crate::app::App;
use crate::clients::Who;
use crate::clients::shares::receive;
use crate::jobs::{BatchText, JobWork, checked, texts_of_lines};
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{Params, media_type, typed, unsupported, whole};
use crate::middleware::pace::BodyPieces;
use crate::originals::Arrived;
use crate::problem::HttpProblem;
use crate::schemas::ExportLines;
use crate::served::Served;
use crate::shapes::Failures;

/// The most bytes of an array of texts, which is held in memory; lines are read one by one.
const ARRAY: usize = 64 << 20;
/// The media type of lines of JSON.
const LINES: &str = "application/x-ndjson";

pub(super) fn changed() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(import))
        .routes(routes!(batch))
        .layer(axum::extract::DefaultBodyLimit::disable())
}

/// Imports an export
///
/// The lines that `export/jsonl` and `quipu export jsonl` write, as the body. It is acknowledged when every byte is durable, and
/// taken in by the job that this gives.
#[utoipa::path(post, path = "/import", operation_id = "import", tag = "workspaces", request_body(content = ExportLines, content_type = "application/x-ndjson"),
    params(("name" = String, Path, description = "The workspace."), JobWishes),
    responses(JobReplies, Failures))]
async fn import(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    wishes: JobWishes,
    request: Request,
) -> Result<Response, HttpProblem> {
    if media_type(request.headers()) != LINES {
        return Err(unsupported(&format!("send `Content-Type: {LINES}`")));
    }
    // The owner's own may be as large and as slow as it is.
    let (most, patience) = match who.owner {
        true => (u64::MAX, Duration::from_secs(24 * 3600)),
        false => (app.options.max_file, app.options.patience),
    };
    let (parts, body) = request.into_parts();
    let arrived =
        receive(&parts.extensions, kept(&served, body, LargeBody { name: "import.jsonl", most, patience })).await?;
    let work = JobWork::Import { file: arrived.upload.clone() };
    accepted(&app, &served, &who, wishes, JobRequest::of(work)).await
}

/// Options of a batch.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct BatchParams {
    /// True if no model reads the texts, though one is configured.
    #[serde(default)]
    offline: bool,
    /// It is read with the other wishes.
    #[serde(default, rename = "wait")]
    #[param(ignore)]
    _wait: Option<String>,
}

/// Adds many texts
///
/// Up to 10,000 texts as one job: an array of JSON, or lines of JSON (NDJSON), each a text with its id, title, tags and
/// metadata. They are acknowledged together when every byte is durable; a fault in one refuses all of them.
#[utoipa::path(post, path = "/documents/batch", operation_id = "add_documents", tag = "documents",
    request_body(content((Vec<BatchText> = "application/json"), (String = "application/x-ndjson"))),
    params(("name" = String, Path, description = "The workspace."), BatchParams, JobWishes),
    responses(JobReplies, Failures))]
async fn batch(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    wishes: JobWishes,
    Params(BatchParams { offline, .. }): Params<BatchParams>,
    request: Request,
) -> Result<Response, HttpProblem> {
    let (arrived, texts) = match media_type(request.headers()) {
        LINES => lines(&app, &served, request).await?,
        "application/json" => {
            let most = usize::try_from(app.options.max_file).unwrap_or(ARRAY).min(ARRAY);
            let texts: Vec<BatchText> = typed(&whole(request, most, app.options.patience).await?)?;
            let count = checked(texts.iter().map(Ok))?;
            (written(&served, &texts).await?, count)
        }
        _ => return Err(unsupported("send texts as `application/json` (an array) or `application/x-ndjson` (lines)")),
    };
    let work = JobWork::Batch { file: arrived.upload.clone(), texts, offline };
    accepted(&app, &served, &who, wishes, JobRequest::of(work)).await
}

/// Keeps lines of JSON, and checks each.
async fn lines(app: &App, served: &Served, request: Request) -> Result<(Arrived, usize), HttpProblem> {
    let (parts, body) = request.into_parts();
    let large = LargeBody { name: BATCH, most: app.options.max_file, patience: app.options.patience };
    let arrived = receive(&parts.extensions, kept(served, body, large)).await?;
    let path = served.originals.path(&arrived.upload.hash);
    let checking = tokio::task::spawn_blocking(move || {
        let file = std::fs::File::open(path).map_err(failed)?;
        checked(texts_of_lines(BufReader::new(file)))
    });
    let count = checking.await.map_err(|error| failed(std::io::Error::other(error)))??;
    Ok((arrived, count))
}

/// Keeps texts as lines of JSON.
async fn written(served: &Served, texts: &[BatchText]) -> Result<Arrived, HttpProblem> {
    let mut writing = served.originals.begin().map_err(failed)?;
    for text in texts {
        let mut line = serde_json::to_vec(text).unwrap_or_default();
        line.push(b'\n');
        writing.add(&line).await.map_err(failed)?;
    }
    served.originals.finish(BATCH.to_owned(), writing).await.map_err(failed)
}

/// The name of a kept batch.
const BATCH: &str = "batch.jsonl";

/// A body that may be large, and its limits.
struct LargeBody {
    /// Its name among the originals.
    name: &'static str,
    /// The most bytes of it.
    most: u64,
    /// The patience with its sender.
    patience: Duration,
}

/// Keeps a large body as an original.
async fn kept(served: &Served, body: Received, large: LargeBody) -> Result<Arrived, HttpProblem> {
    let (mut writing, mut pieces) = (served.originals.begin().map_err(failed)?, BodyPieces::of(body, large.patience));
    while let Some(piece) = pieces.next().await? {
        if writing.add(&piece).await.map_err(failed)? > large.most {
            let detail = format!("the body is larger than {} bytes, the limit", large.most);
            return Err(HttpProblem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail));
        }
    }
    served.originals.finish(large.name.to_owned(), writing).await.map_err(failed)
}

fn failed(error: std::io::Error) -> HttpProblem {
    HttpProblem::of_file("originals", error)
}
