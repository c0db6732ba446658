//! Dify's external knowledge (`POST /retrieval`): a workspace as a knowledge base of an application that is built in Dify.

mod conditions;
mod shapes;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use quipu::Ask;
use quipu::ask::ShownHit;
use serde_json::{Map, Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use self::shapes::DifyFailure;
use self::shapes::{DifyFailures, DifyReply, DifyRow, RetrievalBody};
use super::openai::named;
use crate::app::App;
use crate::clients::Who;
use crate::gate::taken::whole;
use crate::place::Places;
use crate::problem::HttpProblem;
use crate::shapes::{FilterBody, LookBody};

/// Limit of requested passages.
const MOST: usize = 100;

pub(crate) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(retrieve)).routes(routes!(retrieve_below))
}

/// Finds passages for Dify
///
/// The external knowledge API of Dify. `knowledge_id` is a workspace, or a workspace and a strategy (`papers:walk`).
/// An empty body is the probe by which Dify registers a knowledge base: it gets an empty list.
#[utoipa::path(post, path = "/retrieval", operation_id = "dify_retrieval", tag = "dify", request_body = RetrievalBody,
    responses((status = 200, description = "The passages, best first.", body = DifyReply), DifyFailures))]
async fn retrieve(
    state: State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    request: Request,
) -> Result<Json<DifyReply>, HttpProblem> {
    found(&state, &who, &headers, request).await
}

/// Finds passages for Dify
///
/// An alias of the route, for clients that add the path to `/dify`.
#[utoipa::path(post, path = "/dify/retrieval", operation_id = "dify_retrieval_below", tag = "dify", request_body = RetrievalBody,
    responses((status = 200, description = "The passages, best first.", body = DifyReply), DifyFailures))]
async fn retrieve_below(
    state: State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    request: Request,
) -> Result<Json<DifyReply>, HttpProblem> {
    found(&state, &who, &headers, request).await
}

async fn found(app: &App, who: &Who, headers: &HeaderMap, request: Request) -> Result<Json<DifyReply>, HttpProblem> {
    let bytes = whole(request, app.options.max_body, app.options.patience).await?;
    let Some(body) = RetrievalBody::read(&bytes)? else { return Ok(Json(DifyReply::default())) };
    let model = named(app, who, &body.knowledge_id).ok_or_else(HttpProblem::no_workspace)?;
    let expression = body.metadata_condition.as_ref().map(conditions::expression).transpose()?.flatten();
    let filter = FilterBody { expression, ..FilterBody::default() };
    let (limit, least) = body.retrieval_setting.map_or(Ok((None, 0.0)), |setting| setting.read())?;
    let limit = limit.map(|limit| limit.min(MOST));
    let look = LookBody { strategy: model.way, limit, filter, ..LookBody::default() };
    let mut settings = look.settings()?;
    // A single search: passages are requested, and no agent's work.
    settings.push(("answer.effort".to_owned(), "quick".to_owned()));
    let quipu = model.served.quipu();
    let quipu = quipu.for_request(settings.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
    // An answer by sentences gives the score of the evidence: its relevance to the question at all.
    let answer = quipu.ask(Ask { offline: true, ..look.question(body.query)? }).await?;
    let places = Places::of(app, headers, &model.served);
    let scores = scores(answer.hits.iter().map(|hit| hit.score), answer.confidence.evidence);
    let rows = answer.hits.iter().zip(scores).filter(|(_, score)| *score >= least);
    Ok(Json(DifyReply { rows: rows.map(|(hit, score)| row(hit, score, &places)).collect() }))
}

/// Scores from 0 to 1 in the order of the hits: that of the best is the confidence that the evidence answers the
/// question.
fn scores(scores: impl Iterator<Item = f64>, evidence: f64) -> Vec<f64> {
    let scores: Vec<f64> = scores.collect();
    let best = scores.iter().copied().fold(0.0, f64::max);
    let mut before = f64::INFINITY;
    let one = |score: f64| {
        let share = if best > 0.0 { (score / best).clamp(0.0, 1.0) } else { 1.0 };
        // A hit that a later step of the search placed behind another has no higher score.
        before = (evidence * share).clamp(0.0, 1.0).min(before);
        before
    };
    scores.into_iter().map(one).collect()
}

fn row(hit: &ShownHit, score: f64, places: &Places) -> DifyRow {
    let own = json!({
        "document_id": hit.document, "chunk": hit.chunk, "source": hit.source, "page": hit.page,
        "heading": hit.heading.join(" › "), "start": hit.start, "end": hit.end, "url": places.found(hit),
    });
    let mut metadata: Map<String, Value> = hit.metadata.clone().into_iter().collect();
    // Metadata of a document never overrides its place.
    metadata.extend(own.as_object().cloned().unwrap_or_default());
    DifyRow { content: hit.text.clone(), score, title: hit.title.clone(), metadata: Value::Object(metadata) }
}

/// True if a request has a token in the form that Dify is configured to send.
pub(super) fn names_token(request: &HeaderMap) -> bool {
    let said = request.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    said.is_some_and(|value| value.to_ascii_lowercase().starts_with("bearer ") && value.len() > 7)
}

/// A problem in Dify's form: it evaluates the status, and shows the message.
pub(crate) fn failure(problem: &HttpProblem, bearer: bool) -> Response {
    let (status, error_code) = match (problem.status, &*problem.code) {
        (401, _) if bearer => (403, 1002),
        (401, _) => (401, 1001),
        (404, _) => (404, 2001),
        (_, "condition") => (400, 3001),
        (400 | 422, _) => (400, 3002),
        (503, _) => (503, 3003),
        (status, _) => (status, 3000),
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, Json(DifyFailure { error_code, error_msg: problem.detail.clone() })).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_the_order_and_mean_something() {
        assert_eq!(scores([8.0, 4.0, 6.0, 0.0].into_iter(), 0.9), [0.9, 0.45, 0.45, 0.0]);
        assert_eq!(scores([0.0, 0.0].into_iter(), 0.2), [0.2, 0.2]);
        assert_eq!(scores([3.0, -1.0].into_iter(), 1.0), [1.0, 0.0]);
        assert!(scores(std::iter::empty(), 1.0).is_empty());
    }
}
