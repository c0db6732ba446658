//! `POST /api/agent_action`: actions on chosen papers: a question, summaries, a comparison, or a walk over their
//! concepts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use quipu::Ask;
use quipu::ask::Note;
use quipu_research::{PaperAnswer, PaperQuestion, papers};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::asking::{EndName, StreamEnd, accepts_events};
use super::build_graph::space;
use super::owned_sessions;
use super::papers::session_of;
use crate::app::App;
use crate::clients::Who;
use crate::middleware::extractors::JsonBody;
use crate::problem::HttpProblem;
use crate::request::noted;
use crate::schemas::{self, EventMessage};
use crate::served::Served;
use crate::shapes::{Failures, QUESTION, within};
use crate::stream;

/// The prefix of conversations of sessions of papers.
const CONVERSATION: &str = "papers-";
/// Limit of chosen papers.
const CHOSEN: usize = 5000;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(agent_action))
}

/// The action and its papers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AgentActionBody {
    /// chat, summarise, compare or graph.
    action: String,
    /// The papers: as the graph gave them, or any names that they have; of none, all of the session.
    #[serde(default)]
    #[schema(value_type = Vec<Value>)]
    selected_papers: Vec<SelectedPaper>,
    /// The question.
    #[schema(max_length = 16384)]
    query: Option<String>,
    /// The session; of none, all papers of the workspace.
    session_id: Option<String>,
    /// True if words count beside vectors; the default.
    use_hybrid: Option<bool>,
    /// True if a model rates the hits, where one is configured; the default.
    use_reranking: Option<bool>,
    /// Only sections of these kinds, as `methods`.
    #[serde(default)]
    section: Vec<String>,
    /// Length of an answer, where a model writes it: short, medium or long.
    length: Option<String>,
    /// True if no model writes it, though one is named.
    #[serde(default)]
    offline: bool,
    /// With `graph`: depth of the walk in relations; 2 by default.
    #[schema(minimum = 1, maximum = 6)]
    depth: Option<usize>,
    /// The workspace; by default the first visible one.
    workspace: Option<String>,
}

/// A paper that was chosen.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum SelectedPaper {
    /// A paper by its name.
    Named(String),
    /// A paper as the graph gave it.
    Drawn {
        /// Its id.
        id: String,
    },
}

/// The result of an action: an answer, summaries, a comparison, or the concepts around the named ones.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code)] // It says what replies look like.
enum AgentActionReply {
    /// The result of `chat`.
    Chat(schemas::PaperAnswer),
    /// The result of `summarise`.
    Summaries(schemas::PaperSummaries),
    /// The result of `compare`.
    Comparison(schemas::PaperComparison),
    /// The result of `graph`.
    Graph(schemas::PaperWalk),
}

/// An event of an answer about papers; the event `end` holds the whole answer.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code)] // It says what a stream's events look like.
enum PaperAnswerEvent {
    /// A step, evidence, a piece of the answer or a citation.
    Told(schemas::AnswerEvent),
    /// The end: the whole answer.
    End(PaperAnswerEnd),
    /// The end without an answer.
    Ended(StreamEnd),
}

/// The end of a stream: the answer, with `event` as `end`.
#[derive(ToSchema)]
#[allow(dead_code)] // It says what a stream's events look like.
struct PaperAnswerEnd {
    /// `end`.
    #[schema(inline)]
    event: EndName,
    /// The answer.
    #[serde(flatten)]
    answer: schemas::PaperAnswer,
}

type PaperAnswerMessage = EventMessage<PaperAnswerEvent>;

/// Asks, sums up, compares or draws papers
///
/// Only the chosen papers are used. `chat` answers `query` with citations; with
/// `Accept: text/event-stream` its steps, evidence and words come as events, the last with the whole reply. `summarise` and
/// `compare` give what each paper states of its problem, method, data, metric and result, each cited or null. `graph` gives the
/// concepts around those that `query` names.
#[utoipa::path(post, path = "/agent_action", operation_id = "agent_action", tag = "papers", request_body = AgentActionBody,
    responses((status = 200, description = "The reply, or its events.", content((AgentActionReply = "application/json"), (PaperAnswerMessage = "text/event-stream"))), Failures))]
