//! Statistics of questions; ratings of answers.

use std::sync::Arc;

use axum::Json;
use quipu::monitor::Monitored;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::gate::taken::Body;
use crate::gate::who::Space;
use crate::problem::HttpProblem;
use crate::schemas;
use crate::shapes::Failures;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(monitored, mark))
}

/// Shows statistics of questions
///
/// Kinds of questions, their outcomes, and rated answers; no word of a question is kept.
#[utoipa::path(get, path = "/monitor", operation_id = "monitored", tag = "ask", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The counts.", body = schemas::Monitored), Failures))]
async fn monitored(Space(served): Space) -> Result<Json<Monitored>, HttpProblem> {
    Ok(Json(served.quipu().monitored().await?))
}

/// A mark.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MarkBody {
    /// The question that was answered.
    #[schema(max_length = 16384)]
    question: String,
    /// True if the answer was good.
    good: bool,
}

/// Marks an answer as good or bad
///
/// Gives the counts with the mark.
#[utoipa::path(post, path = "/monitor", operation_id = "mark", tag = "ask", request_body = MarkBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The counts.", body = schemas::Monitored), Failures))]
async fn mark(Space(served): Space, Body(body): Body<MarkBody>) -> Result<Json<Monitored>, HttpProblem> {
    if body.question.len() > crate::shapes::QUESTION {
        return Err(HttpProblem::invalid("question: it may have at most 16384 bytes"));
    }
    served.quipu().mark(&body.question, body.good).await?;
    Ok(Json(served.quipu().monitored().await?))
}
