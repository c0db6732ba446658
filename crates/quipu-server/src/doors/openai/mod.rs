//! OpenAI's protocol (`/v1`): models, chat completions and embeddings, for every program that takes a base URL. A model is a
//! workspace, or a workspace and a strategy: `papers`, `papers:walk`.

mod annotated;
mod chat;
mod chunks;
mod embeddings;
mod failed;
mod model_name;
mod models;
mod replies;
mod sent;
mod sources;
mod streamed;
mod tasks;
mod told;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(crate) use failed::{OpenAiError, OpenAiFailure, failure};
pub(crate) use model_name::named;

/// The routes.
pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().merge(models::router()).merge(chat::router()).merge(embeddings::router())
}

/// Seconds since 1970.
fn seconds() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
