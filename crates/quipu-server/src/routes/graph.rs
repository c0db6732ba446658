//! The graph: relations, paths, pictures, similar documents, and communities.

use std::sync::Arc;

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use quipu::Ask;
use quipu::communities::{CommunityBrief, CommunityList, ShownCommunity};
use quipu::graph::{EntityDetail, PathQuery, Paths, PictureOf, RelationRow, Similar, placed};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{Last, Params};
use crate::problem::HttpProblem;
use crate::request::heard;
use crate::schemas::{self, ListPage};
use crate::shapes::{Failures, QUESTION, hundred, within};

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(relations))
        .routes(routes!(path))
        .routes(routes!(picture))
        .routes(routes!(similar))
        .routes(routes!(similar_to))
        .routes(routes!(communities))
        .routes(routes!(community))
}

/// The entity of the relations.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct AboutParams {
    /// The name or the key of an entity.
    about: String,
    /// Only relations with one of these predicates.
    #[serde(default)]
    predicate: Vec<String>,
    /// Only relations with at least this weight.
    #[serde(default)]
    min_weight: f64,
    /// True if unsure relations are included.
    #[serde(default)]
    unsure: bool,
}

type RelationList = ListPage<schemas::RelationRow>;

/// Lists the relations of an entity
///
/// Heaviest first.
#[utoipa::path(get, path = "/relations", operation_id = "relations", tag = "graph", params(("name" = String, Path, description = "The workspace."), AboutParams),
    responses((status = 200, description = "The relations.", body = RelationList), Failures))]
async fn relations(
    Space(served): Space,
    Params(params): Params<AboutParams>,
) -> Result<Json<ListPage<RelationRow>>, HttpProblem> {
    let entities =
        served.quipu().entities(&params.about, EntityDetail { described: false, unsure: params.unsure }).await?;
    let relations = entities.into_iter().flat_map(|entity| entity.relations);
    let wanted = |row: &RelationRow| {
        row.weight >= params.min_weight && (params.predicate.is_empty() || params.predicate.contains(&row.predicate))
    };
    Ok(Json(ListPage::whole(relations.filter(wanted).collect())))
}

/// The ends of a path.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct PathParams {
    /// The name of an entity.
    from: String,
    /// The name of another.
    to: String,
    /// Maximal number of paths.
    #[serde(default = "three")]
    #[param(minimum = 1, maximum = 10)]
    paths: usize,
    /// Maximal number of edges of a path.
    #[serde(default = "six")]
    #[param(minimum = 1, maximum = 6)]
    length: usize,
}

fn three() -> usize {
    3
}

fn six() -> usize {
    6
}

/// Finds paths between two entities
///
/// The shortest, each step with the quotes that state it.
#[utoipa::path(get, path = "/path", operation_id = "paths", tag = "graph", params(("name" = String, Path, description = "The workspace."), PathParams),
    responses((status = 200, description = "The paths.", body = schemas::Paths), Failures))]
async fn path(Space(served): Space, Params(params): Params<PathParams>) -> Result<Json<Paths>, HttpProblem> {
    let (ways, longest) = (within("paths", params.paths, 1, 10)?, within("length", params.length, 1, 6)?);
    Ok(Json(served.quipu().paths(PathQuery { from: params.from, to: params.to, ways, longest }).await?))
}

/// The subject of a picture.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct PictureParams {
    /// The question whose hits are drawn.
    question: Option<String>,
    /// The entity whose neighbourhood is drawn.
    entity: Option<String>,
    /// The communities of this level, 0 for the outermost.
    #[param(minimum = 0, maximum = 100)]
    level: Option<usize>,
    /// The parts of this community, or its entities where it has no parts: its id or a prefix of it, or the name of one
    /// of its entities.
    community: Option<String>,
    /// Maximal number of entities.
    #[serde(default = "sixty")]
    #[param(minimum = 1, maximum = 5000)]
    entities: usize,
    /// Maximal number of chunks.
    #[serde(default = "twenty")]
    #[param(minimum = 0, maximum = 500)]
    chunks: usize,
}

fn sixty() -> usize {
    60
}

fn twenty() -> usize {
    20
}

/// Draws the surroundings of a question or an entity, or communities
///
/// Points with places and lines with quotes; places are equal for equal documents.
#[utoipa::path(get, path = "/picture", operation_id = "picture", tag = "graph", params(("name" = String, Path, description = "The workspace."), PictureParams),
    responses((status = 200, description = "The picture.", body = schemas::PlacedPicture), Failures))]
