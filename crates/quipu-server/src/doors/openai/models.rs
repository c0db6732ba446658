//! Models: one for each visible workspace and each strategy in it.

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::failed::OpenAiFailures;
use crate::app::App;
use crate::gate::taken::Last;
use crate::gate::who::Who;
use crate::problem::HttpProblem;
use crate::served::Served;

/// The suffix of a workspace's name, in place of a strategy, for evidence without an answer.
const CONTEXT: &str = "context";
/// The suffix for an answer by an agent that searches as often as it needs.
const DEEP: &str = "deep";

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show))
}

/// The meaning of a model's name.
pub(crate) struct Model {
    /// The workspace.
    pub(crate) served: Arc<Served>,
    /// The strategy, where one is named.
    pub(crate) way: Option<String>,
    /// True if only evidence is requested, without an answer.
    pub(crate) evidence: bool,
    /// True if the agent writes the answer.
    pub(crate) deep: bool,
}

/// The model of a name, if the client may see it.
pub(crate) fn named(app: &App, who: &Who, name: &str) -> Option<Model> {
    let (workspace, way) = name.split_once(':').map_or((name, None), |(workspace, way)| (workspace, Some(way)));
    let served = app.spaces.find(workspace).filter(|served| who.sees(served))?;
    let (evidence, deep) = (way == Some(CONTEXT), way == Some(DEEP));
    let way = way.filter(|_| !evidence && !deep).map(str::to_owned);
    let known = way.as_deref().is_none_or(|way| quipu::ask::ways().any(|one| one.name() == way));
    known.then_some(Model { served, way, evidence, deep })
}

/// No model has this name, or none that may be seen.
pub(super) fn unknown(name: &str) -> HttpProblem {
    let detail = format!("there is no model {name:?}; GET /v1/models lists the models");
    HttpProblem { detail, ..HttpProblem::no_workspace() }.at("/model")
}

/// Models.
#[derive(Debug, Serialize, ToSchema)]
struct ModelList {
    /// Always `list`.
    object: &'static str,
    /// The models.
    data: Vec<ModelCardRow>,
}

/// A model.
#[derive(Debug, Serialize, ToSchema)]
struct ModelCardRow {
    /// Its name: a workspace, a workspace and a strategy (`papers:walk`), or a model of vectors.
    id: String,
    /// Always `model`.
    object: &'static str,
    /// When this server began, in seconds since 1970.
    created: u64,
    /// Always `quipu`.
    owned_by: &'static str,
}

fn row(id: String) -> ModelCardRow {
    static BEGAN: LazyLock<u64> = LazyLock::new(super::seconds);
    ModelCardRow { id, object: "model", created: *BEGAN, owned_by: "quipu" }
}

/// The names of a workspace's models.
fn names(workspace: &str) -> Vec<String> {
    let ways = quipu::ask::ways().map(|way| way.name());
    let kinds = ways.chain([DEEP, CONTEXT]).map(|kind| format!("{workspace}:{kind}"));
    std::iter::once(workspace.to_owned()).chain(kinds).collect()
}

/// Lists models
///
/// One for each visible workspace and each strategy in it, and the models of their vectors.
#[utoipa::path(get, path = "/v1/models", operation_id = "openai_models", tag = "openai",
    responses((status = 200, description = "The models.", body = ModelList), OpenAiFailures))]
async fn list(State(app): State<Arc<App>>, who: Who) -> Json<ModelList> {
    let seen: Vec<Arc<Served>> = app.spaces.all().into_iter().filter(|served| who.sees(served)).collect();
    let mut data: Vec<ModelCardRow> = seen.iter().flat_map(|served| names(&served.name())).map(row).collect();
    for served in &seen {
        // A workspace that cannot be read has no model of vectors: a request to it gets the reason.
        let card = served.quipu().embedding_model().await.ok().flatten();
        if let Some(card) = card.filter(|card| data.iter().all(|row| row.id != card.name)) {
            data.push(row(card.name));
        }
    }
    Json(ModelList { object: "list", data })
}

/// Shows a model
#[utoipa::path(get, path = "/v1/models/{model}", operation_id = "openai_model", tag = "openai", params(("model" = String, Path, description = "Its name.")),
    responses((status = 200, description = "The model.", body = ModelCardRow), OpenAiFailures))]
async fn show(State(app): State<Arc<App>>, who: Who, Last(name): Last) -> Result<Json<ModelCardRow>, HttpProblem> {
    if named(&app, &who, &name).is_some() || super::embeddings::model(&app, &who, &name).await.is_ok() {
        return Ok(Json(row(name)));
    }
    Err(unknown(&name))
}
