//! Questions: searches and answers, whole or as streams.

use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use quipu::ask::{CallEstimate, Note};
use quipu::filter::Expression;
use quipu::things::{ThingsFound, kinds_named};
use quipu::{Ask, Quipu};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::owned_sessions;
use crate::app::App;
use crate::clients::Who;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{JsonBody, Params};
use crate::problem::HttpProblem;
use crate::request::{ProblemLanguage, spoken};
use crate::schemas::{self, EventMessage};
use crate::served::Served;
use crate::shapes::{Failures, FilterBody, LookBody};
use crate::stream;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(search, search_by_query))
        .routes(routes!(things))
        .routes(routes!(ask))
        .routes(routes!(estimate))
        .routes(routes!(ask_foretold))
}

/// The query of a search.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SearchBody {
    /// The words.
    #[schema(max_length = 16384)]
    query: String,
    /// A preset, as `lightrag`, with options of searching and answering; explicit options override it.
    preset: Option<String>,
    /// The strategy, as `walk`.
    strategy: Option<String>,
    /// Maximal number of chunks.
    #[schema(minimum = 1, maximum = 200)]
    limit: Option<usize>,
    /// Conditions that documents must meet.
    #[serde(default)]
    filter: FilterBody,
    /// Other options of the strategy.
    #[serde(default)]
    look: std::collections::BTreeMap<String, String>,
    /// The form in which the reply's `context` gives a model's input: `text`, or `rows` of entities, relations and
    /// passages.
    context: Option<String>,
}

/// Finds chunks
///
/// The matching chunks, best first, with the reasons for their scores: the output of `quipu search --json`.
#[utoipa::path(post, path = "/search", operation_id = "search", tag = "ask", request_body = SearchBody,
    params(("name" = String, Path, description = "The workspace.")), responses((status = 200, description = "The hits.", body = schemas::SearchResult), Failures))]
async fn search(Space(served): Space, JsonBody(body): JsonBody<SearchBody>) -> Result<Response, HttpProblem> {
    let SearchBody { query, preset, strategy, limit, filter, look, context } = body;
    found(&served.quipu(), query, &LookBody { preset, strategy, limit, filter, look }, context).await
}

/// The query of a search.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct SearchParams {
    /// The words.
    query: String,
    /// A preset, as `lightrag`, with options of searching and answering; explicit options override it.
    preset: Option<String>,
    /// The strategy, as `walk`.
    strategy: Option<String>,
    /// Maximal number of chunks.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
    /// Ids of documents, or globs over ids.
    #[serde(default)]
    document: Vec<String>,
    /// Tags.
    #[serde(default)]
    tag: Vec<String>,
    /// Languages.
    #[serde(default)]
    language: Vec<String>,
    /// A date, or a range of dates.
    date: Option<String>,
    /// An expression that must hold besides: `year >= 2020 and not tags = draft`.
    #[serde(rename = "where")]
    #[param(value_type = Option<String>)]
    expression: Option<Expression>,
}

/// Finds chunks
///
/// A search by query parameters, for links.
#[utoipa::path(get, path = "/search", operation_id = "search_by_query", tag = "ask", params(("name" = String, Path, description = "The workspace."), SearchParams),
    responses((status = 200, description = "The hits.", body = schemas::SearchResult), Failures))]
async fn search_by_query(Space(served): Space, Params(params): Params<SearchParams>) -> Result<Response, HttpProblem> {
    let SearchParams { query, preset, strategy, limit, document, tag, language, date, expression } = params;
    let filter = FilterBody { document, tag, language, date, expression, ..FilterBody::default() };
    found(&served.quipu(), query, &LookBody { preset, strategy, limit, filter, ..LookBody::default() }, None).await
}

