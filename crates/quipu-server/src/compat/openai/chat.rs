//! Chat completions: a question with its conversation becomes an answer with sources, whole or piece by piece.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use quipu::ask::Answer;
use quipu::models::tokens;
use quipu::{Ask, Quipu};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::completion_chunks::{Completion, counted, usage};
use super::failed::OpenAiFailures;
use super::message_content::{AnswerTail, AnswerTelling, evidence, own};
use super::model_name::{Model, named, unknown};
use super::replies::{ChatMessages, ChatReply};
use super::sent::{ChatBody, ChatInput};
use super::streamed::{Streamed, streamed};
use super::tasks::BackgroundTask;
use crate::app::App;
use crate::clients::Who;
use crate::middleware::extractors::JsonBody;
use crate::place_links::PublicLinks;
use crate::problem::HttpProblem;
use crate::shapes::LookBody;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(chat))
}

/// Answers a chat
///
/// The last message of the user is the question. Sources come in three ways at once: as a list below the text, as annotations
/// of the message, and in `x_quipu`. With `stream` the answer comes as chunks, the last of which is `[DONE]`. Requests that chat
/// pages send for titles, tags and similar are answered without a search.
#[utoipa::path(post, path = "/v1/chat/completions", operation_id = "openai_chat", tag = "openai", request_body = ChatBody,
    responses((status = 200, description = "The completion, or its chunks.", content((ChatReply = "application/json"), (ChatMessages = "text/event-stream"))), OpenAiFailures))]
async fn chat(
    State(app): State<Arc<App>>,
    who: Who,
    headers: HeaderMap,
    JsonBody(chat): JsonBody<ChatBody>,
) -> Result<Response, HttpProblem> {
    let model = named(&app, &who, &chat.model).ok_or_else(|| unknown(&chat.model))?;
    let places = PublicLinks::of(&app, &headers, &model.served);
    let completion =
        Completion::new(&chat.model, chat.stream_options.is_some_and(|wish| wish.include_usage == Some(true)));
    if let Some(task) = BackgroundTask::of(&chat) {
        app.metrics.background(task.name);
        let said = task.reply(&model.served.quipu()).await;
        let own = json!({ "task": task.name });
        let mut response = match &task.called {
            Some(name) => called(&completion, &chat, name, &said, &own),
            None => plain(&completion, &chat, &said, &own),
        };
        let name = HeaderValue::from_static(task.name);
        response.headers_mut().insert(HeaderName::from_static("x-quipu-task"), name);
        return Ok(response);
    }
    chat.check()?;
    let said = chat.said()?;
    let (quipu, ask) = asked(&model, &chat, said)?;
    if model.evidence {
        let found = quipu.search(Ask { with_context: true, ..ask }).await?;
        let text = found.context.as_deref().unwrap_or_default();
        return Ok(plain(&completion, &chat, text, &evidence(&found.hits, &found.strategy, &places)));
    }
    let telling = AnswerTelling::new(chat.shown(&quipu.settings().openai_sources)?, chat.most());
    if chat.stream == Some(true) {
        let job = quipu.ask(Ask { streamed: true, ..ask });
        let read = if completion.counts { tokens(&chat.words()) } else { 0 };
        return Ok(streamed(job, app.stop.clone(), Streamed { completion, telling, places, read }));
    }
    let answer = quipu.ask(ask).await?;
    Ok(whole(&completion, telling, &answer, &places, &chat).into_response())
}

/// The workspace with the settings of a chat request, and the question.
fn asked(model: &Model, chat: &ChatBody, said: ChatInput) -> Result<(Quipu, Ask), HttpProblem> {
    let wish = chat.x_quipu.as_ref();
    let strategy = wish.and_then(|wish| wish.strategy.clone()).or_else(|| model.way.clone());
    let look = LookBody {
        strategy,
        limit: wish.and_then(|wish| wish.limit),
        filter: wish.map(|wish| wish.filter.clone()).unwrap_or_default(),
        look: wish.map(|wish| wish.look.clone()).unwrap_or_default(),
        ..LookBody::default()
    };
    let mut settings = look.settings()?;
    let own = [("answer.effort", "deep", model.deep), ("answer.context", "text", model.evidence)];
    settings.extend(own.iter().filter(|(.., meant)| *meant).map(|(key, value, _)| ((*key).into(), (*value).into())));
    let quipu = model.served.quipu();
    let quipu = quipu.for_request(settings.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
    let offline = wish.is_some_and(|wish| wish.offline);
    let ask = Ask { offline, history: said.history, ..look.question(said.question)? };
    Ok((quipu, ask))
}

/// A whole answer.
fn whole(
    completion: &Completion,
    mut telling: AnswerTelling,
    answer: &Answer,
    places: &PublicLinks,
    chat: &ChatBody,
) -> Json<Value> {
    telling.push(&answer.answer);
    let AnswerTail { annotations, reason, answer: end, .. } = telling.end(answer, places);
    let message =
        json!({ "role": "assistant", "content": telling.content, "refusal": null, "annotations": annotations });
    let counted = counted(answer, || (tokens(&chat.words()), tokens(&telling.content[..end])));
    Json(completion.whole(&message, reason, &counted, &own(answer, places)))
}

/// A text that no answer is, whole or as chunks.
fn plain(completion: &Completion, chat: &ChatBody, text: &str, own: &Value) -> Response {
    let counted = || usage(tokens(&chat.words()), tokens(text));
    if chat.stream != Some(true) {
        let message = json!({ "role": "assistant", "content": text, "refusal": null, "annotations": [] });
        return Json(completion.whole(&message, "stop", &counted(), own)).into_response();
    }
    let mut chunks = vec![
        completion.delta(&json!({ "role": "assistant", "content": "" })),
        completion.delta(&json!({ "content": text })),
        completion.finish("stop", own),
    ];
    if completion.counts {
        chunks.push(completion.usage(&counted()));
    }
    super::streamed::all(chunks)
}

/// A function called with arguments, for a program that wants nothing else.
fn called(completion: &Completion, chat: &ChatBody, name: &str, arguments: &str, own: &Value) -> Response {
    let function = json!({ "name": name, "arguments": arguments });
    let call = json!({ "id": format!("call_{}", completion.created), "type": "function", "function": function });
    let message = json!({ "role": "assistant", "content": null, "refusal": null, "tool_calls": [call] });
    let counted = usage(tokens(&chat.words()), tokens(arguments));
    Json(completion.whole(&message, "tool_calls", &counted, own)).into_response()
}
