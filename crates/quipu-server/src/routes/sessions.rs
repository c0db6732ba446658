//! Conversations. One belongs to the token that began it: others do not see it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use quipu::ask::{Exchange, Session};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::asking::{AnswerMessage, AskBody, answered};
use super::originals::disposition;
use super::owned_sessions::{own, owned, prefix, room};
use crate::app::App;
use crate::clients::Who;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{JsonBody, Params, PathPart};
use crate::problem::HttpProblem;
use crate::schemas::{self, ListPage};
use crate::served::Served;
use crate::shapes::{Failures, within};

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show, rename, forget))
        .routes(routes!(ask))
        .routes(routes!(branch))
        .routes(routes!(export))
}

/// The part of a path that names a conversation.
#[derive(Deserialize)]
struct Conversation {
    session: String,
}

type SessionList = ListPage<schemas::Session>;
type ExchangeList = ListPage<schemas::Exchange>;

/// Lists conversations
///
/// The conversations that this token began, the newest first.
#[utoipa::path(get, path = "/sessions", operation_id = "conversations", tag = "sessions", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The conversations.", body = SessionList), Failures))]
async fn list(Space(served): Space, who: Who) -> Result<Json<ListPage<Session>>, HttpProblem> {
    let prefix = prefix(&who);
    let mut sessions = served.quipu().conversations().await?;
    sessions.retain_mut(|session| {
        let own = own(&session.name, &prefix).map(str::to_owned);
        own.map(|name| session.name = name).is_some()
    });
    Ok(Json(ListPage::whole(sessions)))
}

/// Shows a conversation
///
/// Its questions and answers, the oldest first; with `whole=1` each with its answer as `ask` gave it, without the
/// texts of chunks.
#[utoipa::path(get, path = "/sessions/{session}", operation_id = "conversation", tag = "sessions",
    params(("name" = String, Path, description = "The workspace."), ("session" = String, Path, description = "Its name."), ShowParams),
    responses((status = 200, description = "Its exchanges.", body = ExchangeList), Failures))]
async fn show(
    Space(served): Space,
    who: Who,
    PathPart(Conversation { session: name }): PathPart<Conversation>,
    Params(params): Params<ShowParams>,
) -> Result<Json<ListPage<Exchange>>, HttpProblem> {
    if within("whole", params.whole, 0, 1)? == 0 {
        return said(&served, &who, &name).await.map(|said| Json(ListPage::whole(said)));
    }
    some(served.quipu().conversation_whole(&owned(&who, &name)?).await?).map(|said| Json(ListPage::whole(said)))
}

/// Options of a conversation's display.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ShowParams {
    /// 1 shows the sources of the answers, too.
    #[serde(default)]
    #[param(minimum = 0, maximum = 1)]
    whole: usize,
}

fn some(said: Vec<Exchange>) -> Result<Vec<Exchange>, HttpProblem> {
    if said.is_empty() { Err(HttpProblem::not_found("conversation")) } else { Ok(said) }
}

/// The exchanges of a conversation of the client, which must exist.
async fn said(served: &Served, who: &Who, name: &str) -> Result<Vec<Exchange>, HttpProblem> {
    some(served.quipu().conversation(&owned(who, name)?).await?)
}

/// Exports a conversation
///
/// As Markdown, to be kept or sent on.
#[utoipa::path(get, path = "/sessions/{session}/export", operation_id = "export_conversation", tag = "sessions",
    params(("name" = String, Path, description = "The workspace."), ("session" = String, Path, description = "Its name.")),
    responses((status = 200, description = "The conversation.", body = String, content_type = "text/markdown"), Failures))]
