//! Entities: listed and completed, shown with their relations, their neighbourhood and their mentions.

use std::sync::Arc;

use axum::Json;
use quipu::Filters;
use quipu::ask::Answer;
use quipu::filter::Expression;
use quipu::graph::{EntityBrief, EntityDetail, EntityOrder, EntityQuery, Kind, MentionQuote, ShownEntity, Tree};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::cursor;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{Params, PathPart};
use crate::problem::HttpProblem;
use crate::schemas::{self, ListPage};
use crate::shapes::{Failures, hundred, key, within};

/// Replies that depend on more than the documents: a model's texts, and a list that may be a moment old.
pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(summary))
        .routes(routes!(neighbours))
        .routes(routes!(mentioned))
}

/// The order of the list.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// Entities in the most chunks first.
    #[default]
    Chunks,
    /// Entities by name.
    Name,
}

/// Filters of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListParams {
    /// The start of the name, or of a word of it, in any spelling.
    #[serde(default)]
    #[param(max_length = 200)]
    q: String,
    /// Kinds, as person or place; of none, all.
    #[serde(default)]
    kind: Vec<String>,
    /// Minimal number of chunks.
    #[serde(default)]
    min_chunks: u64,
    /// The order.
    #[serde(default)]
    #[param(inline)]
    sort: Order,
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// A page of entities.
#[derive(Debug, Serialize, ToSchema)]
struct EntityRows {
    /// The entities, each with key, name, kind and chunks.
    #[schema(value_type = Vec<schemas::EntityBrief>)]
    items: Vec<EntityBrief>,
    /// The cursor of the next page; missing on the last.
    next: Option<String>,
    /// Total number on all pages.
    total: u64,
    /// Number of entities of a large workspace that are never listed: those in the fewest chunks.
    left_out: u64,
}

/// Lists entities
///
/// With `q` entities whose name begins with it, for completion while a user types. The list is kept in memory; a
/// change of a moment ago may be seen a moment later, and pages count by place.
#[utoipa::path(get, path = "/entities", operation_id = "entities", tag = "graph", params(("name" = String, Path, description = "The workspace."), ListParams),
    responses((status = 200, description = "A page of them.", body = EntityRows), Failures))]
async fn list(Space(served): Space, Params(params): Params<ListParams>) -> Result<Json<EntityRows>, HttpProblem> {
    let ListParams { q, kind, min_chunks, sort, limit, cursor } = params;
    let limit = within("limit", limit, 1, 1000)?;
    within("q", q.len(), 0, 200)?;
    let list = format!("{}/entities/{q:?}/{kind:?}/{min_chunks}/{sort:?}", served.name());
    let skip = cursor.map(|cursor| cursor::key(&list, &cursor)).transpose()?;
    let skip: usize = skip.and_then(|skip| skip.parse().ok()).unwrap_or(0);
    let order = match sort {
        Order::Chunks => EntityOrder::Chunks,
        Order::Name => EntityOrder::Name,
    };
    let kinds = kind.iter().map(|kind| kind_of(kind)).collect::<Result<_, _>>()?;
    let query = EntityQuery { begins: q, kinds, least: min_chunks, order };
    let page = served.quipu().entity_list(query, skip, limit).await?;
    let end = skip + page.entities.len();
    let next = (!page.entities.is_empty() && (end as u64) < page.total).then(|| cursor::after(&list, &end.to_string()));
    Ok(Json(EntityRows { items: page.entities, next, total: page.total, left_out: page.left_out }))
}

/// The kind that a text names.
pub(super) fn kind_of(text: &str) -> Result<Kind, HttpProblem> {
    serde_json::from_value::<Kind>(Value::from(text.to_uppercase()))
        .map_err(|_| HttpProblem::invalid(format!("kind: {text} is not known")))
}

/// The part of a path that names an entity.
#[derive(Deserialize)]
struct Named {
    entity: String,
}

/// Options of an entity's display.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ShowParams {
    /// True if the reasons for its aliases and a model's description are included.
    #[serde(default)]
    described: bool,
    /// True if unsure relations are included.
    #[serde(default)]
    unsure: bool,
}

type ShownEntityList = ListPage<schemas::ShownEntity>;

/// Shows the entities of a name or a key
///
/// The entities that have the name, which may be several; the key of any name of an entity leads to it.
/// The output of `quipu show entity --json`.
#[utoipa::path(get, path = "/entities/{entity}", operation_id = "entity", tag = "graph",
    params(("name" = String, Path, description = "The workspace."), ("entity" = String, Path, description = "A name in any spelling, or a key."), ShowParams),
    responses((status = 200, description = "The entities.", body = ShownEntityList), Failures))]
