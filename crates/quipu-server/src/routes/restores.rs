//! Workspaces made of backups.

use std::fs;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use quipu::location::FILE;
use quipu::{Quipu, durable};
use serde::Deserialize;
use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt as _;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::workspace::WorkspaceRow;
use super::workspaces::{made, many};
use crate::app::App;
use crate::clients::Who;
use crate::clients::shares::receive;
use crate::middleware::extractors::{Params, media_type, unsupported};
use crate::middleware::pace::BodyPieces;
use crate::problem::HttpProblem;
use crate::schemas::FileBytes;
use crate::shapes::Failures;

/// Types of a backup as clients name them.
const TYPES: [&str; 3] = ["application/zip", "application/octet-stream", "application/x-zip-compressed"];

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(restore)).layer(axum::extract::DefaultBodyLimit::disable())
}

/// The workspace to make.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct RestoreParams {
    /// The name of the new workspace.
    #[param(min_length = 1, max_length = 100)]
    name: String,
}

/// Restores a backup
///
/// The file of a `backup` job, as the body, becomes a workspace of a new name, all or nothing. Settings and jobs in it are taken
/// only from the owner of the server: they may name paths and servers.
#[utoipa::path(post, path = "/restore", operation_id = "restore", tag = "workspaces",
    request_body(content = FileBytes, content_type = "application/zip"), params(RestoreParams),
    responses((status = 201, description = "The workspace.", body = WorkspaceRow), Failures))]
async fn restore(
    State(app): State<Arc<App>>,
    who: Who,
    Params(RestoreParams { name }): Params<RestoreParams>,
    request: Request,
) -> Result<(StatusCode, Json<WorkspaceRow>), HttpProblem> {
    // Before a large body is read.
    many(&app)?;
    who.sees_all()?;
    if !TYPES.contains(&media_type(request.headers())) {
        return Err(unsupported("send a backup as `application/zip`"));
    }
    let file = received(&app, who.owner, request).await?;
    let owner = who.owner;
    made(app, who, name, "restored", move |app, quipu| restored(app, owner, quipu, file)).await
}

/// The body as a file, which goes with the request.
async fn received(app: &App, owner: bool, request: Request) -> Result<NamedTempFile, HttpProblem> {
    let failed = |error| HttpProblem::of_file("the backup", error);
    // The owner's own may be as slow as it is.
    let patience = if owner { Duration::from_secs(24 * 3600) } else { app.options.patience };
    fs::create_dir_all(&app.options.state).map_err(failed)?;
    let file = durable::fresh(0o600).tempfile_in(&app.options.state).map_err(failed)?;
    let mut writing = tokio::fs::File::from_std(file.reopen().map_err(failed)?);
    let (parts, body) = request.into_parts();
    let reading = async {
        let mut pieces = BodyPieces::of(body, patience);
        while let Some(piece) = pieces.next().await? {
            writing.write_all(&piece).await.map_err(failed)?;
        }
        writing.flush().await.map_err(failed)
    };
    receive(&parts.extensions, reading).await?;
    match zip::ZipArchive::new(file.reopen().map_err(failed)?) {
        Ok(_) => Ok(file),
        Err(error) => {
            let detail = format!("the body is no whole backup ({error}); send the file of a job `backup`");
            Err(HttpProblem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-backup", detail))
        }
    }
}

/// Fills a new workspace with those of a backup; gives it with the settings that apply then.
async fn restored(app: Arc<App>, owner: bool, quipu: Quipu, file: NamedTempFile) -> Result<Quipu, HttpProblem> {
    let failed = |error: io::Error| HttpProblem::of_file("the workspace", error);
    if !owner {
        // Present settings stay.
        durable::write(&quipu.folder().join(FILE), b"").map_err(failed)?;
    }
    quipu::backup::restore(file.path(), quipu.location().clone()).await?;
    if !owner {
        match fs::remove_dir_all(quipu.location().store().join("jobs")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
    }
    Ok(app.options.home.open(quipu.folder())?)
}