async fn export(
    Space(served): Space,
    who: Who,
    PathPart(Conversation { session }): PathPart<Conversation>,
) -> Result<Response, HttpProblem> {
    let said = said(&served, &who, &session).await?;
    let mut text = format!("# {session}\n");
    for exchange in &said {
        text.push_str(&format!("\n## {}\n\n{}\n", exchange.question.replace('\n', " "), exchange.answer));
        exchange.documents.iter().for_each(|document| text.push_str(&format!("\n- {document}")));
        text.push('\n');
    }
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/markdown; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, disposition("attachment", &format!("{session}.md")));
    Ok(response)
}

/// Another name of a conversation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConversationName {
    /// The name.
    to: String,
}

/// Renames a conversation
#[utoipa::path(patch, path = "/sessions/{session}", operation_id = "rename_conversation", tag = "sessions", request_body = ConversationName,
    params(("name" = String, Path, description = "The workspace."), ("session" = String, Path, description = "Its name.")),
    responses((status = 204, description = "Renamed."), Failures))]
async fn rename(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    PathPart(Conversation { session }): PathPart<Conversation>,
    JsonBody(ConversationName { to }): JsonBody<ConversationName>,
) -> Result<StatusCode, HttpProblem> {
    said(&served, &who, &session).await?;
    served.quipu().rename_conversation(&owned(&who, &session)?, &owned(&who, &to)?).await?;
    app.note(&who, "rename conversation", Some(&served.name()), &session);
    Ok(StatusCode::NO_CONTENT)
}

/// A conversation that begins as another.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BranchBody {
    /// Its name.
    to: String,
    /// Number of the first exchanges to copy.
    first: usize,
}

/// Branches a conversation
///
/// Another begins with its first exchanges; both are kept.
#[utoipa::path(post, path = "/sessions/{session}/branch", operation_id = "branch_conversation", tag = "sessions", request_body = BranchBody,
    params(("name" = String, Path, description = "The workspace."), ("session" = String, Path, description = "Its name.")),
    responses((status = 204, description = "Created."), Failures))]
async fn branch(
    Space(served): Space,
    who: Who,
    PathPart(Conversation { session }): PathPart<Conversation>,
    JsonBody(BranchBody { to, first }): JsonBody<BranchBody>,
) -> Result<StatusCode, HttpProblem> {
    said(&served, &who, &session).await?;
    let (from, to) = (owned(&who, &session)?, owned(&who, &to)?);
    room(&served, &who, &to).await?;
    served.quipu().branch_conversation(&from, &to, first).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a conversation
#[utoipa::path(delete, path = "/sessions/{session}", operation_id = "delete_conversation", tag = "sessions",
    params(("name" = String, Path, description = "The workspace."), ("session" = String, Path, description = "Its name.")),
    responses((status = 204, description = "Deleted."), Failures))]
async fn forget(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    PathPart(Conversation { session: name }): PathPart<Conversation>,
) -> Result<StatusCode, HttpProblem> {
    if served.quipu().delete_conversation(&owned(&who, &name)?).await? == 0 {
        return Err(HttpProblem::not_found("conversation"));
    }
    app.note(&who, "forget conversation", Some(&served.name()), &name);
    Ok(StatusCode::NO_CONTENT)
}

/// Asks in a conversation
///
/// As `ask`; a follow-up question is interpreted in the context of the conversation.
#[utoipa::path(post, path = "/sessions/{session}/ask", operation_id = "ask_in_conversation", tag = "sessions", request_body = AskBody,
    params(("name" = String, Path, description = "The workspace."), ("session" = String, Path, description = "Its name.")),
    responses((status = 200, description = "The answer, or its events.", content((schemas::Answer = "application/json"), (AnswerMessage = "text/event-stream"))), Failures))]
async fn ask(
    State(app): State<Arc<App>>,
    space: Space,
    who: Who,
    headers: HeaderMap,
    PathPart(Conversation { session: name }): PathPart<Conversation>,
    JsonBody(body): JsonBody<AskBody>,
) -> Result<Response, HttpProblem> {
    answered(&app, space, &who, &headers, body.within(name)).await
}
