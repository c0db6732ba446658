//! New documents: files of a form, a text, or addresses of the web.

use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes as Piece;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest as _, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use quipu::documents::with_front_matter;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::allowed::allowed;
use super::jobs::{JobRequest, accepted};
use crate::app::App;
use crate::clients::Who;
use crate::clients::shares::receive;
use crate::jobs::{JobWork, QueuedJob};
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{DRAINED, JsonBody};
use crate::middleware::pace::RequestPace;
use crate::originals::Arrived;
use crate::problem::HttpProblem;
use crate::served::Served;
use crate::shapes::Failures;
use crate::upload_name::{clean, of_part};

pub(super) fn changed() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(add)).routes(routes!(upload)).layer(axum::extract::DefaultBodyLimit::disable())
}

/// A text that is pasted, or addresses of documents of the web.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TextBody {
    /// The text, in Markdown.
    text: Option<String>,
    /// An address of a document, by http:// or https://; it leads to the open net, or to a host that the server's owner
    /// names (`server.fetch_inside`).
    address: Option<String>,
    /// Several such addresses.
    #[serde(default)]
    #[schema(max_items = 20)]
    addresses: Vec<String>,
    /// The id of the document; by default a part of its content's hash.
    id: Option<String>,
    /// Its title.
    title: Option<String>,
    /// Its metadata, by field.
    #[serde(default)]
    #[schema(value_type = Object)]
    metadata: Map<String, Value>,
    /// True if no model reads it, though one is named.
    #[serde(default)]
    offline: bool,
}

/// Files of a form.
#[derive(ToSchema)]
#[allow(dead_code)] // It says what the form looks like.
struct UploadForm {
    /// The files, each with its name, which may have folders.
    #[schema(value_type = Vec<String>, format = Binary)]
    file: Vec<String>,
    /// True if no model reads them, though one is configured.
    offline: Option<bool>,
}

/// Uploads files
///
/// Files of a form. They are acknowledged when every byte is durable, and indexed by the job that this gives. A file of a name
/// that was uploaded before takes its place.
#[utoipa::path(post, path = "/documents/upload", operation_id = "upload", tag = "documents",
    request_body(content((UploadForm = "multipart/form-data"))),
    params(("name" = String, Path, description = "The workspace."), ("Idempotency-Key" = Option<String>, Header, description = "The first job of this key, for a repeated request.")),
    responses((status = 202, description = "The job that indexes them.", body = QueuedJob), (status = 200, description = "The job of the same key.", body = QueuedJob), Failures))]
async fn upload(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, HttpProblem> {
    if !is_form(&headers) {
        let detail =
            "a form of files is sent as multipart/form-data; `POST …/documents` takes a text or addresses as JSON";
        return Err(HttpProblem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", detail));
    }
    uploaded(&app, &served, &who, &headers, request).await
}

/// Adds a text, or documents of the web
///
/// A text, or addresses to fetch, as JSON. It is acknowledged when every byte is durable, and indexed by the job that this gives.
/// For one version more this takes a form of files, too: `POST …/documents/upload` is their place.
#[utoipa::path(post, path = "/documents", operation_id = "add_document", tag = "documents", request_body = TextBody,
    params(("name" = String, Path, description = "The workspace."), ("Idempotency-Key" = Option<String>, Header, description = "The first job of this key, for a repeated request.")),
    responses((status = 202, description = "The job that indexes it.", body = QueuedJob), (status = 200, description = "The job of the same key.", body = QueuedJob), Failures))]
async fn add(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, HttpProblem> {
    if is_form(&headers) {
        return uploaded(&app, &served, &who, &headers, request).await;
    }
    let JsonBody(body) = JsonBody::<TextBody>::from_request(request, &app).await?;
    let offline = body.offline;
    let Some(text) = body.text.clone() else {
        let work = allowed(&app, &who, JobWork::Fetch { addresses: addresses(body)?, offline })?;
        return accepted(&app, &served, &who, &headers, JobRequest { work, again_of: None });
    };
    let arrived = text_file(&served, text, body).await?;
    let work = JobWork::Upload { files: vec![arrived.upload.clone()], offline };
    accepted(&app, &served, &who, &headers, JobRequest { work, again_of: None })
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("multipart/form-data"))
}

/// Takes the files of a form, and adds the job that indexes them.
async fn uploaded(
    app: &App,
    served: &Served,
    who: &Who,
    headers: &HeaderMap,
    request: Request,
) -> Result<Response, HttpProblem> {
    let place = request.extensions().clone();
    let form = Multipart::from_request(request, app)
        .await
        .map_err(|error| HttpProblem::new(StatusCode::BAD_REQUEST, "body", error.body_text()))?;
    let (files, offline) = receive(&place, form_files(app, served, form)).await?;
    if files.is_empty() {
        return Err(HttpProblem::invalid("the form has no file; name its parts `file`"));
    }
    let work = JobWork::Upload { files: files.iter().map(|file| file.upload.clone()).collect(), offline };
    accepted(app, served, who, headers, JobRequest { work, again_of: None })
}