async fn found(quipu: &Quipu, text: String, look: &LookBody, context: Option<String>) -> Result<Response, HttpProblem> {
    let (mut settings, with_context) = (look.settings()?, context.is_some());
    settings.extend(context.map(|form| ("answer.context".to_owned(), form)));
    let quipu = quipu.for_request(settings.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
    let found = quipu.search(Ask { with_context, ..look.question(text)? }).await?;
    Ok(noted(&found, &found.notes))
}

/// A reply with notes, which are English as they are.
fn noted<T: Serialize>(told: &T, notes: &[Note]) -> Response {
    match spoken() {
        ProblemLanguage::En => Json(told).into_response(),
        ProblemLanguage::Ru => Json(stream::with_notes(told, notes)).into_response(),
    }
}

/// Things to search for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ThingsBody {
    /// The words.
    #[schema(max_length = 16384)]
    query: String,
    /// The kinds: `entities`, `relations`, `reports`; by default entities and relations.
    #[serde(default)]
    kinds: Vec<String>,
    /// The strategy: words and vectors (`hybrid`), or one of both (`lexical`, `dense`).
    strategy: Option<String>,
    /// Maximal number of each kind.
    #[schema(minimum = 1, maximum = 200)]
    limit: Option<usize>,
    /// Conditions that documents must meet: a thing counts where one of its chunks does.
    #[serde(default)]
    filter: FilterBody,
}

/// Finds entities, relations and reports
///
/// Each by a text of its own, by words and by vector: the output of `quipu search --things` as JSON. The searchable
/// things are updated first.
#[utoipa::path(post, path = "/things", operation_id = "things", tag = "ask", request_body = ThingsBody,
    params(("name" = String, Path, description = "The workspace.")), responses((status = 200, description = "The things.", body = schemas::ThingsFound), Failures))]
async fn things(Space(served): Space, JsonBody(body): JsonBody<ThingsBody>) -> Result<Json<ThingsFound>, HttpProblem> {
    let ThingsBody { query, kinds, strategy, limit, filter } = body;
    let kinds = kinds_named(&kinds).map_err(|name| {
        HttpProblem::invalid(format!("kinds: there is no {name:?}; there are entities, relations and reports"))
    })?;
    let look = LookBody { strategy, limit, filter, ..LookBody::default() };
    let settings = look.settings()?;
    let quipu = served.quipu().for_request(settings.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
    Ok(Json(quipu.things(look.question(query)?, kinds).await?))
}

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AskBody {
    /// Its words.
    #[schema(max_length = 16384)]
    question: String,
    /// A preset, as `lightrag`, with options of searching and answering; explicit options override it.
    preset: Option<String>,
    /// The strategy, as `walk`.
    strategy: Option<String>,
    /// Maximal number of chunks.
    #[schema(minimum = 1, maximum = 200)]
    limit: Option<usize>,
    /// Conditions that documents must meet.
    #[serde(default)]
    filter: FilterBody,
    /// Other options of the strategy.
    #[serde(default)]
    look: std::collections::BTreeMap<String, String>,
    /// The effort: quick, normal or deep.
    effort: Option<String>,
    /// Length of the answer, where a model writes it: short, medium or long.
    length: Option<String>,
    /// The style: prose, list, steps or simple.
    style: Option<String>,
    /// The input of the model: numbered `text`, or `rows` of entities, relations and passages.
    context: Option<String>,
    /// The language in which it is written; by default that of the question.
    language: Option<String>,
    /// True if no model writes it, though one is named.
    #[serde(default)]
    offline: bool,
    /// The conversation that it continues.
    session: Option<String>,
}

/// An event of an answer.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code)] // It says what a stream's events look like.
pub(super) enum AnswerStreamEvent {
    /// A step, evidence, a piece of the answer, or a citation.
    Told(schemas::AnswerEvent),
    /// The end: the whole answer.
    End(AnswerEnd),
    /// The end without an answer.
    Ended(StreamEnd),
}

/// The end of a stream: its result, with `event` as `end`.
#[derive(ToSchema)]
#[allow(dead_code)] // It says what a stream's events look like.
pub(super) struct AnswerEnd {
    /// `end`.
    #[schema(inline)]
    event: EndName,
    /// The answer.
    #[serde(flatten)]
    answer: schemas::Answer,
}

/// The name of the event that ends a stream with a result.
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code)] // It says what a stream's events look like.
pub(super) enum EndName {
    End,
}

/// The end of a stream without a result.
#[derive(ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(dead_code)] // It says what a stream's events look like.
pub(super) enum StreamEnd {
    /// The answer failed.
    Error {
        /// The reason.
        problem: HttpProblem,
    },
    /// The answer was stopped.
    Stopped {
        /// The origin of the stop: `server`.
        by: String,
    },
}

/// A message of a streamed answer.
pub(super) type AnswerMessage = EventMessage<AnswerStreamEvent>;

