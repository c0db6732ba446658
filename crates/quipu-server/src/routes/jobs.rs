//! Jobs: added, followed, paused, cancelled and retried.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accepted::{JobReplies, JobRequest, JobWishes, WaitParams, accepted, refused, seen};
use super::allowed::{allowed, whole_backup};
use super::originals::{disposition, sent};
use crate::app::App;
use crate::clients::Who;
use crate::cursor;
use crate::jobs::{JobEvent, JobWork, LogReader, Numbered, QueueRefusal, QueuedJob, State as Life, UNDER_WAY};
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{JsonBody, Last, Params};
use crate::problem::HttpProblem;
use crate::request::heard;
use crate::schemas::{EventMessage, FileBytes};
use crate::served::Served;
use crate::shapes::{Failures, PageOf, hundred, within};
use crate::stream;
use crate::tokens::TokenRole;

pub(super) fn read_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(events))
        .routes(routes!(documents))
        .routes(routes!(file))
}

pub(super) fn changed() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(add))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(cancel))
        .routes(routes!(retry))
        .routes(routes!(remove))
}

/// A message of a job's stream.
pub(super) type JobMessage = EventMessage<Numbered>;

/// Adds a job
///
/// The job is durable before it is acknowledged. Paths must lie below a folder that the server allows (`server.roots`).
#[utoipa::path(post, path = "/jobs", operation_id = "add_job", tag = "jobs", request_body = JobWork,
    params(("name" = String, Path, description = "The workspace."), JobWishes),
    responses(JobReplies, Failures))]
async fn add(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    wishes: JobWishes,
    JsonBody(work): JsonBody<JobWork>,
) -> Result<Response, HttpProblem> {
    if !work.uploads().is_empty() || matches!(work, JobWork::Upload { .. }) {
        return Err(HttpProblem::invalid("kind: uploads begin by `POST …/documents`"));
    }
    let work = allowed(&app, &who, work)?;
    accepted(&app, &served, &who, wishes, JobRequest::of(work)).await
}

/// Opens the file of a job
///
/// The output of an export or a backup. It is removed with its job.
#[utoipa::path(get, path = "/jobs/{job}/file", operation_id = "job_file", tag = "jobs",
    params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id."), ("Range" = Option<String>, Header, description = "One range of bytes.")),
    responses((status = 200, description = "The file.", body = FileBytes, content_type = "application/octet-stream"),
        (status = 206, description = "A range of the file.", body = FileBytes, content_type = "application/octet-stream"),
        (status = 416, description = "The range is not satisfiable.", body = HttpProblem, content_type = "application/problem+json"), Failures))]
async fn file(Space(served): Space, who: Who, headers: HeaderMap, Last(id): Last) -> Result<Response, HttpProblem> {
    let none = || HttpProblem::not_found("file of a job");
    let (path, name) = served.queue.file(&id).ok_or_else(none)?;
    let is_backup = name.starts_with("backup");
    if is_backup && who.role < TokenRole::Admin {
        return Err(whole_backup());
    }
    let file = tokio::fs::File::open(&path).await.map_err(|_| none())?;
    let bytes = file.metadata().await.map_err(|error| HttpProblem::of_file("the file", error))?.len();
    let mut response = sent(file, bytes, &headers).await?;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_DISPOSITION, disposition("attachment", name));
    Ok(response)
}

/// Filters of jobs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct JobParams {
    /// Only jobs in this state.
    #[param(inline)]
    state: Option<Life>,
    /// Only jobs of this kind.
    kind: Option<String>,
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// A page of jobs.
#[derive(Debug, Serialize, ToSchema)]
struct JobPage {
    /// The jobs, the newest first.
    items: Vec<QueuedJob>,
    /// The cursor of the next page; missing on the last.
    next: Option<String>,
    /// Number of all jobs that match.
    total: usize,
}

/// Lists jobs
///
/// The newest first.
#[utoipa::path(get, path = "/jobs", operation_id = "jobs", tag = "jobs", params(("name" = String, Path, description = "The workspace."), JobParams),
    responses((status = 200, description = "A page of them.", body = JobPage), Failures))]
