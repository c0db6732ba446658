//! Documents: listed, shown, opened, uploaded and deleted.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use quipu::Filters;
use quipu::documents::{Amendment, Chunk, DocumentQuery, DocumentRow};
use quipu::filter::Expression;
use quipu::graph::{ShownChunk, ShownDocument};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accepted::{JobReplies, JobRequest, JobWishes, accepted};
use crate::app::App;
use crate::clients::Who;
use crate::cursor;
use crate::jobs::{JobWork, QueuedDocument, QueuedJob};
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{JsonBody, Last, Params};
use crate::problem::HttpProblem;
use crate::request::heard;
use crate::schemas;
use crate::served::Served;
use crate::shapes::{Failures, PageOf, hundred, key, unchanged, within};

pub(super) fn read_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show)).routes(routes!(chunk))
}

pub(super) fn changed() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(delete_one))
        .routes(routes!(amend))
        .routes(routes!(delete))
        .layer(axum::extract::DefaultBodyLimit::disable())
}

/// A page of documents.
#[derive(Debug, Serialize, ToSchema)]
struct DocumentPage {
    /// The documents, each as `quipu show document --json` has it, without its chunks.
    #[schema(value_type = Vec<schemas::DocumentRow>)]
    items: Vec<DocumentRow>,
    /// The cursor of the next page; missing on the last.
    next: Option<String>,
    /// Number of all documents; missing where the list is filtered.
    total: Option<u64>,
}

/// Filters of a list of documents.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListParams {
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: usize,
    /// The `next` of the page before.
    cursor: Option<String>,
    /// Words that all stand in the title or the id, in any case.
    #[serde(default)]
    q: String,
    /// Tags, of which one must be there.
    #[serde(default)]
    tag: Vec<String>,
    /// Languages, of which one must be there.
    #[serde(default)]
    language: Vec<String>,
    /// A date, or a range of dates.
    date: Option<String>,
    /// An expression that must hold besides: `year >= 2020 and not tags = draft`.
    #[serde(rename = "where")]
    #[param(value_type = Option<String>)]
    expression: Option<Expression>,
    /// The extension of the source's name, as `pdf`.
    format: Option<String>,
    /// `whole`, or `partial` where something could not be read.
    state: Option<String>,
}

impl ListParams {
    /// The page, the query, and the name of the list that both make.
    fn read(self, served: &Served) -> Result<(PageOf, DocumentQuery, String), HttpProblem> {
        let Self { limit, cursor, q, tag, language, date, expression, format, state } = self;
        let partial = match state.as_deref() {
            None | Some("") => None,
            Some("whole") => Some(false),
            Some("partial") => Some(true),
            Some(other) => return Err(HttpProblem::invalid(format!("state: {other:?} is not whole or partial"))),
        };
        let filters = Filters { tags: tag, languages: language, date, expression, ..Filters::default() };
        let query = DocumentQuery { words: q, filters, extension: format, partial };
        let list = format!("{}/documents {query:?}", served.name());
        Ok((PageOf { limit, cursor }, query, list))
    }
}

/// Lists documents
///
/// In the order of their keys: none is given twice or left out that was there throughout. Where a filter is set a page may hold
/// fewer than its limit and lead on.
#[utoipa::path(get, path = "/documents", operation_id = "documents", tag = "documents", params(("name" = String, Path, description = "The workspace."), ListParams),
    responses((status = 200, description = "A page of them.", body = DocumentPage), Failures))]
async fn list(Space(served): Space, Params(params): Params<ListParams>) -> Result<Json<DocumentPage>, HttpProblem> {
    let (page, query, list) = params.read(&served)?;
    let is_filtered = query != DocumentQuery::default();
    let after = page.after(&list)?.map(|after| key(&after, "document")).transpose()?;
    let mut found = served.quipu().find_documents(query, after, page.limit()?).await?;
    for row in &mut found.rows {
        row.partial = row.partial.take().map(heard);
    }
    let next = found.next.map(|key| cursor::after(&list, &key.to_string()));
    let total = if is_filtered { None } else { Some(served.quipu().totals().await?.documents) };
    Ok(Json(DocumentPage { items: found.rows, next, total }))
}

