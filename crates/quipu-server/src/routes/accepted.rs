//! Accepted jobs: added to the queue durably, then acknowledged, or waited for.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{ObjectBuilder, Required, Type};
use utoipa::{IntoParams, IntoResponses};

use crate::app::App;
use crate::clients::Who;
use crate::jobs::{EnqueuedJob, JobWork, QueueRefusal, QueuedJob, WantedJob, Webhook};
use crate::middleware::idempotency::key;
use crate::problem::HttpProblem;
use crate::served::Served;
use crate::shapes::within;
use crate::tokens::TokenRole;

/// The longest wait for a job, in seconds.
const LONGEST: usize = 300;
/// The fewest characters of a webhook's secret.
const SECRET: usize = 16;
/// Seconds after which a client may try again when the queue is full.
const FULL: u64 = 5;
const URL: HeaderName = HeaderName::from_static("webhook-url");
const SIGNED_BY: HeaderName = HeaderName::from_static("webhook-secret");

/// A wait for the end of a job.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct WaitParams {
    /// Seconds to wait for the end of the job.
    #[serde(default)]
    #[param(minimum = 0, maximum = 300)]
    wait: usize,
}

impl WaitParams {
    /// The wait.
    pub(super) fn span(self) -> Result<Duration, HttpProblem> {
        Ok(Duration::from_secs(within("wait", self.wait, 0, LONGEST)? as u64))
    }
}

/// The wishes of a request that makes a job: its key, how long to wait for the end, and who is to hear of it.
#[derive(Default)]
pub(super) struct JobWishes {
    key: Option<String>,
    wait: Duration,
    webhook: Option<Webhook>,
}

impl FromRequestParts<Arc<App>> for JobWishes {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, HttpProblem> {
        let wait = wait_of(parts.uri.query().unwrap_or_default())?.span()?;
        Ok(Self { key: key(&parts.headers)?, wait, webhook: webhook_of(&parts.headers, app)? })
    }
}

/// The wait in a query that may have other parameters.
fn wait_of(query: &str) -> Result<WaitParams, HttpProblem> {
    let given = query.split('&').find_map(|pair| pair.strip_prefix("wait="));
    let wrong = |found: &str| HttpProblem::invalid(format!("wait: {found:?} is no number of seconds"));
    let wait = given.map(|found| found.parse().map_err(|_| wrong(found))).transpose()?;
    Ok(WaitParams { wait: wait.unwrap_or_default() })
}

/// The webhook that headers name.
fn webhook_of(headers: &HeaderMap, app: &App) -> Result<Option<Webhook>, HttpProblem> {
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default().trim().to_owned());
    let Some(url) = text(&URL) else { return Ok(None) };
    app.options.rules().check(&url)?;
    let secret = text(&SIGNED_BY).unwrap_or_default();
    if secret.len() < SECRET {
        let detail = format!("Webhook-Secret: a webhook is signed; send a secret of at least {SECRET} characters");
        return Err(HttpProblem::invalid(detail));
    }
    Ok(Some(Webhook { url, secret }))
}

impl IntoParams for JobWishes {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let header = |name: &str, about: &str| {
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Header)
                .required(Required::False)
                .description(Some(about))
                .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
                .build()
        };
        let mut params = WaitParams::into_params(|| Some(ParameterIn::Query));
        params.extend([
            header("Idempotency-Key", "The first job of this key, for a repeated request."),
            header(
                "Webhook-Url",
                "An address that gets the job by POST when it ends; on the open net, or in `server.fetch_inside`.",
            ),
            header(
                "Webhook-Secret",
                "The secret of the webhook's signature (Standard Webhooks); at least 16 characters.",
            ),
        ]);
        params
    }
}

/// The replies of a request that makes a job.
#[derive(IntoResponses)]
#[allow(dead_code)] // It says what the replies look like.
pub(super) enum JobReplies {
    /// The job, which is durable and not over yet.
    #[response(status = 202)]
    Accepted(QueuedJob),
    /// The job: at its end, where the request waited for it, or as it is, where its key was used before.
    #[response(status = 200)]
    Known(QueuedJob),
}