async fn agent_action(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    JsonBody(body): JsonBody<AgentActionBody>,
) -> Result<Response, HttpProblem> {
    let served = space(&app, &who, body.workspace.as_deref())?;
    within("selected_papers", body.selected_papers.len(), 0, CHOSEN)?;
    within("query", body.query.as_ref().map_or(0, String::len), 0, QUESTION)?;
    if let Some(id) = &body.session_id {
        session_of(&served, &who, id).await?;
    }
    match body.action.as_str() {
        "chat" => chat(&app, served, &who, &headers, body).await,
        "summarise" | "summarize" => shown(&contributed(&served, &body, false).await?),
        "compare" => shown(&contributed(&served, &body, true).await?),
        "graph" => {
            let depth = within("depth", body.depth.unwrap_or(2), 1, 6)?;
            let (session, query) = (body.session_id.clone(), question(&body)?);
            shown(&papers(&served.quipu()).walk(&query, names(&body), session, depth).await?)
        }
        _ => Err(HttpProblem::invalid("action: there are chat, summarise, compare and graph").at("/action")),
    }
}

fn names(body: &AgentActionBody) -> Vec<String> {
    let name = |paper: &SelectedPaper| match paper {
        SelectedPaper::Named(name) | SelectedPaper::Drawn { id: name } => name.clone(),
    };
    body.selected_papers.iter().map(name).collect()
}

fn question(body: &AgentActionBody) -> Result<String, HttpProblem> {
    let query = body.query.clone().unwrap_or_default();
    if query.trim().is_empty() {
        return Err(HttpProblem::invalid("query: it is empty").at("/query"));
    }
    Ok(query)
}

async fn chat(
    app: &App,
    served: Arc<Served>,
    who: &Who,
    headers: &HeaderMap,
    body: AgentActionBody,
) -> Result<Response, HttpProblem> {
    let text = question(&body)?;
    let conversation = body.session_id.as_ref().map(|id| owned_sessions::owned(who, &format!("{CONVERSATION}{id}")));
    let conversation = conversation.transpose()?;
    if let Some(name) = &conversation {
        owned_sessions::room(&served, who, name).await?;
    }
    let streamed = accepts_events(headers);
    let ask = Ask { session: conversation, offline: body.offline, streamed, ..Ask::of(text) };
    let wanted = PaperQuestion {
        ask,
        papers: names(&body),
        sections: body.section.clone(),
        hybrid: body.use_hybrid.unwrap_or(true),
        reranking: body.use_reranking.unwrap_or(true),
        session: body.session_id,
    };
    let quipu = served.quipu();
    let quipu = match &body.length {
        Some(length) => quipu.for_request([("answer.length", length.as_str())])?,
        None => quipu,
    };
    let job = papers(&quipu).ask(wanted);
    if streamed {
        return Ok(stream::answer(job, app.stop.clone(), told));
    }
    Ok(Json(told(&job.await?)).into_response())
}

/// The reply to a question, in the language of the request.
fn told(answer: &PaperAnswer) -> Value {
    let mut value = stream::with_notes(answer, &answer.notes);
    let warning = answer.warning.as_ref().map(|note: &Note| noted(std::slice::from_ref(note)));
    value["warning"] = json!(warning.and_then(|said| said.into_iter().next()));
    value["trace"]["steps"].as_array_mut().into_iter().flatten().for_each(stream::step);
    value
}

/// The contributions of papers: one by one, or side by side.
async fn contributed(served: &Served, body: &AgentActionBody, compared: bool) -> Result<Value, HttpProblem> {
    let table = papers(&served.quipu()).contributions(names(body), body.session_id.clone(), body.offline).await?;
    let mut value = if compared { json!(table.compared()) } else { json!(table.summed_up()) };
    value["notes"] = json!(noted(&table.notes));
    Ok(value)
}

fn shown(value: &impl Serialize) -> Result<Response, HttpProblem> {
    Ok(Json(value).into_response())
}
