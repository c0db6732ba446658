//! Models: tests of the configured ones, and their prompts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use quipu::models::{CheckedModel, Estimate, PROFILES, ReplyFormat, Tried, profiles};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::clients::Who;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::Last;
use crate::problem::HttpProblem;
use crate::schemas::{self, ListPage};
use crate::served::Served;
use crate::shapes::Failures;

pub(super) fn checks() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(check))
}

pub(super) fn prompts() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(estimate))
        .routes(routes!(extract_foretold))
}

/// The cost of reading.
#[derive(Debug, Serialize, ToSchema)]
struct ReadingEstimateReply {
    /// Windows, calls, tokens and money, least and most; missing without a model.
    #[schema(value_type = Option<schemas::ReadingEstimate>)]
    estimate: Option<Estimate>,
    /// True if the settings hold the model's prices.
    priced: bool,
}

/// Estimates the cost of a model's reading of all unread chunks
///
/// The output of `quipu extract --dry-run`; no model is called.
#[utoipa::path(post, path = "/extract/estimate", operation_id = "estimate_extract", tag = "settings", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The estimated cost.", body = ReadingEstimateReply), Failures))]
async fn estimate(Space(served): Space) -> Result<Json<ReadingEstimateReply>, HttpProblem> {
    estimated(&served).await
}

/// Estimates the cost of a model's reading of all unread chunks
///
/// The former name of `extract/estimate`, for one version.
#[utoipa::path(post, path = "/extract/foretold", operation_id = "extract_foretold", tag = "settings", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The estimated cost.", body = ReadingEstimateReply), Failures))]
async fn extract_foretold(Space(served): Space) -> Result<Json<ReadingEstimateReply>, HttpProblem> {
    estimated(&served).await
}

async fn estimated(served: &Served) -> Result<Json<ReadingEstimateReply>, HttpProblem> {
    match served.quipu().estimate(None).await {
        Ok((estimate, priced)) => Ok(Json(ReadingEstimateReply { estimate: Some(estimate), priced })),
        Err(quipu::Error::ExtractNoModel) => Ok(Json(ReadingEstimateReply { estimate: None, priced: false })),
        Err(error) => Err(error.into()),
    }
}

/// A model that was tried.
#[derive(Debug, Serialize, ToSchema)]
struct ModelRow {
    /// Its tasks.
    work: Vec<&'static str>,
    /// Its name.
    model: String,
    /// True if it works.
    works: bool,
    /// The result of a chat model.
    #[schema(value_type = Option<schemas::TriedModel>)]
    chat: Option<Tried>,
    /// The way in which a chat model is held to JSON.
    #[schema(value_type = Option<String>)]
    format: Option<ReplyFormat>,
    /// Components of a vector.
    dimension: Option<usize>,
    /// Seconds that the trial of another model took.
    seconds: Option<f64>,
    /// The reason of its failure; the server's own message is in the output of `quipu model check` alone.
    problem: Option<HttpProblem>,
    /// Names of possible improvements.
    advice: Vec<&'static str>,
}

impl From<CheckedModel> for ModelRow {
    fn from(checked: CheckedModel) -> Self {
        let works = checked.works();
        let CheckedModel { work, model, chat, format, dimension, seconds, error, advice, .. } = checked;
        let advice = advice.iter().map(|advice| advice.name()).collect();
        let problem = error.as_ref().map(unsaid);
        Self { work, model, works, chat, format, dimension, seconds, problem, advice }
    }
}

/// The failure of a model, without its server's message: an address that was set over HTTP reveals nothing about the
/// service there.
fn unsaid(error: &quipu::Error) -> HttpProblem {
    let problem = HttpProblem::of(error);
    HttpProblem { detail: format!("it does not work ({}); `quipu model check` says more", problem.code), ..problem }
}

type ModelRowList = ListPage<ModelRow>;
type PromptRowList = ListPage<PromptRow>;

/// Tries every model that the settings name
///
/// As it would be asked, without retries.
#[utoipa::path(post, path = "/models/check", operation_id = "check_models", tag = "settings", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The models.", body = ModelRowList), Failures))]
async fn check(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
) -> Result<Json<ListPage<ModelRow>>, HttpProblem> {
    app.note(&who, "check", Some(&served.name()), "models");
    let rows = served.quipu().check_models().await?;
    Ok(Json(ListPage::whole(rows.into_iter().map(ModelRow::from).collect())))
}

/// The prompts of a model.
#[derive(Debug, Serialize, ToSchema)]
struct PromptRow {
    /// Their name.
    name: &'static str,
    /// Their purpose.
    about: String,
}

/// Lists the prompts of models
///
/// Profiles of extraction, and the prompts of answers, descriptions and contexts.
#[utoipa::path(get, path = "/prompts", operation_id = "prompts", tag = "settings", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The prompts, by name.", body = PromptRowList), Failures))]
async fn list(Space(_): Space) -> Result<Json<ListPage<PromptRow>>, HttpProblem> {
    let mut rows = Vec::new();
    for (name, _) in PROFILES {
        rows.push(PromptRow { name, about: profiles::of(name)?.about });
    }
    rows.extend(profiles::OTHER.map(|(name, _)| PromptRow { name, about: format!("the words of {name}") }));
    Ok(Json(ListPage::whole(rows)))
}

/// Shows a prompt of models
///
/// The built-in one, as the file that `quipu prompts eject` writes.
#[utoipa::path(get, path = "/prompts/{prompt}", operation_id = "prompt", tag = "settings",
    params(("name" = String, Path, description = "The workspace."), ("prompt" = String, Path, description = "Their name.")),
    responses((status = 200, description = "The file.", body = String, content_type = "application/toml"), Failures))]
async fn show(Space(_): Space, Last(name): Last) -> Result<Response, HttpProblem> {
    let known = PROFILES.iter().map(|(name, _)| *name).chain(profiles::OTHER.map(|(name, _)| name));
    // An unknown name could be a path.
    if !known.into_iter().any(|known| known == name) {
        return Err(HttpProblem::not_found("prompt"));
    }
    let mut response = profiles::whole(&name)?.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/toml"));
    Ok(response)
}
