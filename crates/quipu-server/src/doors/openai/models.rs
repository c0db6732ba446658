//! Models: one for each visible workspace and each strategy in it.

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::failed::OpenAiFailures;
use super::model_name::{CONTEXT, DEEP, named, unknown};
use crate::app::App;
use crate::clients::Who;
use crate::gate::taken::Last;
use crate::problem::HttpProblem;
use crate::served::Served;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show))
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