/// Answers a question
///
/// With citations, each checked against its source. With `Accept: text/event-stream` its steps, evidence and words come
/// as events, and the last is `end` with the whole answer, `error`, or `stopped`; a client that goes away cancels it.
#[utoipa::path(post, path = "/ask", operation_id = "ask", tag = "ask", request_body = AskBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The answer, or its events.", content((schemas::Answer = "application/json"), (AnswerMessage = "text/event-stream"))), Failures))]
async fn ask(
    state: axum::extract::State<Arc<App>>,
    space: Space,
    who: Who,
    headers: HeaderMap,
    JsonBody(body): JsonBody<AskBody>,
) -> Result<Response, HttpProblem> {
    answered(&state, space, &who, &headers, body).await
}

/// The cost of a question.
#[derive(Debug, Serialize, ToSchema)]
struct EstimateReply {
    /// Calls, tokens and money at most; missing where no model would be called.
    #[schema(value_type = Option<schemas::Foretold>)]
    estimate: Option<CallEstimate>,
    /// Copy of `estimate` under its former name, for one version.
    #[schema(value_type = Option<schemas::Foretold>, deprecated)]
    foretold: Option<CallEstimate>,
}

/// Estimates the maximal cost of an answer
///
/// Calls, tokens of prompts and of replies, and money by the prices of the settings; no model is called.
#[utoipa::path(post, path = "/ask/estimate", operation_id = "estimate_ask", tag = "ask", request_body = AskBody,
    params(("name" = String, Path, description = "The workspace.")), responses((status = 200, description = "The estimated cost.", body = EstimateReply), Failures))]
async fn estimate(Space(served): Space, JsonBody(body): JsonBody<AskBody>) -> Result<Json<EstimateReply>, HttpProblem> {
    estimated(&served, body).await
}

/// Estimates the maximal cost of an answer
///
/// The former name of `ask/estimate`, for one version.
#[utoipa::path(post, path = "/ask/foretold", operation_id = "ask_foretold", tag = "ask", request_body = AskBody,
    params(("name" = String, Path, description = "The workspace.")), responses((status = 200, description = "The estimated cost.", body = EstimateReply), Failures))]
async fn ask_foretold(
    Space(served): Space,
    JsonBody(body): JsonBody<AskBody>,
) -> Result<Json<EstimateReply>, HttpProblem> {
    estimated(&served, body).await
}

async fn estimated(served: &Served, body: AskBody) -> Result<Json<EstimateReply>, HttpProblem> {
    let (quipu, asked, _) = body.read(&served.quipu())?;
    let estimate = quipu.estimate_ask(asked).await?;
    Ok(Json(EstimateReply { estimate, foretold: estimate }))
}

/// Answers a question, whole or as it comes.
pub(super) async fn answered(
    app: &App,
    Space(served): Space,
    who: &Who,
    headers: &HeaderMap,
    body: AskBody,
) -> Result<Response, HttpProblem> {
    let (quipu, asked, session) = body.read(&served.quipu())?;
    let session = session.map(|name| owned_sessions::owned(who, &name)).transpose()?;
    if let Some(name) = &session {
        owned_sessions::room(&served, who, name).await?;
    }
    let streamed = accepts_events(headers);
    let job = quipu.ask(Ask { session, streamed, ..asked });
    if streamed {
        return Ok(stream::answer(job, app.stop.clone(), |answer| stream::with_notes(answer, &answer.notes)));
    }
    let answer = job.await?;
    Ok(noted(&answer, &answer.notes))
}

impl AskBody {
    /// The workspace with the request's settings, the question, and the conversation that it names.
    fn read(self, quipu: &Quipu) -> Result<(Quipu, Ask, Option<String>), HttpProblem> {
        let Self { question, preset, strategy, limit, filter, look, offline, session, .. } = self;
        let Self { effort, length, style, context, language, .. } = self;
        let look = LookBody { preset, strategy, limit, filter, look };
        let mut settings = look.settings()?;
        let asked = [
            ("answer.effort", effort),
            ("answer.length", length),
            ("answer.style", style),
            ("answer.context", context),
            ("answer.language", language),
        ];
        for (key, value) in asked {
            settings.extend(value.map(|value| (key.to_owned(), value)));
        }
        let quipu = quipu.for_request(settings.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
        Ok((quipu, Ask { offline, ..look.question(question)? }, session))
    }

    /// The question within a conversation.
    pub(super) fn within(self, session: String) -> Self {
        Self { session: Some(session), ..self }
    }
}

pub(super) fn accepts_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| kind.trim().starts_with("text/event-stream"))
}
