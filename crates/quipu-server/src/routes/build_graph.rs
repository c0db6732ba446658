//! `POST /api/build_graph`: from a topic to papers, their graph and a session, as a job that the client may wait for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use quipu_research::{PaperGraph, PapersAdded, papers};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accepted::{JobRequest, queued};
use super::allowed::allowed;
use super::asking::accepts_events;
use super::jobs::JobMessage;
use super::papers::session_of;
use crate::app::App;
use crate::clients::Who;
use crate::jobs::{EventLog, JobEvent, JobWork, LogReader, Numbered, QueuedJob, State as Life, WantedPapers};
use crate::middleware::extractors::JsonBody;
use crate::problem::HttpProblem;
use crate::schemas;
use crate::served::Served;
use crate::shapes::{Failures, within};
use crate::stream;
use crate::tokens::TokenRole;

/// Time for a paper's text, in seconds: arXiv's pace.
const EACH: u64 = 3;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(build_graph))
}

/// A topic, and which of its papers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BuildGraphBody {
    /// The topic, or a query in arXiv's own language.
    #[schema(min_length = 1, max_length = 2048)]
    topic: String,
    /// Maximal number of papers; 5 by default.
    #[schema(minimum = 1, maximum = 200)]
    max_results: Option<usize>,
    /// Only papers of these categories, as `cs.CL` or `cs.*`.
    #[serde(default)]
    category: Vec<String>,
    /// Only papers since this year, month or day.
    from: Option<String>,
    /// Only papers until this year, month or day.
    to: Option<String>,
    /// Only papers of this author.
    author: Option<String>,
    /// The order: relevance, newest or updated.
    sort: Option<String>,
    /// The end of waiting: `full` for texts too, `abstracts` for the search alone, after which texts are read in the
    /// background.
    wait: Option<String>,
    /// The workspace; by default the first visible one.
    workspace: Option<String>,
    /// The session that the papers are added to; by default a new one.
    session_id: Option<String>,
}

/// The job that goes on, where the reply does not wait for it.
#[derive(Debug, Serialize, ToSchema)]
struct BuildGraphJob {
    /// Its id.
    job: String,
    /// The session of its papers.
    session_id: String,
    /// Its state.
    state: Life,
    /// The path of its events.
    events: String,
}

/// Builds the graph of a topic's papers
///
/// Papers are found in arXiv and can be asked by their abstracts at once; their texts follow, one request every three seconds.
/// The reply waits for them, as long as `research.wait` says, and then or with `Prefer: respond-async` is 202 with the job;
/// with `Accept: text/event-stream` the events of the job come, of which the last holds the graph.
#[utoipa::path(post, path = "/build_graph", operation_id = "build_graph", tag = "papers", request_body = BuildGraphBody,
    params(("Idempotency-Key" = Option<String>, Header, description = "The first job of this key, for a repeated request.")),
    responses((status = 200, description = "The graph, or the events of the job.", content((schemas::PaperGraph = "application/json"), (JobMessage = "text/event-stream"))),
        (status = 202, description = "The job is still running.", body = BuildGraphJob), Failures))]
async fn build_graph(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    JsonBody(body): JsonBody<BuildGraphBody>,
) -> Result<Response, HttpProblem> {
    who.may(TokenRole::Write)?;
    let served = space(&app, &who, body.workspace.as_deref())?;
    let abstracts = match body.wait.as_deref() {
        None | Some("full") => false,
        Some("abstracts") => true,
        Some(_) => return Err(HttpProblem::invalid("wait: there are full and abstracts").at("/wait")),
    };
    let (session, wanted) = wanted(&served, &who, body).await?;
    let work = allowed(&app, &who, JobWork::Papers { wanted })?;
    let added = queued(&app, &served, &who, &headers, JobRequest::of(work))?;
    let log = served.queue.log(&added.job.id).ok_or_else(|| HttpProblem::not_found("job"))?;
    if accepts_events(&headers) {
        return Ok(stream::job(log, 0, app.stop.clone(), who.still_sees(&app, &served)));
    }
    let asynchronous = prefers(&headers, "respond-async");
    let wait = if asynchronous { Duration::ZERO } else { patience(&served) };
    match settled(&log, wait, abstracts).await? {
        Settled::Done(report) => Ok(Json(report).into_response()),
        Settled::Abstracts => {
            let graph: PaperGraph = papers(&served.quipu()).graph(&session, PapersAdded::default()).await?;
            Ok(Json(graph).into_response())
        }
        Settled::Failed(problem) => Err(problem),
        Settled::GoesOn => Ok(goes_on(&served, &added.job, session, asynchronous)),
    }
}

