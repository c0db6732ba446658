//! Embeddings: vectors of texts by the model of a workspace.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use quipu::models::{Role, tokens};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::failed::OpenAiFailures;
use super::model_name::{named, unknown};
use crate::app::App;
use crate::clients::Who;
use crate::gate::taken::Body;
use crate::problem::HttpProblem;
use crate::served::Served;

/// The most texts of a request.
const MOST: usize = 2048;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(embed))
}

/// Texts that become vectors. Other fields have no effect.
#[derive(Debug, Deserialize, ToSchema)]
struct EmbeddingsBody {
    /// A text, or up to 2,048 of them.
    #[schema(value_type = EmbeddingsInput)]
    input: Value,
    /// The model of a workspace's vectors by its name, or a workspace.
    model: String,
    /// Number of components of a vector: must be that of the model, if given.
    dimensions: Option<usize>,
    /// `float`, or `base64` of 32-bit floats, the low byte first.
    encoding_format: Option<String>,
    /// Extensions of Quipu.
    x_quipu: Option<EmbeddingsWish>,
}

/// The extensions of a request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EmbeddingsWish {
    /// The role of the texts: `passage`, the default, or `question`.
    role: Option<String>,
}

/// Vectors.
#[derive(Debug, Serialize, ToSchema)]
struct EmbeddingsReply {
    /// Always `list`.
    object: &'static str,
    /// The model.
    model: String,
    /// A vector for each text.
    data: Vec<EmbeddingRow>,
    /// Tokens that were read.
    usage: EmbeddingsUsage,
}

/// Texts: one, or several.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code)] // It says what the body looks like.
enum EmbeddingsInput {
    /// One text.
    One(String),
    /// Several.
    Several(Vec<String>),
}

/// Tokens of a request.
#[derive(Debug, Serialize, ToSchema)]
struct EmbeddingsUsage {
    /// Tokens that were read.
    prompt_tokens: u64,
    /// Equal to `prompt_tokens`.
    total_tokens: u64,
}

/// The components of a vector: numbers, or with `base64` their bytes, little-endian.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code)] // It says what the reply looks like.
enum EmbeddingForm {
    /// Numbers.
    Numbers(Vec<f32>),
    /// Bytes.
    Packed(String),
}

/// A vector.
#[derive(Debug, Serialize, ToSchema)]
struct EmbeddingRow {
    /// Always `embedding`.
    object: &'static str,
    /// The index of the text, from 0.
    index: usize,
    /// The components, as numbers or as base64.
    #[schema(value_type = EmbeddingForm)]
    embedding: Value,
}

/// The workspace whose vectors are by a model of this name, or that has the name.
pub(super) async fn model(app: &App, who: &Who, name: &str) -> Result<Arc<Served>, HttpProblem> {
    if let Some(model) = named(app, who, name) {
        return Ok(model.served);
    }
    for served in app.spaces.all().into_iter().filter(|served| who.sees(served)) {
        let card = served.quipu().embedding_model().await.ok().flatten();
        if card.is_some_and(|card| card.name == name) {
            return Ok(served);
        }
    }
    Err(unknown(name))
}

/// Makes vectors of texts
///
/// By the embedding model of a workspace, each of length 1. A text whose script the model does not cover has zeros.
#[utoipa::path(post, path = "/v1/embeddings", operation_id = "openai_embeddings", tag = "openai", request_body = EmbeddingsBody,
    responses((status = 200, description = "The vectors.", body = EmbeddingsReply), OpenAiFailures))]
async fn embed(
    State(app): State<Arc<App>>,
    who: Who,
    Body(body): Body<EmbeddingsBody>,
) -> Result<Json<EmbeddingsReply>, HttpProblem> {
    let served = model(&app, &who, &body.model).await?;
    let texts = texts(&body.input)?;
    let packed = match body.encoding_format.as_deref() {
        None | Some("float") => false,
        Some("base64") => true,
        Some(_) => {
            return Err(HttpProblem::invalid("encoding_format: there are float and base64").at("/encoding_format"));
        }
    };
    let role = match body.x_quipu.and_then(|wish| wish.role).as_deref() {
        None | Some("passage") => Role::Passage,
        Some("question") => Role::Question,
        Some(_) => return Err(HttpProblem::invalid("role: there are passage and question").at("/x_quipu/role")),
    };
    let read: u64 = texts.iter().map(|text| tokens(text)).sum();
    let made = served.quipu().embed(texts, role).await?;
    let dimension = made.model.dimension;
    if body.dimensions.is_some_and(|asked| asked != dimension) {
        let detail = format!("dimensions: {} makes vectors of {dimension} components alone", made.model.name);
        return Err(HttpProblem::invalid(detail).at("/dimensions"));
    }
    let one = |(index, vector): (usize, Option<Vec<f32>>)| {
        let vector = vector.unwrap_or_else(|| vec![0.0; dimension]);
        EmbeddingRow { object: "embedding", index, embedding: written(&vector, packed) }
    };
    let usage = EmbeddingsUsage { prompt_tokens: read, total_tokens: read };
    let data = made.vectors.into_iter().enumerate().map(one).collect();
    Ok(Json(EmbeddingsReply { object: "list", model: made.model.name, data, usage }))
}

/// The texts of a request.
fn texts(input: &Value) -> Result<Vec<String>, HttpProblem> {
    let wrong = |detail: &str| HttpProblem::invalid(format!("input: {detail}")).at("/input");
    let text = |value: &Value| match value {
        Value::String(text) if text.trim().is_empty() => Err(wrong("a text is empty")),
        Value::String(text) => Ok(text.clone()),
        _ => Err(wrong("send texts; tokens of another model's vocabulary are not read")),
    };
    let texts = match input {
        Value::Array(all) if all.len() > MOST => return Err(wrong("there are more than 2048 texts")),
        Value::Array(all) if all.is_empty() => return Err(wrong("there is no text")),
        Value::Array(all) => all.iter().map(text).collect::<Result<Vec<_>, _>>()?,
        one => vec![text(one)?],
    };
    Ok(texts)
}

fn written(vector: &[f32], packed: bool) -> Value {
    if !packed {
        return json!(vector);
    }
    let bytes: Vec<u8> = vector.iter().flat_map(|component| component.to_le_bytes()).collect();
    json!(BASE64_STANDARD.encode(bytes))
}