async fn list(Space(served): Space, who: Who, Params(params): Params<JobParams>) -> Result<Json<JobPage>, HttpProblem> {
    let JobParams { state, kind, limit, cursor } = params;
    let limit = within("limit", limit, 1, 1000)?;
    let list = format!("{}/jobs/{state:?}/{kind:?}", served.name());
    let before = cursor.map(|cursor| cursor::key(&list, &cursor)).transpose()?;
    let matches = |job: &QueuedJob| {
        state.is_none_or(|state| job.state == state) && kind.as_ref().is_none_or(|kind| job.work.kind() == kind)
    };
    let is_behind = |job: &QueuedJob| before.as_ref().is_none_or(|before| job.id < *before);
    let mut jobs = served.queue.newest(limit + 1, |job| matches(job) && is_behind(job));
    let next = cursor::cut(&mut jobs, limit, &list, |job| job.id.clone());
    let items = jobs.into_iter().map(|job| seen(&who, job)).collect();
    Ok(Json(JobPage { items, next, total: served.queue.count(matches) }))
}

/// Shows a job
///
/// With `wait`, when it ends, or as it is after this time.
#[utoipa::path(get, path = "/jobs/{job}", operation_id = "job", tag = "jobs", params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id."), WaitParams),
    responses((status = 200, description = "The job.", body = QueuedJob), Failures))]
async fn show(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    Last(id): Last,
    Params(wait): Params<WaitParams>,
) -> Result<Json<QueuedJob>, HttpProblem> {
    let job = served.queue.waited(&id, wait.span()?, &app.stop).await.ok_or_else(|| HttpProblem::not_found("job"))?;
    Ok(Json(seen(&who, job)))
}

/// Follows a job
///
/// Its events from the first, or from behind `Last-Event-ID`, until the last: finished, failed or cancelled.
#[utoipa::path(get, path = "/jobs/{job}/events", operation_id = "job_events", tag = "jobs",
    params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id."), ("Last-Event-ID" = Option<u64>, Header, description = "The last received event.")),
    responses((status = 200, description = "The events, each a `JobEvent` with its number.", body = JobMessage, content_type = "text/event-stream"), Failures))]
async fn events(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    headers: HeaderMap,
    Last(id): Last,
) -> Result<Response, HttpProblem> {
    let log = served.queue.log(&id).ok_or_else(|| HttpProblem::not_found("job"))?;
    let after = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0);
    Ok(stream::job(log, after, app.stop.clone(), who.still_sees(&app, &served)))
}

/// The outcome of a document in a job.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DocumentLine {
    /// Its id or source.
    pub(super) id: String,
    /// skipped, partial, replaced, removed, missing, stale or kept.
    pub(super) state: String,
    /// The reason, in the language of the request.
    pub(super) reason: Option<String>,
    /// The text in English, for programs.
    pub(super) said: Option<String>,
    /// The job, where lines are of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) job: Option<String>,
}

impl DocumentLine {
    pub(super) fn of(id: String, state: String, said: Option<String>, job: Option<String>) -> Self {
        Self { id, state, reason: said.clone().map(heard), said, job }
    }
}

/// A page of such lines.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DocumentLines {
    /// The lines, in the order of the events.
    pub(super) items: Vec<DocumentLine>,
    /// The cursor of the next page; missing on the last.
    pub(super) next: Option<String>,
}

/// Lists documents of a job that are not simply in the workspace
///
/// Each with its outcome, and the reason.
#[utoipa::path(get, path = "/jobs/{job}/documents", operation_id = "job_documents", tag = "jobs",
    params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id."), PageOf),
    responses((status = 200, description = "A page of them.", body = DocumentLines), Failures))]