/// The workspace that a request names, or the first that may be seen.
pub(super) fn space(app: &App, who: &Who, name: Option<&str>) -> Result<Arc<Served>, HttpProblem> {
    let mut all = app.spaces.all().into_iter().filter(|served| who.sees(served));
    let found = all.find(|served| name.is_none_or(|name| *served.name() == *name));
    found.ok_or_else(HttpProblem::no_workspace)
}

/// The session and the papers wanted for it.
async fn wanted(served: &Served, who: &Who, body: BuildGraphBody) -> Result<(String, WantedPapers), HttpProblem> {
    let BuildGraphBody { topic, max_results, category, from, to, author, sort, session_id, .. } = body;
    if topic.trim().is_empty() {
        return Err(HttpProblem::invalid("topic: it is empty").at("/topic"));
    }
    let most = within("max_results", max_results.unwrap_or(5), 1, 200).map_err(|problem| problem.at("/max_results"))?;
    let mut wanted = WantedPapers {
        topic: Some(topic.clone()),
        max_results: Some(most),
        category,
        author: author.into_iter().collect(),
        from,
        to,
        sort,
        ..WantedPapers::default()
    };
    wanted.read()?;
    let session = match session_id {
        Some(id) => session_of(served, who, &id).await?,
        None => papers(&served.quipu()).begin_session(&topic, who.by().1).await?,
    };
    wanted.session_id = Some(session.id.clone());
    Ok((session.id, wanted))
}

/// The outcome of a job for the client that waited for it.
enum Settled {
    /// The job is done: its report.
    Done(serde_json::Value),
    /// Its papers can be asked by their abstracts.
    Abstracts,
    /// The job failed, or was cancelled.
    Failed(HttpProblem),
    /// The job goes on.
    GoesOn,
}

/// Follows a job until it ends, its abstracts are there, or the time is over.
async fn settled(log: &EventLog, wait: Duration, abstracts: bool) -> Result<Settled, HttpProblem> {
    let (mut reading, mut follow, began) = (LogReader::default(), log.follow(), Instant::now());
    loop {
        follow.mark_unchanged();
        let events = log.read(&mut reading).map_err(|error| HttpProblem::of_file("events", error))?;
        for Numbered { event, .. } in events {
            match event {
                JobEvent::Finished { report } => return Ok(Settled::Done(report)),
                JobEvent::Failed { problem } => return Ok(Settled::Failed(problem)),
                JobEvent::Cancelled => return Ok(Settled::Failed(HttpProblem::of(&quipu::Error::Stopped))),
                JobEvent::Stage { stage } if abstracts && stage == "texts" => return Ok(Settled::Abstracts),
                _ => {}
            }
        }
        let left = wait.saturating_sub(began.elapsed());
        if left.is_zero() {
            return Ok(Settled::GoesOn);
        }
        // Whether it changed or the time is over is seen above; a log that is closed says no more.
        if let Ok(Err(_)) = tokio::time::timeout(left, follow.changed()).await {
            return Ok(Settled::GoesOn);
        }
    }
}

fn patience(served: &Served) -> Duration {
    Duration::from_secs_f64(served.quipu().settings().research_wait.clamp(0.0, 3600.0))
}

/// True if a request prefers something (RFC 7240).
fn prefers(headers: &HeaderMap, what: &str) -> bool {
    let said = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    said.flat_map(|value| value.split([',', ';'])).any(|part| part.trim().eq_ignore_ascii_case(what))
}

fn goes_on(served: &Served, job: &QueuedJob, session_id: String, preferred: bool) -> Response {
    let place = format!("/api/v1/workspaces/{}/jobs/{}", served.name(), job.id);
    let state = served.queue.find(&job.id).map_or(job.state, |job| job.state);
    let body = BuildGraphJob { job: job.id.clone(), session_id, state, events: format!("{place}/events") };
    let mut response = (StatusCode::ACCEPTED, Json(body)).into_response();
    let headers = response.headers_mut();
    if let Ok(place) = HeaderValue::from_str(&place) {
        headers.insert(header::LOCATION, place);
    }
    headers.insert(header::RETRY_AFTER, HeaderValue::from(EACH));
    if preferred {
        headers.insert(HeaderName::from_static("preference-applied"), HeaderValue::from_static("respond-async"));
    }
    response
}
