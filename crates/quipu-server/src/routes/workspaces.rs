//! Workspaces: created, renamed and deleted, where a server serves all named ones.

use std::future::ready;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use quipu::Quipu;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::workspace::{WorkspaceRow, row};
use crate::app::App;
use crate::clients::Who;
use crate::jobs::State as Life;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::JsonBody;
use crate::problem::HttpProblem;
use crate::request;
use crate::served::{Served, ServedWorkspace};
use crate::shapes::Failures;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(make))
}

pub(super) fn changed() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(rename, delete))
}

/// A workspace that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MakeBody {
    /// Its name: letters, digits, `-`, `_` and `.`.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
}

/// Makes a workspace
///
/// Empty, in the folder of the server's data; no path is taken from a request.
#[utoipa::path(post, path = "/workspaces", operation_id = "make_workspace", tag = "workspaces", request_body = MakeBody,
    responses((status = 201, description = "The workspace.", body = WorkspaceRow), Failures))]
async fn make(
    State(app): State<Arc<App>>,
    who: Who,
    JsonBody(MakeBody { name }): JsonBody<MakeBody>,
) -> Result<(StatusCode, Json<WorkspaceRow>), HttpProblem> {
    made(app, who, name, "made", |_, quipu| ready(Ok(quipu))).await
}

/// Makes a workspace of a new name, and serves it. `fill` gives it its contents; `how` is the word of the audit log.
pub(super) async fn made<Filled: Future<Output = Result<Quipu, HttpProblem>> + Send>(
    app: Arc<App>,
    who: Who,
    name: String,
    how: &'static str,
    fill: impl FnOnce(Arc<App>, Quipu) -> Filled + Send + 'static,
) -> Result<(StatusCode, Json<WorkspaceRow>), HttpProblem> {
    many(&app)?;
    who.sees_all()?;
    // Of its own: a client that goes leaves nothing half done.
    whole(async move {
        let _alone = app.spaces.changing.lock().await;
        if app.spaces.find(&name).is_some() {
            return Err(taken(&name));
        }
        let quipu = app.options.home.make(&name).map_err(|error| refused(&name, &error))?;
        let served = async {
            let workspace = ServedWorkspace { name: name.clone(), quipu: fill(app.clone(), quipu.clone()).await? };
            Ok::<_, HttpProblem>(Served::new(workspace, app.options.providers(), app.running.clone()).await?)
        };
        let served = match served.await {
            Ok(served) => served,
            Err(problem) => {
                // A workspace that cannot be served keeps no name, and nothing of it stays.
                let _ = app.options.home.forget(&name);
                let _ = quipu.destroy().await;
                return Err(problem);
            }
        };
        served.start();
        app.spaces.add(served.clone());
        app.note(&who, "workspace", Some(&name), how);
        Ok((StatusCode::CREATED, Json(row(&served).await)))
    })
    .await
}

/// Does a work to its end, even if the client is gone.
async fn whole<T: Send + 'static>(
    work: impl Future<Output = Result<T, HttpProblem>> + Send + 'static,
) -> Result<T, HttpProblem> {
    tokio::spawn(request::going_on(work)).await.unwrap_or_else(|error| {
        let reason = error.to_string();
        Err(HttpProblem::of(&quipu::Error::Ended { reason }))
    })
}

/// Another name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RenameBody {
    /// The new name.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
}

/// Renames a workspace
///
/// Requests that are under way are answered; its jobs go on, and tokens that may see it see it.
#[utoipa::path(patch, path = "/", operation_id = "rename_workspace", tag = "workspaces", request_body = RenameBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The workspace.", body = WorkspaceRow), Failures))]
async fn rename(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    JsonBody(RenameBody { name: to }): JsonBody<RenameBody>,
) -> Result<Json<WorkspaceRow>, HttpProblem> {
    many(&app)?;
    who.sees_all()?;
    let _alone = app.spaces.changing.lock().await;
    let name = still(&app, &served)?;
    if app.spaces.find(&to).is_some() {
        return Err(taken(&to));
    }
    app.options.home.rename(&name, &to).map_err(|error| refused(&to, &error))?;
    app.spaces.rename(&name, &to);
    // Tokens are bound to its identity: the name in their list is for people.
    let _ = app.tokens.renamed(&served.identity, &to);
    app.note(&who, "workspace", Some(&name), &format!("renamed {to}"));
    Ok(Json(row(&served).await))
}

/// The confirmation of a deletion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeleteBody {
    /// Its name, once more.
    confirm: String,
}

/// Deletes a workspace
///
/// With everything that is stored of it; files that were read, and its settings, stay. Not while a job runs.
#[utoipa::path(delete, path = "/", operation_id = "delete_workspace", tag = "workspaces", request_body = DeleteBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 204, description = "Deleted."), Failures))]
async fn delete(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    JsonBody(DeleteBody { confirm }): JsonBody<DeleteBody>,
) -> Result<StatusCode, HttpProblem> {
    many(&app)?;
    whole(async move {
        let _alone = app.spaces.changing.lock().await;
        let name = still(&app, &served)?;
        if confirm != *name {
            return Err(HttpProblem::invalid("confirm: it must be the name of the workspace"));
        }
        if served.queue.counts().get(&Life::Running).is_some_and(|count| *count > 0) {
            let detail = "a job runs; cancel it, or wait until it is done";
            return Err(HttpProblem::new(StatusCode::CONFLICT, "running", detail));
        }
        app.spaces.remove(&name);
        served.end().await;
        // The name goes first: a kill in between leaves a folder that is not served, and no empty workspace in its
        // place.
        app.options.home.forget(&name).map_err(|error| refused(&name, &error))?;
        served.quipu().destroy().await?;
        app.note(&who, "workspace", Some(&name), "deleted");
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Checks that the server serves many workspaces.
pub(super) fn many(app: &App) -> Result<(), HttpProblem> {
    if app.options.makes {
        return Ok(());
    }
    let detail = "this server serves one workspace; `quipu serve --all` serves all that have a name";
    Err(HttpProblem::new(StatusCode::CONFLICT, "one-workspace", detail))
}

/// The name of a workspace, if it is served still.
fn still(app: &App, served: &Arc<Served>) -> Result<Arc<str>, HttpProblem> {
    let name = served.name();
    let there = app.spaces.find(&name).is_some_and(|there| Arc::ptr_eq(&there, served));
    if there { Ok(name) } else { Err(HttpProblem::no_workspace()) }
}

fn taken(name: &str) -> HttpProblem {
    HttpProblem::new(StatusCode::CONFLICT, "workspace-taken", format!("there is a workspace {name} already"))
}

/// The error of a refused name; the folders of other workspaces are private.
fn refused(name: &str, error: &quipu::Error) -> HttpProblem {
    match error.code() {
        "workspace-taken" => taken(name),
        _ => HttpProblem::of(error),
    }
}
