//! Models: one for each visible workspace, where its settings say so one for each strategy in it; apart from them the models
//! of vectors, which cannot chat.

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::failed::OpenAiFailures;
use super::model_name::{CONTEXT, DEEP, named, unknown};
use crate::app::App;
use crate::clients::Who;
use crate::middleware::extractors::{Last, Params};
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
    /// Extensions of Quipu.
    x_quipu: ModelOwn,
}

/// Extensions of a model.
#[derive(Debug, Serialize, ToSchema)]
struct ModelOwn {
    /// `chat`, or `embedding` for a model of vectors.
    #[serde(rename = "type")]
    kind: ModelSort,
    /// The model of the workspace's vectors, if it has one: a name for `/v1/embeddings`.
    embedding_model: Option<String>,
}

/// The sort of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ModelKind)]
enum ModelSort {
    /// It chats.
    Chat,
    /// It makes vectors.
    Embedding,
}

/// The models to list.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ModelsWish {
    /// `chat`, the default; `embedding` for the models of vectors; `all` for both.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    kind: Option<String>,
}

fn row(id: String, kind: ModelSort, embedding_model: Option<String>) -> ModelCardRow {
    static BEGAN: LazyLock<u64> = LazyLock::new(super::seconds);
    let x_quipu = ModelOwn { kind, embedding_model };
    ModelCardRow { id, object: "model", created: *BEGAN, owned_by: "quipu", x_quipu }
}

/// The name of the model of a workspace's vectors. A workspace that cannot be read has none: a request to it gets the
/// reason.
async fn vectors_of(served: &Served) -> Option<String> {
    served.quipu().embedding_model().await.ok().flatten().map(|card| card.name)
}

/// The names of a workspace's models.
fn names(workspace: &str, ways: bool) -> Vec<String> {
    let all = quipu::ask::ways().map(|way| way.name()).chain([DEEP, CONTEXT]);
    let kinds = all.filter(|_| ways).map(|kind| format!("{workspace}:{kind}"));
    std::iter::once(workspace.to_owned()).chain(kinds).collect()
}

/// Lists models
///
/// One for each visible workspace; with `openai.models = "ways"` also one for each strategy in it. All that are listed can chat. The
/// models of vectors are listed with `type=embedding`.
#[utoipa::path(get, path = "/v1/models", operation_id = "openai_models", tag = "openai", params(ModelsWish),
    responses((status = 200, description = "The models.", body = ModelList), OpenAiFailures))]
async fn list(
    State(app): State<Arc<App>>,
    who: Who,
    Params(wish): Params<ModelsWish>,
) -> Result<Json<ModelList>, HttpProblem> {
    let (chat, vectors) = match wish.kind.as_deref() {
        None | Some("" | "chat") => (true, false),
        Some("embedding" | "embeddings") => (false, true),
        Some("all") => (true, true),
        Some(_) => return Err(HttpProblem::invalid("type: there are chat, embedding and all").at("/type")),
    };
    let mut data: Vec<ModelCardRow> = Vec::new();
    let mut embedding: Vec<ModelCardRow> = Vec::new();
    for served in app.spaces.all().into_iter().filter(|served| who.sees(served)) {
        let model = vectors_of(&served).await;
        if let Some(name) = model.clone().filter(|name| embedding.iter().all(|row| row.id != *name)) {
            embedding.push(row(name.clone(), ModelSort::Embedding, Some(name)));
        }
        let ways = served.quipu().settings().openai_models == "ways";
        let own = names(&served.name(), ways).into_iter();
        data.extend(own.filter(|_| chat).map(|id| row(id, ModelSort::Chat, model.clone())));
    }
    data.extend(embedding.into_iter().filter(|_| vectors));
    Ok(Json(ModelList { object: "list", data }))
}

/// Shows a model
///
/// A workspace, a workspace and a strategy, or a model of vectors.
#[utoipa::path(get, path = "/v1/models/{model}", operation_id = "openai_model", tag = "openai", params(("model" = String, Path, description = "Its name.")),
    responses((status = 200, description = "The model.", body = ModelCardRow), OpenAiFailures))]
async fn show(State(app): State<Arc<App>>, who: Who, Last(name): Last) -> Result<Json<ModelCardRow>, HttpProblem> {
    if let Some(model) = named(&app, &who, &name) {
        let vectors = vectors_of(&model.served).await;
        return Ok(Json(row(name, ModelSort::Chat, vectors)));
    }
    match super::embeddings::model(&app, &who, &name).await {
        Ok(_) => Ok(Json(row(name.clone(), ModelSort::Embedding, Some(name)))),
        Err(_) => Err(unknown(&name)),
    }
}