/// The range of a document's chunks.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ShowParams {
    /// 0 leaves the chunks out.
    #[serde(default = "one")]
    #[param(minimum = 0, maximum = 1)]
    chunks: usize,
}

fn one() -> usize {
    1
}

/// A document: with its chunks, or without where they were left out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum DocumentShown {
    /// The document with its chunks.
    #[schema(value_type = schemas::ShownDocument)]
    Whole(Box<ShownDocument>),
    /// The document without its chunks.
    #[schema(value_type = schemas::DocumentRow)]
    Row(Box<DocumentRow>),
}

/// Shows a document
///
/// By its key or its id, with its chunks: the output of `quipu show document --json`.
#[utoipa::path(get, path = "/documents/{document}", operation_id = "document", tag = "documents",
    params(("name" = String, Path, description = "The workspace."), ("document" = String, Path, description = "Its key, or its id with `/` as `%2F`."), ShowParams),
    responses((status = 200, description = "The document.", body = DocumentShown), Failures))]
async fn show(
    Space(served): Space,
    Last(name): Last,
    Params(params): Params<ShowParams>,
) -> Result<Json<DocumentShown>, HttpProblem> {
    let none = || HttpProblem::not_found("document");
    Ok(Json(match within("chunks", params.chunks, 0, 1)? {
        0 => {
            let mut row = served.quipu().document_row(&name).await?.ok_or_else(none)?;
            row.partial = row.partial.map(heard);
            DocumentShown::Row(Box::new(row))
        }
        _ => DocumentShown::Whole(Box::new(served.quipu().document(&name).await?.ok_or_else(none)?)),
    }))
}

/// Number of neighbours of a chunk.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct AroundParams {
    /// Number of chunks before and behind it.
    #[serde(default)]
    #[param(minimum = 0, maximum = 5)]
    around: usize,
}

/// A chunk with its neighbours, on request.
#[derive(Debug, Serialize, ToSchema)]
struct ChunkShown {
    /// The chunk.
    #[serde(flatten)]
    #[schema(value_type = schemas::ShownChunk)]
    chunk: ShownChunk,
    /// The chunk and its neighbours, in the order of the text; missing unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<schemas::Chunk>>)]
    around: Option<Vec<Chunk>>,
}

/// Shows a chunk
///
/// With its document, its facts, and its neighbours on request.
#[utoipa::path(get, path = "/chunks/{chunk}", operation_id = "chunk", tag = "documents",
    params(("name" = String, Path, description = "The workspace."), ("chunk" = String, Path, description = "Its key."), AroundParams),
    responses((status = 200, description = "The chunk.", body = ChunkShown), Failures))]
async fn chunk(
    Space(served): Space,
    Last(name): Last,
    Params(params): Params<AroundParams>,
) -> Result<Json<ChunkShown>, HttpProblem> {
    let (around, key) = (within("around", params.around, 0, 5)?, key(&name, "chunk")?);
    let chunk = served.quipu().chunk(key).await?.ok_or_else(|| HttpProblem::not_found("chunk"))?;
    let around = if around > 0 { Some(served.quipu().around(key, around).await?) } else { None };
    Ok(Json(ChunkShown { chunk, around }))
}

/// The documents to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeleteDocumentsBody {
    /// Their ids, or globs over ids.
    #[schema(min_items = 1, max_items = 10000)]
    documents: Vec<String>,
}

/// Deletes documents
///
/// And everything that only they said, by a job.
#[utoipa::path(post, path = "/documents/delete", operation_id = "delete", tag = "documents", request_body = DeleteDocumentsBody, params(("name" = String, Path, description = "The workspace."), JobWishes),
    responses(JobReplies, Failures))]