async fn documents(
    Space(served): Space,
    Last(id): Last,
    Params(page): Params<PageOf>,
) -> Result<Json<DocumentLines>, HttpProblem> {
    let log = served.queue.log(&id).ok_or_else(|| HttpProblem::not_found("job"))?;
    let (limit, list) = (page.limit()?, format!("{}/jobs/{id}/documents", served.name()));
    let after = page.after(&list)?.and_then(|after| after.parse().ok()).unwrap_or(0);
    let told = log.read(&mut LogReader::behind(after)).map_err(|error| HttpProblem::of_file("events", error))?;
    let line = |numbered: Numbered| match numbered.event {
        JobEvent::Document { id, state, reason } if !UNDER_WAY.contains(&state.as_str()) => {
            Some((numbered.number, DocumentLine::of(id, state, reason, None)))
        }
        _ => None,
    };
    let mut lines: Vec<_> = told.into_iter().filter_map(line).take(limit + 1).collect();
    let next = cursor::cut(&mut lines, limit, &list, |(number, _)| number.to_string());
    Ok(Json(DocumentLines { items: lines.into_iter().map(|(_, line)| line).collect(), next }))
}

/// Pauses a job
///
/// The job ends cleanly; its results so far are durable, and it goes on when it is resumed.
#[utoipa::path(post, path = "/jobs/{job}/pause", operation_id = "pause_job", tag = "jobs", params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id.")),
    responses((status = 200, description = "The job.", body = QueuedJob), Failures))]
async fn pause(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    Last(id): Last,
) -> Result<Json<QueuedJob>, HttpProblem> {
    done(&app, &served, &who, "pause", served.queue.pause(&id)?)
}

/// Resumes a job
#[utoipa::path(post, path = "/jobs/{job}/resume", operation_id = "resume_job", tag = "jobs", params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id.")),
    responses((status = 200, description = "The job.", body = QueuedJob), Failures))]
async fn resume(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    Last(id): Last,
) -> Result<Json<QueuedJob>, HttpProblem> {
    allowed_again(&app, &served, &who, &id)?;
    done(&app, &served, &who, "resume", served.queue.resume(&id)?)
}

/// Cancels a job
///
/// The job ends cleanly; its results so far stay.
#[utoipa::path(post, path = "/jobs/{job}/cancel", operation_id = "cancel_job", tag = "jobs", params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id.")),
    responses((status = 200, description = "The job.", body = QueuedJob), Failures))]
async fn cancel(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    Last(id): Last,
) -> Result<Json<QueuedJob>, HttpProblem> {
    done(&app, &served, &who, "cancel", served.queue.cancel(&id)?)
}

/// Tries a job again
///
/// One that failed or was cancelled.
#[utoipa::path(post, path = "/jobs/{job}/retry", operation_id = "retry_job", tag = "jobs", params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id.")),
    responses((status = 200, description = "The job.", body = QueuedJob), Failures))]
async fn retry(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    Last(id): Last,
) -> Result<Json<QueuedJob>, HttpProblem> {
    allowed_again(&app, &served, &who, &id)?;
    done(&app, &served, &who, "retry", served.queue.retry(&id)?)
}

/// Forgets a job
///
/// One that is over, with its events.
#[utoipa::path(delete, path = "/jobs/{job}", operation_id = "remove_job", tag = "jobs", params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id.")),
    responses((status = 204, description = "Removed."), Failures))]
async fn remove(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    Last(id): Last,
) -> Result<StatusCode, HttpProblem> {
    served.queue.remove(&id)?.map_err(refused)?;
    app.note(&who, "forget job", Some(&served.name()), &id);
    Ok(StatusCode::NO_CONTENT)
}

/// Records a client's action on a job, and shows the job as the client may see it.
fn done(
    app: &App,
    served: &Served,
    who: &Who,
    verb: &str,
    job: Result<QueuedJob, QueueRefusal>,
) -> Result<Json<QueuedJob>, HttpProblem> {
    let job = job.map_err(refused)?;
    app.note(who, verb, Some(&served.name()), &job.id);
    Ok(Json(seen(who, job)))
}

/// Checks that the client may repeat a job of another client.
fn allowed_again(app: &App, served: &Served, who: &Who, id: &str) -> Result<(), HttpProblem> {
    let job = served.queue.find(id).ok_or_else(|| HttpProblem::not_found("job"))?;
    // A work that its owner allowed once stays allowed for administrators.
    if who.role == TokenRole::Admin { Ok(()) } else { allowed(app, who, job.work).map(drop) }
}
