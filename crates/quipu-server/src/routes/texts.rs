//! Documents as texts: a range of one, its headings, matches of a pattern in all, and the log of its reading.

use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use quipu::Filters;
use quipu::documents::{GrepLine, GrepQuery, Section};
use quipu::filter::Expression;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::jobs::{DocumentLine, DocumentLines};
use crate::app::App;
use crate::cursor;
use crate::jobs::{JobEvent, LogReader};
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{Last, Params};
use crate::problem::HttpProblem;
use crate::schemas::{self, ListPage};
use crate::served::Served;
use crate::shapes::{Failures, hundred, within};

/// Limit of jobs that are searched for the outcomes of a document.
const JOBS: usize = 50;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(text)).routes(routes!(outline))
}

/// Routes whose replies depend on time, or on jobs.
pub(super) fn untagged() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(grep)).routes(routes!(log))
}

/// The range of the text.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct StretchParams {
    /// Its first byte; by default the first of the text.
    #[param(minimum = 0)]
    start: Option<usize>,
    /// One past its last byte; by default the end of the text.
    #[param(minimum = 0)]
    end: Option<usize>,
}

/// Reads the text of a document
///
/// Whole or a stretch, at whole characters; spans of chunks and citations count bytes in it. `X-Quipu-Start`, `-End` and
/// `-Total` tell which bytes these are.
#[utoipa::path(get, path = "/documents/{document}/text", operation_id = "text", tag = "documents",
    params(("name" = String, Path, description = "The workspace."), ("document" = String, Path, description = "Its key or id."), StretchParams),
    responses((status = 200, description = "The text, in Markdown.", body = String, content_type = "text/markdown"),
        (status = 416, description = "The start is after the end of the text.", body = HttpProblem, content_type = "application/problem+json"), Failures))]
async fn text(
    Space(served): Space,
    Last(name): Last,
    Params(params): Params<StretchParams>,
) -> Result<Response, HttpProblem> {
    let found = served.quipu().text(&name).await?.ok_or_else(|| HttpProblem::not_found("document"))?;
    let text = &found.text;
    let (start, end) = (params.start.unwrap_or(0), params.end.unwrap_or(text.len()));
    if start > text.len() || start > end {
        let detail = format!("the text has {} bytes", text.len());
        return Err(HttpProblem::new(StatusCode::RANGE_NOT_SATISFIABLE, "range", detail));
    }
    let (start, end) = (found.char_start(start), found.char_start(end));
    let mut response = text[start..end].to_owned().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/markdown; charset=utf-8"));
    for (name, value) in [("x-quipu-start", start), ("x-quipu-end", end), ("x-quipu-total", text.len())] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
    }
    Ok(response)
}

type SectionList = ListPage<schemas::Section>;

/// Lists the headings of a document
///
/// In the order of its text, each with where it begins and ends.
#[utoipa::path(get, path = "/documents/{document}/outline", operation_id = "outline", tag = "documents",
    params(("name" = String, Path, description = "The workspace."), ("document" = String, Path, description = "Its key or id.")),
    responses((status = 200, description = "The sections.", body = SectionList), Failures))]
async fn outline(Space(served): Space, Last(name): Last) -> Result<Json<ListPage<Section>>, HttpProblem> {
    let sections = served.quipu().outline(&name).await?.ok_or_else(|| HttpProblem::not_found("document"))?;
    Ok(Json(ListPage::whole(sections)))
}

/// The pattern and its options.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct GrepParams {
    /// The pattern: a regular expression, unless `literal`.
    #[param(min_length = 1, max_length = 1024)]
    pattern: String,
    /// True if the pattern is a literal string.
    #[serde(default)]
    literal: bool,
    /// True if small and capital letters are the same.
    #[serde(default)]
    ignore_case: bool,
    /// Ids of documents, or globs over ids.
    #[serde(default)]
    document: Vec<String>,
    /// An expression that must hold besides: `year >= 2020 and not tags = draft`.
    #[serde(rename = "where")]
    #[param(value_type = Option<String>)]
    expression: Option<Expression>,
    /// Maximal number of matches.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// A page of places.
