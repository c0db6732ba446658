//! Repeated jobs: whole, or only their failed part.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quipu::documents::GIVEN;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accepted::{JobReplies, JobRequest, JobWishes, accepted, refused};
use super::allowed::allowed;
use crate::app::App;
use crate::clients::Who;
use crate::jobs::{JobEvent, JobWork, LogReader, QueueRefusal};
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{Last, Params};
use crate::problem::HttpProblem;
use crate::served::Served;
use crate::shapes::Failures;

pub(super) fn changed() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(again))
}

/// The part of a job to repeat.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct AgainParams {
    /// `failed`: only the files or addresses that were skipped.
    only: Option<String>,
    /// It is read with the other wishes.
    #[serde(default, rename = "wait")]
    #[param(ignore)]
    _wait: Option<String>,
}

/// Runs a job again
///
/// As another job that does the same, or of an upload or a fetch only the failed part.
#[utoipa::path(post, path = "/jobs/{job}/again", operation_id = "run_job_again", tag = "jobs", params(("name" = String, Path, description = "The workspace."), ("job" = String, Path, description = "Its id."), AgainParams, JobWishes),
    responses(JobReplies, Failures))]
async fn again(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    wishes: JobWishes,
    Last(id): Last,
    Params(AgainParams { only, .. }): Params<AgainParams>,
) -> Result<Response, HttpProblem> {
    let mut job = served.queue.find(&id).ok_or_else(|| HttpProblem::not_found("job"))?;
    match only.as_deref() {
        None => {}
        Some("failed") => job.work = failed_only(&served, &id, job.work)?,
        Some(other) => return Err(HttpProblem::invalid(format!("only: {other:?} is not valid; use failed"))),
    }
    if !served.queue.has_uploads(&job) {
        return Err(refused(QueueRefusal::NoOriginal));
    }
    let work = allowed(&app, &who, job.work)?;
    accepted(&app, &served, &who, wishes, JobRequest { work, again_of: Some(id) }).await
}

/// The part of an upload or a fetch that was skipped.
fn failed_only(served: &Served, id: &str, work: JobWork) -> Result<JobWork, HttpProblem> {
    let log = served.queue.log(id).ok_or_else(|| HttpProblem::not_found("job"))?;
    let told = log.read(&mut LogReader::default()).map_err(|error| HttpProblem::of_file("events", error))?;
    let skipped: BTreeSet<String> = told
        .into_iter()
        .filter_map(|numbered| match numbered.event {
            JobEvent::Document { id, state, .. } if state == "skipped" => Some(id),
            _ => None,
        })
        .collect();
    let is_skipped = |name: &str| skipped.contains(name) || skipped.contains(&format!("{GIVEN}/{name}"));
    let (work, left) = match work {
        JobWork::Upload { mut files, properties, offline } => {
            files.retain(|file| is_skipped(&file.name));
            let left = files.len();
            (JobWork::Upload { files, properties, offline }, left)
        }
        JobWork::Fetch { mut addresses, offline } => {
            addresses.retain(|address| is_skipped(address));
            let left = addresses.len();
            (JobWork::Fetch { addresses, offline }, left)
        }
        _ => return Err(HttpProblem::invalid("only: just an upload or a fetch can be repeated in part")),
    };
    if left == 0 {
        return Err(HttpProblem::new(StatusCode::CONFLICT, "nothing-failed", "no document of this job was skipped"));
    }
    Ok(work)
}
