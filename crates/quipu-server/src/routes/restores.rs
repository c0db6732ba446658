//! Workspaces made of backups.

use std::fs;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use futures::StreamExt as _;
use quipu::location::FILE;
use quipu::{Quipu, durable};
use serde::Deserialize;
use tempfile::NamedTempFile;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::imports::{media_type, unsupported};
use super::workspace::{WorkspaceRow, row};
use super::workspaces::{many, refused, taken, whole};
use crate::app::App;
use crate::clients::Who;
use crate::clients::shares::receive;
use crate::middleware::extractors::Params;
use crate::middleware::pace::RequestPace;
use crate::problem::HttpProblem;
use crate::schemas::FileBytes;
use crate::served::{Served, ServedWorkspace};
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
    many(&app)?;
    who.sees_all()?;
    if !TYPES.contains(&media_type(request.headers())) {
        return Err(unsupported("send a backup as `application/zip`"));
    }
    let file = received(&app, who.owner, request).await?;
    // Of its own: a client that goes leaves nothing half done.
    whole(async move {
        let _alone = app.spaces.changing.lock().await;
        if app.spaces.find(&name).is_some() {
            return Err(taken(&name));
        }
        let quipu = app.options.home.make(&name).map_err(|error| refused(&name, &error))?;
        let served = match restored(&app, who.owner, &name, &quipu, file).await {
            Ok(served) => served,
            Err(problem) => {
                // A workspace that cannot be served keeps no name, and nothing of a restored one stays.
                let _ = app.options.home.forget(&name);
                let _ = quipu.destroy().await;
                return Err(problem);
            }
        };
        served.start();
        app.spaces.add(served.clone());
        app.note(&who, "workspace", Some(&name), "restored");
        Ok((StatusCode::CREATED, Json(row(&served).await)))
    })
    .await
}

/// The body as a file, which goes with the request.
async fn received(app: &App, owner: bool, request: Request) -> Result<NamedTempFile, HttpProblem> {
    let failed = |error| HttpProblem::of_file("the backup", error);
    // The owner's own may be as slow as it is.
    let patience = if owner { Duration::from_secs(24 * 3600) } else { app.options.patience };
    fs::create_dir_all(&app.options.state).map_err(failed)?;
    let mut file = durable::fresh(0o600).tempfile_in(&app.options.state).map_err(failed)?;
    let (parts, body) = request.into_parts();
    let reading = async {
        let (mut pieces, mut pace) = (body.into_data_stream(), RequestPace::new(patience));
        while let Some(piece) = pace.wait(pieces.next()).await? {
            let piece = piece.map_err(|_| HttpProblem::new(StatusCode::BAD_REQUEST, "body", "the body broke off"))?;
            pace.came(piece.len())?;
            file.write_all(&piece).map_err(failed)?;
        }
        file.flush().map_err(failed)
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

async fn restored(
    app: &App,
    owner: bool,
    name: &str,
    quipu: &Quipu,
    file: NamedTempFile,
) -> Result<Arc<Served>, HttpProblem> {
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
    // With the settings that hold now.
    let quipu = app.options.home.open(quipu.folder())?;
    let workspace = ServedWorkspace { name: name.to_owned(), quipu };
    Ok(Served::new(workspace, app.options.providers(), app.running.clone()).await?)
}