#[derive(Debug, Serialize, ToSchema)]
struct PlacePage {
    /// The places, document by document.
    #[schema(value_type = Vec<schemas::GrepLine>)]
    items: Vec<GrepLine>,
    /// The cursor of the next page; missing on the last.
    next: Option<String>,
}

/// Finds where a pattern stands
///
/// Every place in the texts of documents, found within two seconds a page: a page may be short, or empty, and have a next.
#[utoipa::path(get, path = "/grep", operation_id = "grep", tag = "documents", params(("name" = String, Path, description = "The workspace."), GrepParams),
    responses((status = 200, description = "A page of places.", body = PlacePage), Failures))]
async fn grep(Space(served): Space, Params(params): Params<GrepParams>) -> Result<Json<PlacePage>, HttpProblem> {
    let GrepParams { pattern, literal, ignore_case, document, expression, limit, cursor } = params;
    let limit = within("limit", limit, 1, 1000)?;
    let list = format!("{}/grep/{pattern:?}/{literal}/{ignore_case}/{document:?}/{expression:?}", served.name());
    let from = cursor.map(|cursor| cursor::key(&list, &cursor)).transpose()?;
    let from = from.and_then(|from| {
        let (key, at) = from.split_once('@')?;
        Some((key.parse().ok()?, at.parse().ok()?))
    });
    let filters = Filters { documents: document, expression, ..Filters::default() };
    let page = served.quipu().grep(GrepQuery { pattern, literal, ignore_case, filters, from, limit }).await?;
    let next = page.next.map(|(key, at)| cursor::after(&list, &format!("{key}@{at}")));
    Ok(Json(PlacePage { items: page.lines, next }))
}

/// The number of lines.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct LogParams {
    /// Maximal number of lines: the newest.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
}

/// Shows the log of a document's reading
///
/// The outcomes in the newest jobs, the newest first: why it was skipped, is not whole or was replaced. A document
/// without problems has no line. The name may be the id, the key, or the source of one that is not in the workspace.
#[utoipa::path(get, path = "/documents/{document}/log", operation_id = "document_log", tag = "documents",
    params(("name" = String, Path, description = "The workspace."), ("document" = String, Path, description = "Its key, id or source."), LogParams),
    responses((status = 200, description = "The lines.", body = DocumentLines), Failures))]
async fn log(
    Space(served): Space,
    Last(name): Last,
    Params(params): Params<LogParams>,
) -> Result<Json<DocumentLines>, HttpProblem> {
    let limit = within("limit", params.limit, 1, 1000)?;
    let row = served.quipu().document_row(&name).await?;
    let is_there = row.is_some();
    let names = row.map_or_else(|| vec![name], |row| vec![row.id, row.source.path]);
    // Files are read on a thread for blocking work.
    let read = tokio::task::spawn_blocking(move || said_of(&served, &names, limit)).await;
    let failed = |error: std::io::Error| HttpProblem::of_file("events", error);
    let items = read.map_err(|error| failed(std::io::Error::other(error)))?.map_err(failed)?;
    if items.is_empty() && !is_there {
        return Err(HttpProblem::not_found("document"));
    }
    Ok(Json(DocumentLines { items, next: None }))
}

/// The outcomes of a document with one of these names in the newest jobs.
fn said_of(served: &Served, names: &[String], limit: usize) -> std::io::Result<Vec<DocumentLine>> {
    let mut items = Vec::new();
    for job in served.queue.newest(JOBS, |_| true) {
        let Some(log) = served.queue.log(&job.id) else { continue };
        let told = log.read(&mut LogReader::default())?;
        items.extend(told.into_iter().filter_map(|numbered| match numbered.event {
            JobEvent::Document { id, state, reason } if names.contains(&id) => {
                Some(DocumentLine::of(id, state, reason, Some(job.id.clone())))
            }
            _ => None,
        }));
        if items.len() >= limit {
            break;
        }
    }
    items.truncate(limit);
    Ok(items)
}
