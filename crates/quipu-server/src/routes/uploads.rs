//! New documents: files of a form, a text, or addresses of the web.

use std::sync::Arc;

use axum::extract::{FromRequest as _, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use quipu::documents::DocumentProperties;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accepted::{JobReplies, JobRequest, JobWishes, accepted};
use super::allowed::allowed;
use super::form_parts::{FormParts, form_parts};
use crate::app::App;
use crate::clients::Who;
use crate::clients::shares::receive;
use crate::jobs::{BatchText, JobWork};
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{JsonBody, unsupported};
use crate::originals::Arrived;
use crate::problem::HttpProblem;
use crate::served::Served;
use crate::shapes::Failures;

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
    /// Its tags.
    #[serde(default)]
    tags: Vec<String>,
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
    /// The id of the document, where the form has one file; by default `uploads/` and the name of the file.
    id: Option<String>,
    /// The title of the documents; by default that of each file.
    title: Option<String>,
    /// Tags of the documents: a part each, or a list with commas.
    tags: Option<Vec<String>>,
    /// Metadata of the documents: an object of JSON as text.
    metadata: Option<String>,
    /// True if no model reads them, though one is configured.
    offline: Option<bool>,
}

/// Uploads files
///
/// Files of a form. They are acknowledged when every byte is durable, and indexed by the job that this gives. A file of a name
/// that was uploaded before takes its place. Other parts of the form are properties of all its documents.
#[utoipa::path(post, path = "/documents/upload", operation_id = "upload", tag = "documents",
    request_body(content((UploadForm = "multipart/form-data"))),
    params(("name" = String, Path, description = "The workspace."), JobWishes),
    responses(JobReplies, Failures))]
async fn upload(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    wishes: JobWishes,
    request: Request,
) -> Result<Response, HttpProblem> {
    if !is_form(request.headers()) {
        let detail =
            "a form of files is sent as multipart/form-data; `POST …/documents` takes a text or addresses as JSON";
        return Err(unsupported(detail));
    }
    uploaded(&app, &served, &who, wishes, request).await
}

/// Adds a text, or documents of the web
///
/// A text, or addresses to fetch, as JSON. It is acknowledged when every byte is durable, and indexed by the job that this gives.
/// For one version more this takes a form of files, too: `POST …/documents/upload` is their place.
#[utoipa::path(post, path = "/documents", operation_id = "add_document", tag = "documents", request_body = TextBody,
    params(("name" = String, Path, description = "The workspace."), JobWishes),
    responses(JobReplies, Failures))]
async fn add(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    wishes: JobWishes,
    request: Request,
) -> Result<Response, HttpProblem> {
    if is_form(request.headers()) {
        return uploaded(&app, &served, &who, wishes, request).await;
    }
    let JsonBody(body) = JsonBody::<TextBody>::from_request(request, &app).await?;
    let offline = body.offline;
    let Some(text) = body.text.clone() else {
        let work = allowed(&app, &who, JobWork::Fetch { addresses: addresses(body)?, offline })?;
        return accepted(&app, &served, &who, wishes, JobRequest::of(work)).await;
    };
    // The id tells the queue what the job brings; the text has the others itself.
    let properties = DocumentProperties { id: body.id.clone(), ..DocumentProperties::default() };
    let arrived = text_file(&served, text, body).await?;
    let work = JobWork::Upload { files: vec![arrived.upload.clone()], properties, offline };
    accepted(&app, &served, &who, wishes, JobRequest::of(work)).await
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
    wishes: JobWishes,
    request: Request,
) -> Result<Response, HttpProblem> {
    let place = request.extensions().clone();
    let form = Multipart::from_request(request, app)
        .await
        .map_err(|error| HttpProblem::new(StatusCode::BAD_REQUEST, "body", error.body_text()))?;
    let FormParts { files, properties, offline } = receive(&place, form_parts(app, served, form)).await?;
    if files.is_empty() {
        return Err(HttpProblem::invalid("the form has no file; name its parts `file`"));
    }
    if properties.id.is_some() && files.len() > 1 {
        return Err(HttpProblem::invalid("id: it names one document, and the form has several files"));
    }
    let files_of_job = files.iter().map(|file| file.upload.clone()).collect();
    let work = JobWork::Upload { files: files_of_job, properties, offline };
    accepted(app, served, who, wishes, JobRequest::of(work)).await
}

/// The addresses of a body without a text.
fn addresses(body: TextBody) -> Result<Vec<String>, HttpProblem> {
    let TextBody { address, mut addresses, id, title, tags, metadata, .. } = body;
    addresses.extend(address);
    if id.is_some() || title.is_some() || !metadata.is_empty() || !tags.is_empty() {
        let detail = "id, title, tags and metadata: only for a text; a fetched document has its own";
        return Err(HttpProblem::invalid(detail));
    }
    Ok(addresses)
}

/// Keeps a text as a file of Markdown, its id, title and metadata as front matter.
async fn text_file(served: &Served, text: String, body: TextBody) -> Result<Arrived, HttpProblem> {
    let TextBody { address, addresses, id, title, tags, metadata, .. } = body;
    if address.is_some() || !addresses.is_empty() {
        return Err(HttpProblem::invalid("text and address: send one of them"));
    }
    let text = BatchText { text, id, title, tags, metadata };
    text.check("")?;
    let name = text.file_name();
    let mut writing = served.originals.begin().map_err(failed)?;
    writing.add(text.into_markdown().as_bytes()).await.map_err(failed)?;
    served.originals.finish(name, writing).await.map_err(failed)
}

fn failed(error: std::io::Error) -> HttpProblem {
    HttpProblem::of_file("originals", error)
}
