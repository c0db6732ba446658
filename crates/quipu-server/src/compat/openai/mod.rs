//! OpenAI's protocol (`/v1`): models, chat completions and embeddings, for every program that takes a base URL. A model is a
//! workspace, or a workspace and a strategy: `papers`, `papers:walk`.

mod annotated;
mod chat;
mod completion_chunks;
mod embeddings;
mod failed;
mod lenient;
mod message_content;
mod model_name;
mod openai_models;
mod replies;
mod said;
mod sent;
mod shaped;
mod source_marks;
mod streamed;
mod tasks;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(crate) use failed::{OpenAiError, OpenAiFailure, failure};
pub(crate) use model_name::named;

/// The routes.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().merge(openai_models::router()).merge(chat::router()).merge(embeddings::router())
}

/// Seconds since 1970.
fn seconds() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
