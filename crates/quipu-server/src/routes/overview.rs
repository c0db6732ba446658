//! What the documents are about: the overview and the themes.

use std::sync::Arc;

use axum::Json;
use quipu::overview::{Overview, ThemeBrief, ThemeList};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::Params;
use crate::problem::HttpProblem;
use crate::schemas;
use crate::shapes::{Failures, within};

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(overview)).routes(routes!(themes))
}

/// Tells what the documents are about
///
/// Their themes with a sentence each, what is named most, the latest documents, and questions that were asked and are
/// answered by their own place. It is made after a change, when something asks for it.
#[utoipa::path(get, path = "/overview", operation_id = "overview", tag = "graph", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The overview.", body = schemas::Overview), Failures))]
async fn overview(Space(served): Space) -> Result<Json<Overview>, HttpProblem> {
    Ok(Json(served.quipu().overview().await?))
}

/// Filters of themes.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ThemeParams {
    /// Depth; 0 for the outermost level alone.
    #[serde(default)]
    #[param(minimum = 0, maximum = 100)]
    level: usize,
}

/// Themes.
#[derive(Debug, Serialize, ToSchema)]
struct ThemePage {
    /// The themes: parts follow their whole, the largest first.
    #[schema(value_type = Vec<schemas::ThemeBrief>)]
    items: Vec<ThemeBrief>,
    /// The cursor of the next page; always missing, as the list is given whole.
    next: Option<String>,
    /// Number of the change whose state they show.
    change: u64,
}

/// Lists themes of documents
///
/// A theme is a folder where the tree of files says what belongs together, else a group of documents with the same
/// words. Parts follow their whole, the largest first.
#[utoipa::path(get, path = "/themes", operation_id = "themes", tag = "graph", params(("name" = String, Path, description = "The workspace."), ThemeParams),
    responses((status = 200, description = "The themes.", body = ThemePage), Failures))]
async fn themes(Space(served): Space, Params(params): Params<ThemeParams>) -> Result<Json<ThemePage>, HttpProblem> {
    let level = within("level", params.level, 0, 100)?;
    let ThemeList { change, themes } = served.quipu().themes(level as u32).await?;
    Ok(Json(ThemePage { items: themes, next: None, change }))
}