async fn delete(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    wishes: JobWishes,
    JsonBody(body): JsonBody<DeleteDocumentsBody>,
) -> Result<Response, HttpProblem> {
    within("documents", body.documents.len(), 1, 10_000)?;
    let asked = JobRequest::of(JobWork::Delete { documents: body.documents });
    accepted(&app, &served, &who, wishes, asked).await
}

/// The id of a document that is there, or that a queued job brings: then true.
///
/// # Errors
/// When it is neither, or the job is paused and would bring it later.
async fn known(served: &Arc<Served>, name: &str) -> Result<(String, bool), HttpProblem> {
    if let Some(row) = served.quipu().document_row(name).await? {
        return Ok((row.id, false));
    }
    let (queue, wanted) = (served.queue.clone(), name.to_owned());
    // Batches are read from files.
    let brought = tokio::task::spawn_blocking(move || queue.brings(&wanted)).await.ok().flatten();
    match brought {
        Some(QueuedDocument { job, paused: true, .. }) => {
            let detail = format!("the job {job}, which brings the document, is paused; resume or cancel it first");
            Err(HttpProblem::new(StatusCode::CONFLICT, "job-state", detail))
        }
        Some(QueuedDocument { id, .. }) => Ok((id, true)),
        // The job may have ended in between.
        None => match served.quipu().document_row(name).await? {
            Some(row) => Ok((row.id, false)),
            None => Err(HttpProblem::not_found("document")),
        },
    }
}

/// A person's changes to a document, and the change number that they apply to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AmendBody {
    /// The title: unchanged if left out; null or blank restores that of the source.
    #[serde(default, deserialize_with = "Amendment::said")]
    #[schema(value_type = Option<String>)]
    title: Option<Option<String>>,
    /// Fields of its metadata; null restores the value of the source.
    #[serde(default)]
    #[schema(value_type = Object)]
    metadata: Map<String, Value>,
    /// The change that it is made of: where there was another since, nothing is changed (412).
    at_change: Option<u64>,
}

/// Amends a document
///
/// A title or metadata by hand replaces that of its source, also when the source is read again. By its key or its id. One that is
/// still queued is amended by a job behind the one that brings it.
#[utoipa::path(patch, path = "/documents/{document}", operation_id = "amend_document", tag = "documents", request_body = AmendBody,
    params(("name" = String, Path, description = "The workspace."), ("document" = String, Path, description = "Its key, or its id with `/` as `%2F`.")),
    responses((status = 200, description = "The updated document, without its chunks.", body = schemas::DocumentRow),
        (status = 202, description = "The job that amends a queued document.", body = QueuedJob), Failures))]
async fn amend(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    Last(name): Last,
    JsonBody(AmendBody { title, metadata, at_change }): JsonBody<AmendBody>,
) -> Result<Response, HttpProblem> {
    let alone = served.deciding.lock().await;
    unchanged(&served, at_change).await?;
    let (id, is_queued) = known(&served, &name).await?;
    let amendment = Amendment { title, metadata };
    if is_queued {
        drop(alone);
        let asked = JobRequest::of(JobWork::Amend { documents: vec![id], amendment });
        return accepted(&app, &served, &who, JobWishes::default(), asked).await;
    }
    let quipu = served.quipu();
    quipu.amend(vec![id.clone()], amendment).await?;
    app.note(&who, "amend", Some(&served.name()), &id);
    let row = quipu.document_row(&id).await?.ok_or_else(|| HttpProblem::not_found("document"))?;
    Ok(Json(row).into_response())
}

/// Deletes a document
///
/// By its key or its id. One that is still queued is deleted behind the job that brings it.
#[utoipa::path(delete, path = "/documents/{document}", operation_id = "delete_document", tag = "documents",
    params(("name" = String, Path, description = "The workspace."), ("document" = String, Path, description = "Its key or id."), JobWishes),
    responses(JobReplies, Failures))]
async fn delete_one(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    wishes: JobWishes,
    Last(name): Last,
) -> Result<Response, HttpProblem> {
    let (id, _) = known(&served, &name).await?;
    accepted(&app, &served, &who, wishes, JobRequest::of(JobWork::Delete { documents: vec![id] })).await
}