async fn picture(Space(served): Space, Params(params): Params<PictureParams>) -> Result<Response, HttpProblem> {
    let (entities, chunks) = (within("entities", params.entities, 1, 5000)?, within("chunks", params.chunks, 0, 500)?);
    let of = match (params.question, params.entity, params.level, params.community) {
        (Some(question), None, None, None) if question.len() <= QUESTION => {
            PictureOf::Question(Box::new(Ask::of(question)))
        }
        (None, Some(entity), None, None) => PictureOf::Entity(entity),
        (None, None, Some(level), None) => PictureOf::Communities(within("level", level, 0, 100)? as u32),
        (None, None, None, Some(community)) => PictureOf::PartsOf(community),
        _ => {
            return Err(HttpProblem::invalid(
                "name one of these: a question of at most 16384 bytes, an entity, a level of communities, a community",
            ));
        }
    };
    let mut picture = served.quipu().picture(of, entities, chunks).await?;
    for point in &mut picture.points {
        point.about = heard(std::mem::take(&mut point.about));
    }
    Ok(Json(placed(&picture)).into_response())
}

/// Options of similarity.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct SimilarParams {
    /// Number of neighbours of each document.
    #[serde(default = "five")]
    #[param(minimum = 1, maximum = 50)]
    k: usize,
    /// The least cosine.
    #[serde(default = "half")]
    #[param(minimum = -1, maximum = 1)]
    min: f32,
}

impl SimilarParams {
    fn bounds(&self) -> Result<(usize, f32), HttpProblem> {
        if !(-1.0..=1.0).contains(&self.min) {
            return Err(HttpProblem::invalid("min: it may be from -1 to 1"));
        }
        Ok((within("k", self.k, 1, 50)?, self.min))
    }
}

fn five() -> usize {
    5
}

fn half() -> f32 {
    0.5
}

/// Finds documents that are alike
///
/// For each document its nearest by their vectors.
#[utoipa::path(get, path = "/similar", operation_id = "similar", tag = "graph", params(("name" = String, Path, description = "The workspace."), SimilarParams),
    responses((status = 200, description = "The pairs.", body = schemas::Similar), Failures))]
async fn similar(Space(served): Space, Params(params): Params<SimilarParams>) -> Result<Json<Similar>, HttpProblem> {
    let (k, least) = params.bounds()?;
    Ok(Json(served.quipu().similar(k, least).await?))
}

/// Finds documents that are like one
///
/// Its nearest by their vectors, nearest first.
#[utoipa::path(get, path = "/documents/{document}/similar", operation_id = "similar_to", tag = "graph",
    params(("name" = String, Path, description = "The workspace."), ("document" = String, Path, description = "Its key or id."), SimilarParams),
    responses((status = 200, description = "The pairs.", body = schemas::Similar), Failures))]
async fn similar_to(
    Space(served): Space,
    Last(name): Last,
    Params(params): Params<SimilarParams>,
) -> Result<Json<Similar>, HttpProblem> {
    let (k, least) = params.bounds()?;
    Ok(Json(served.quipu().similar_to(&name, k, least).await?))
}

/// Filters of communities.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CommunityParams {
    /// Depth; 0 for the outermost level alone.
    #[serde(default)]
    #[param(minimum = 0, maximum = 100)]
    level: usize,
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 5000)]
    limit: usize,
}

/// Communities.
#[derive(Debug, Serialize, ToSchema)]
struct CommunityPage {
    /// The communities: parts follow their wholes, the most important first.
    #[schema(value_type = Vec<schemas::CommunityBrief>)]
    items: Vec<CommunityBrief>,
    /// The cursor of the next page; always missing, as the list is given whole up to its limit.
    next: Option<String>,
    /// Number of the change whose state they show.
    change: u64,
    /// Copy of `items` under its former name, for one version.
    #[schema(value_type = Vec<schemas::CommunityBrief>, deprecated)]
    communities: Vec<CommunityBrief>,
    /// Total number at all levels.
    total: u64,
}

/// Lists communities of entities
///
/// Parts follow their wholes, the most important first. They are updated before.
#[utoipa::path(get, path = "/communities", operation_id = "communities", tag = "graph", params(("name" = String, Path, description = "The workspace."), CommunityParams),
    responses((status = 200, description = "The communities.", body = CommunityPage), Failures))]
async fn communities(
    Space(served): Space,
    Params(params): Params<CommunityParams>,
) -> Result<Json<CommunityPage>, HttpProblem> {
    let (level, limit) = (within("level", params.level, 0, 100)?, within("limit", params.limit, 1, 5000)?);
    let CommunityList { change, communities, total } = served.quipu().communities(level as u32, limit).await?;
    Ok(Json(CommunityPage { items: communities.clone(), next: None, change, communities, total }))
}

/// Shows the topic of a community
///
/// Its report, with its source sentences.
#[utoipa::path(get, path = "/communities/{community}", operation_id = "community", tag = "graph",
    params(("name" = String, Path, description = "The workspace."), ("community" = String, Path, description = "Its id or the start of it, or the name of an entity in it.")),
    responses((status = 200, description = "The community.", body = schemas::ShownCommunity), Failures))]
async fn community(Space(served): Space, Last(name): Last) -> Result<Json<ShownCommunity>, HttpProblem> {
    match served.quipu().community(&name).await? {
        Some(shown) => Ok(Json(shown)),
        None => Err(HttpProblem::not_found("community")),
    }
}