/// Keeps the files of a form, each durable before the next begins; the flag is true if no model is to read them.
async fn form_files(app: &App, served: &Served, mut form: Multipart) -> Result<(Vec<Arrived>, bool), HttpProblem> {
    let broken = |error: &MultipartError| HttpProblem::new(StatusCode::BAD_REQUEST, "body", error.body_text());
    let (mut files, mut offline) = (Vec::new(), false);
    loop {
        let field = RequestPace::new(app.options.patience).wait(form.next_field()).await?;
        let Some(mut field) = field.map_err(|error| broken(&error))? else { return Ok((files, offline)) };
        let named = of_part(field.headers());
        if field.name() == Some("offline") && named.is_none() {
            offline = said_yes(&mut field, &mut RequestPace::new(app.options.patience)).await?;
            continue;
        }
        let Some(name) = named else {
            let name = field.name().unwrap_or_default().to_owned();
            return Err(HttpProblem::invalid(format!(
                "the part {name:?} is not a file; name it `file` and give it a filename"
            )));
        };
        if files.len() == app.options.max_files {
            let detail = format!("a request may have {} files; send the rest in another", app.options.max_files);
            return Err(HttpProblem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail));
        }
        files.push(form_file(app, served, name, field).await?);
    }
}

/// True if a field of the form holds `true`.
async fn said_yes(field: &mut Field<'_>, pace: &mut RequestPace) -> Result<bool, HttpProblem> {
    let mut said = Vec::new();
    while let Some(piece) = piece(field, pace).await? {
        said.extend_from_slice(&piece);
        if said.len() > 5 {
            break;
        }
    }
    match said.as_slice() {
        b"true" => Ok(true),
        b"false" | b"" => Ok(false),
        _ => Err(HttpProblem::invalid("the part \"offline\" says neither true nor false")),
    }
}

async fn form_file(app: &App, served: &Served, name: String, mut field: Field<'_>) -> Result<Arrived, HttpProblem> {
    let mut writing = served.originals.begin().map_err(failed)?;
    let (mut over, mut pace) = (0, RequestPace::new(app.options.patience));
    while let Some(piece) = piece(&mut field, &mut pace).await? {
        if over == 0 && writing.add(&piece).await.map_err(failed)? <= app.options.max_file {
            continue;
        }
        // The rest is read on for a while, so that its sender reads why it was refused.
        over += piece.len();
        if over > DRAINED {
            break;
        }
    }
    if over > 0 {
        let detail = format!("{name} is larger than {} bytes, the limit", app.options.max_file);
        return Err(HttpProblem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail));
    }
    served.originals.finish(name, writing).await.map_err(failed)
}

async fn piece(field: &mut Field<'_>, pace: &mut RequestPace) -> Result<Option<Piece>, HttpProblem> {
    let piece = pace.wait(field.chunk()).await?;
    let piece = piece.map_err(|error| HttpProblem::new(StatusCode::BAD_REQUEST, "body", error.body_text()))?;
    pace.came(piece.as_ref().map_or(0, Piece::len))?;
    Ok(piece)
}

/// The addresses of a body without a text.
fn addresses(body: TextBody) -> Result<Vec<String>, HttpProblem> {
    let TextBody { address, mut addresses, id, title, metadata, .. } = body;
    addresses.extend(address);
    if id.is_some() || title.is_some() || !metadata.is_empty() {
        return Err(HttpProblem::invalid("id, title and metadata: only for a text; a fetched document has its own"));
    }
    Ok(addresses)
}

/// Keeps a text as a file of Markdown, its id, title and metadata as front matter.
async fn text_file(served: &Served, text: String, body: TextBody) -> Result<Arrived, HttpProblem> {
    let TextBody { address, addresses, id, title, metadata, .. } = body;
    if address.is_some() || !addresses.is_empty() {
        return Err(HttpProblem::invalid("text and address: send one of them"));
    }
    if text.trim().is_empty() {
        return Err(HttpProblem::invalid("text: it is empty"));
    }
    let name = match &id {
        Some(id) => clean(id),
        None => blake3::hash(text.as_bytes()).to_hex()[..16].to_owned(),
    };
    let text = with_front_matter(text, id.as_deref(), title.as_deref(), metadata);
    let is_markdown = Path::new(&name).extension().is_some_and(|extension| extension == "md");
    let name = if is_markdown { name } else { format!("{name}.md") };
    let mut writing = served.originals.begin().map_err(failed)?;
    writing.add(text.as_bytes()).await.map_err(failed)?;
    served.originals.finish(name, writing).await.map_err(failed)
}

fn failed(error: std::io::Error) -> HttpProblem {
    HttpProblem::of_file("originals", error)
}
