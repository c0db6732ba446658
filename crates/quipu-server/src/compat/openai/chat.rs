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
use super::message_content::{AnswerTail, AnswerTelling, evidence, noted, own, unread};
use super::model_name::{Model, named, unknown};
use super::replies::{ChatMessages, ChatReply};
use super::said::{SaidMessage, SaidTail};
use super::sent::{ChatBody, ChatInput};
use super::shaped::{ShapeContext, WantedShape};
use super::source_marks::SourcesShown;
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
/// of the message, and in `x_quipu`. With `stream` the answer comes as chunks, the last of which is `[DONE]`. With a
/// `response_format` of JSON, or a forced function, the answer is JSON of the wanted shape. Requests that chat pages send for
/// titles, tags and similar are answered without a search.
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
        let message = match &task.called {
            Some(name) => SaidMessage::Call { name, arguments: &said },
            None => SaidMessage::Text(&said),
        };
        let mut response = sent(&completion, &chat, &message, &json!({ "task": task.name }));
        let name = HeaderValue::from_static(task.name);
        response.headers_mut().insert(HeaderName::from_static("x-quipu-task"), name);
        return Ok(response);
    }
    chat.check()?;
    let shape = WantedShape::of(&chat)?;
    let mut said = chat.said()?;
    if shape.is_some() {
        said.question = WantedShape::asked(&said.question);
    }
    let note = said.unread.then(unread);
    let (quipu, ask) = asked(&model, &chat, said)?;
    if model.evidence {
        if let Some(shape) = shape {
            let detail = format!("{}: {} gives evidence as text; name the workspace alone", shape.part(), chat.model);
            return Err(HttpProblem::invalid(detail).at(&format!("/{}", shape.part())));
        }
        let found = quipu.search(Ask { with_context: true, ..ask }).await?;
        let text = found.context.as_deref().unwrap_or_default();
        let own = noted(evidence(&found.hits, &found.strategy, &places), note.as_ref());
        return Ok(sent(&completion, &chat, &SaidMessage::Text(text), &own));
    }
    let shown = chat.shown(&quipu.settings().openai_sources)?;
    if let Some(shape) = shape {
        let context =
            ShapeContext { quipu: &quipu, places: &places, marks: shown != SourcesShown::Hidden, offline: ask.offline };
        return in_shape(&completion, &chat, &shape, &context, ask, note.as_ref()).await;
    }
    let telling = AnswerTelling::new(shown, chat.most());
    if chat.stream == Some(true) {
        let job = quipu.ask(Ask { streamed: true, ..ask });
        let read = if completion.counts { tokens(&chat.words()) } else { 0 };
        return Ok(streamed(job, app.stop.clone(), Streamed { completion, telling, places, read, note }));
    }
    let answer = quipu.ask(ask).await?;
    Ok(whole(&completion, telling, &answer, &places, &chat, note.as_ref()).into_response())
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
    note: Option<&String>,
) -> Json<Value> {
    telling.push(&answer.answer);
    let AnswerTail { annotations, reason, answer: end, .. } = telling.end(answer, places);
    let message =
        json!({ "role": "assistant", "content": telling.content, "refusal": null, "annotations": annotations });
    let counted = counted(answer, || (tokens(&chat.words()), tokens(&telling.content[..end])));
    Json(completion.whole(&message, reason, &counted, &noted(own(answer, places), note)))
}

/// An answer in a shape, whole or as chunks: it is known when it is complete, so that an error still has its status.
async fn in_shape(
    completion: &Completion,
    chat: &ChatBody,
    shape: &WantedShape,
    context: &ShapeContext<'_>,
    ask: Ask,
    note: Option<&String>,
) -> Result<Response, HttpProblem> {
    let answer = context.quipu.ask(ask).await?;
    let json = shape.written(&answer, context).await?;
    let mut telling = AnswerTelling::new(SourcesShown::Marks, chat.most());
    let text = telling.push(&json);
    let message = match shape.called() {
        Some(name) => SaidMessage::Call { name, arguments: &text },
        None => SaidMessage::Text(&text),
    };
    let reason = if telling.cut { "length" } else { message.reason() };
    let usage = counted(&answer, || (tokens(&chat.words()), tokens(&text)));
    let own = noted(own(&answer, context.places), note);
    let tail = SaidTail { reason, own: &own, usage: &usage };
    Ok(message.sent(completion, chat.stream == Some(true), &tail))
}

/// A message that no answer is, whole or as chunks.
fn sent(completion: &Completion, chat: &ChatBody, message: &SaidMessage<'_>, own: &Value) -> Response {
    let (SaidMessage::Text(text) | SaidMessage::Call { arguments: text, .. }) = message;
    let stream = chat.stream == Some(true);
    let usage = if stream && !completion.counts { Value::Null } else { usage(tokens(&chat.words()), tokens(text)) };
    message.sent(completion, stream, &SaidTail { reason: message.reason(), own, usage: &usage })
}