async fn show(
    Space(served): Space,
    PathPart(Named { entity }): PathPart<Named>,
    Params(params): Params<ShowParams>,
) -> Result<Json<ListPage<ShownEntity>>, HttpProblem> {
    let detail = EntityDetail { described: params.described, unsure: params.unsure };
    let found = served.quipu().entities(&entity, detail).await?;
    if found.is_empty() {
        return Err(HttpProblem::not_found("entity"));
    }
    Ok(Json(ListPage::whole(found)))
}

/// Tells all of a thing
///
/// The definition of an entity, the sections of its own page, and what other pages say of it, with citations. The output
/// of `quipu show entity --summary --json`.
#[utoipa::path(get, path = "/entities/{entity}/summary", operation_id = "summary", tag = "graph",
    params(("name" = String, Path, description = "The workspace."), ("entity" = String, Path, description = "A name in any spelling.")),
    responses((status = 200, description = "The summary, as an answer.", body = schemas::Answer), Failures))]
async fn summary(
    Space(served): Space,
    PathPart(Named { entity }): PathPart<Named>,
) -> Result<Json<Answer>, HttpProblem> {
    let found = served.quipu().summary(&entity).await?;
    found.map(Json).ok_or_else(|| HttpProblem::not_found("entity"))
}

/// The extent of the neighbourhood.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct TreeParams {
    /// Depth in edges.
    #[serde(default = "two")]
    #[param(minimum = 1, maximum = 3)]
    depth: usize,
    /// Number of neighbours of each entity.
    #[serde(default = "ten")]
    #[param(minimum = 1, maximum = 50)]
    breadth: usize,
}

fn two() -> usize {
    2
}

fn ten() -> usize {
    10
}

/// Shows the neighbours of an entity
///
/// As a tree, heaviest first.
#[utoipa::path(get, path = "/entities/{entity}/neighbours", operation_id = "tree", tag = "graph",
    params(("name" = String, Path, description = "The workspace."), ("entity" = String, Path, description = "A unique name, or a key."), TreeParams),
    responses((status = 200, description = "The tree.", body = schemas::Tree), Failures))]
async fn neighbours(
    Space(served): Space,
    PathPart(Named { entity }): PathPart<Named>,
    Params(params): Params<TreeParams>,
) -> Result<Json<Tree>, HttpProblem> {
    let (depth, breadth) = (within("depth", params.depth, 1, 3)?, within("breadth", params.breadth, 1, 50)?);
    Ok(Json(served.quipu().tree(&entity, depth, breadth).await?))
}

/// Filters of passages.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct MentionParams {
    /// Ids of documents, or globs over ids.
    #[serde(default)]
    document: Vec<String>,
    /// An expression that must hold besides: `year >= 2020 and not tags = draft`.
    #[serde(rename = "where")]
    #[param(value_type = Option<String>)]
    expression: Option<Expression>,
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// A page of passages.
#[derive(Debug, Serialize, ToSchema)]
struct MentionPage {
    /// The passages, each with its chunk, its document, its place and the sentence.
    #[schema(value_type = Vec<schemas::MentionQuote>)]
    items: Vec<MentionQuote>,
    /// The cursor of the next page; missing on the last.
    next: Option<String>,
}

/// Lists the passages that mention an entity
///
/// Each with the sentence around its first mention; those of a document stand together.
#[utoipa::path(get, path = "/entities/{entity}/passages", operation_id = "passages", tag = "graph",
    params(("name" = String, Path, description = "The workspace."), ("entity" = String, Path, description = "A unique name, or a key."), MentionParams),
    responses((status = 200, description = "A page of them.", body = MentionPage), Failures))]
async fn mentioned(
    Space(served): Space,
    PathPart(Named { entity }): PathPart<Named>,
    Params(params): Params<MentionParams>,
) -> Result<Json<MentionPage>, HttpProblem> {
    let MentionParams { document, expression, limit, cursor } = params;
    let limit = within("limit", limit, 1, 1000)?;
    let list = format!("{}/passages/{entity:?}/{document:?}/{expression:?}", served.name());
    let after = cursor.map(|cursor| cursor::key(&list, &cursor)).transpose()?;
    let after = after.map(|after| key(&after, "passage")).transpose()?;
    let filters = Filters { documents: document, expression, ..Filters::default() };
    let mut items = served.quipu().mentioned(&entity, &filters, after, limit + 1).await?;
    let next = cursor::cut(&mut items, limit, &list, |passage| passage.chunk.to_string());
    Ok(Json(MentionPage { items, next }))
}