/// A requested job.
pub(super) struct JobRequest {
    pub(super) work: JobWork,
    pub(super) again_of: Option<String>,
}

impl JobRequest {
    /// A new job.
    pub(super) fn of(work: JobWork) -> Self {
        Self { work, again_of: None }
    }
}

/// Adds a job, durably, and records its creator.
pub(super) fn queued(
    app: &App,
    served: &Served,
    who: &Who,
    headers: &HeaderMap,
    asked: JobRequest,
) -> Result<EnqueuedJob, HttpProblem> {
    added(app, served, who, (key(headers)?, None), asked)
}

fn added(
    app: &App,
    served: &Served,
    who: &Who,
    (key, webhook): (Option<String>, Option<Webhook>),
    JobRequest { work, again_of }: JobRequest,
) -> Result<EnqueuedJob, HttpProblem> {
    let object = work.kind();
    let workspace = served.name();
    let wanted = WantedJob { work, workspace: &workspace, by: who.by(), key, again_of, webhook };
    let added = served.queue.add(wanted)?.map_err(refused)?;
    if !added.replayed {
        app.note(who, "job", Some(&workspace), object);
    }
    Ok(added)
}

/// Adds a job and says so: it is durable by then. Where a wait is wished, the reply is the job at its end.
pub(super) async fn accepted(
    app: &App,
    served: &Served,
    who: &Who,
    JobWishes { key, wait, webhook }: JobWishes,
    asked: JobRequest,
) -> Result<Response, HttpProblem> {
    let EnqueuedJob { mut job, replayed } = added(app, served, who, (key, webhook), asked)?;
    if !wait.is_zero() {
        job = served.queue.waited(&job.id, wait, &app.stop).await.unwrap_or(job);
    }
    let place = format!("/api/v1/workspaces/{}/jobs/{}", served.name(), job.id);
    let status = if replayed || job.state.is_over() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let mut response = (status, Json(seen(who, job))).into_response();
    if let Ok(place) = HeaderValue::from_str(&place) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    if replayed {
        response.headers_mut().insert(HeaderName::from_static("idempotent-replayed"), HeaderValue::from_static("true"));
    }
    Ok(response)
}

pub(super) fn refused(refused: QueueRefusal) -> HttpProblem {
    match refused {
        QueueRefusal::Unknown => HttpProblem::not_found("job"),
        QueueRefusal::State(state) => HttpProblem::new(
            StatusCode::CONFLICT,
            "job-state",
            format!("the job is {}, which forbids it", state.name()),
        ),
        QueueRefusal::Full => HttpProblem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "queue-full",
            "too many jobs wait; try again later, or send many texts in one request",
        )
        .after(FULL),
        QueueRefusal::NoOriginal => HttpProblem::new(
            StatusCode::CONFLICT,
            "no-original",
            "the uploaded file is no longer stored; upload it again",
        ),
        QueueRefusal::Ending => HttpProblem::no_workspace(),
        QueueRefusal::KeyUsed => HttpProblem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "idempotency-reused",
            "another job was asked for under this key",
        ),
    }
}

/// A job as a client may see it: paths of the machine are its owner's and its administrators' alone.
pub(super) fn seen(who: &Who, job: QueuedJob) -> QueuedJob {
    if who.role == TokenRole::Admin { job } else { job.without_paths() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_read_beside_other_parameters() {
        let wait = |query: &str| wait_of(query).and_then(WaitParams::span).map(|span| span.as_secs());
        assert_eq!(wait("").unwrap(), 0);
        assert_eq!(wait("only=failed&wait=30").unwrap(), 30);
        for wrong in ["wait=301", "wait=-1", "wait=soon", "wait="] {
            assert_eq!(wait(wrong).unwrap_err().status, 422, "{wrong}");
        }
    }
}
