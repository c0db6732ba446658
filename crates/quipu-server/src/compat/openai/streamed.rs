//! A completion piece by piece (server-sent events without names), in OpenAI's form: `data: {chunk}`, and
//! `data: [DONE]`.

use std::collections::VecDeque;

use axum::http::StatusCode;
use axum::response::Response;
use axum::response::sse::Event;
use futures::Stream;
use quipu::ask::{Answer, Event as Told};
use quipu::models::tokens;
use quipu::{Job, Stop};
use serde_json::{Value, json};

use super::completion_chunks::{Completion, counted};
use super::failed::OpenAiFailure;
use super::message_content::{AnswerTail, AnswerTelling, noted, own};
use crate::place_links::PublicLinks;
use crate::problem::HttpProblem;
use crate::request;
use crate::stream;

/// The end of a successful stream.
const DONE: &str = "[DONE]";

/// The state of a streamed answer.
pub(super) struct Streamed {
    pub(super) completion: Completion,
    pub(super) telling: AnswerTelling,
    pub(super) places: PublicLinks,
    /// Tokens of the request.
    pub(super) read: u64,
    /// A note for the reader beside those of the answer.
    pub(super) note: Option<String>,
}

/// Chunks that are there already.
pub(super) fn all(chunks: Vec<Value>) -> Response {
    let done = Event::default().data(DONE);
    let events: Vec<Event> = chunks.iter().map(event).chain([done]).collect();
    sent(futures::stream::iter(events))
}

/// An answer as it comes. A client that goes away drops the job, which cancels it.
pub(super) fn streamed(job: Job<Told, Answer>, ending: Stop, how: Streamed) -> Response {
    let first = event(&how.completion.delta(&json!({ "role": "assistant", "content": "" })));
    let waiting = VecDeque::from([first]);
    let going = Going { job: Some(job), waiting, how, ending, asked: request::current() };
    sent(futures::stream::unfold(going, Going::next))
}

/// A stream in progress: the waiting chunks, and the source of further ones.
struct Going {
    job: Option<Job<Told, Answer>>,
    waiting: VecDeque<Event>,
    how: Streamed,
    ending: Stop,
    asked: Option<request::RequestContext>,
}

impl Going {
    async fn next(mut self) -> Option<(Event, Self)> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some((event, self));
            }
            let job = self.job.as_mut()?;
            let told = tokio::select! {
                biased;
                told = job.next() => told,
                () = self.ending.heard() => {
                    self.job = None;
                    self.fail(&HttpProblem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", "the server stops; ask again"));
                    continue;
                }
            };
            match told {
                Some(Told::Token { text }) => {
                    let said = self.how.telling.push(&text);
                    self.say(&said);
                }
                // Evidence is sent at the end.
                Some(_) => {}
                None => match self.job.take()?.outcome().await {
                    Ok(answer) => self.end(&answer),
                    Err(error) => {
                        let problem = request::within(self.asked.clone(), || HttpProblem::of(&error).named());
                        self.fail(&problem);
                    }
                },
            }
        }
    }

    fn say(&mut self, text: &str) {
        if !text.is_empty() {
            self.waiting.push_back(event(&self.how.completion.delta(&json!({ "content": text }))));
        }
    }

    fn end(&mut self, answer: &Answer) {
        if self.how.telling.content.is_empty() {
            // The answer was not streamed piece by piece.
            let said = self.how.telling.push(&answer.answer);
            self.say(&said);
        }
        let AnswerTail { rest, annotations, reason, answer: end } = self.how.telling.end(answer, &self.how.places);
        self.say(&rest);
        let (completion, read) = (self.how.completion.clone(), self.how.read);
        if !annotations.is_empty() {
            self.waiting.push_back(event(&completion.delta(&json!({ "annotations": annotations }))));
        }
        let own = request::within(self.asked.clone(), || own(answer, &self.how.places));
        let own = noted(own, self.how.note.as_ref());
        self.waiting.push_back(event(&completion.finish(reason, &own)));
        if completion.counts {
            let written = tokens(&self.how.telling.content[..end]);
            self.waiting.push_back(event(&completion.usage(&counted(answer, || (read, written)))));
        }
        self.waiting.push_back(Event::default().data(DONE));
    }

    /// Sends an error; without the end that clients wait for, so that it is not taken for an answer.
    fn fail(&mut self, problem: &HttpProblem) {
        self.waiting.push_back(Event::default().data(json!(OpenAiFailure::of(problem)).to_string()));
    }
}

fn event(chunk: &Value) -> Event {
    Event::default().data(chunk.to_string())
}

fn sent(events: impl Stream<Item = Event> + Send + 'static) -> Response {
    stream::unnamed(events)
}
