//! Server-sent events: answers and jobs as they arrive.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt as _};
use quipu::ask::{Event as Told, Note};
use quipu::{Job, Stop};
use serde::Serialize;
use serde_json::{Value, json};

use crate::clients::shares::Follows;
use crate::jobs::Numbered;
use crate::problem::HttpProblem;
use crate::request;

/// Interval of keep-alive comments in silent streams.
const ALIVE: Duration = Duration::from_secs(15);
/// Interval of checks that the client of a stream may still see it.
const LOOKED: Duration = Duration::from_secs(2);
/// Time after which a client that lost the connection reconnects.
const AGAIN: Duration = Duration::from_secs(2);

/// An answer as it comes: its events, and last its end as `shown` has it, an error, or that it was stopped.
pub(crate) fn answer<T: Send + 'static>(job: Job<Told, T>, ending: Stop, shown: fn(&T) -> Value) -> Response {
    let asked = request::current();
    let events = futures::stream::unfold((Some(job), 0_u64), move |(job, number)| {
        let (ending, asked) = (ending.clone(), asked.clone());
        async move {
            let mut job = job?;
            let event = tokio::select! {
                biased;
                event = job.next() => event,
                () = ending.heard() => {
                    return Some((named(&json!({ "event": "stopped", "by": "server" }), number), (None, number)));
                }
            };
            let (value, job) = match event {
                Some(event) => {
                    let mut told = value(&event);
                    request::within(asked.clone(), || step(&mut told));
                    (told, Some(job))
                }
                None => match job.outcome().await {
                    Ok(whole) => (with_name(request::within(asked, || shown(&whole)), "end"), None),
                    Err(error) => {
                        let problem = request::within(asked, || HttpProblem::of(&error).named());
                        (json!({ "event": "error", "problem": problem }), None)
                    }
                },
            };
            Some((named(&value, number), (job, number + 1)))
        }
    });
    reply(events)
}

/// The events of a job from a number on, until the last; the stream waits for more while its client may see them.
pub(crate) fn job(
    log: Arc<crate::jobs::EventLog>,
    after: u64,
    ending: Stop,
    sees: impl Fn() -> bool + Send + Sync + 'static,
) -> Response {
    let reading = crate::jobs::Reading::behind(after);
    let follow = log.follow();
    let sees = Arc::new(sees);
    let batches = futures::stream::unfold((log, reading, follow, (ending, sees), false), |state| async move {
        let (log, mut reading, mut follow, (ending, sees), over) = state;
        if over {
            return None;
        }
        while sees() {
            follow.mark_unchanged();
            let batch = log.read(&mut reading).unwrap_or_default();
            if !batch.is_empty() {
                let over = batch.last().is_some_and(|numbered| numbered.event.is_last());
                return Some((batch, (log, reading, follow, (ending, sees), over)));
            }
            tokio::select! {
                changed = follow.changed() => changed.ok()?,
                () = ending.heard() => return None,
                () = tokio::time::sleep(LOOKED) => {}
            }
        }
        None
    });
    let told = |numbered: &Numbered| named(&value(numbered), numbered.number);
    following(batches.flat_map(move |batch| futures::stream::iter(batch.iter().map(told).collect::<Vec<_>>())))
}

/// Events of anything that has an `event` in its JSON.
pub(crate) fn reply(events: impl Stream<Item = Event> + Send + 'static) -> Response {
    let first = futures::stream::once(async { Event::default().retry(AGAIN).comment("quipu") });
    unnamed(first.chain(events))
}

/// Events of something that is followed: most of the time nothing comes, so that they take no place of a request.
pub(crate) fn following(events: impl Stream<Item = Event> + Send + 'static) -> Response {
    let mut response = reply(events);
    response.extensions_mut().insert(Follows);
    response
}

/// Events as they are, for clients that take each for a part of an answer: only comments stand between.
pub(crate) fn unnamed(events: impl Stream<Item = Event> + Send + 'static) -> Response {
    let events = events.map(Ok::<_, Infallible>);
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

/// A value with notes as JSON, these and the steps of its trace in the language of the request.
pub(crate) fn with_notes<T: Serialize>(told: &T, notes: &[Note]) -> Value {
    let mut value = value(told);
    value["notes"] = json!(request::noted(notes));
    value.get_mut("trace").and_then(Value::as_array_mut).into_iter().flatten().for_each(step);
    value
}

/// Translates a step's observation into the language of the request.
pub(crate) fn step(step: &mut Value) {
    if let Some(Value::String(detail)) = step.get_mut("detail") {
        *detail = request::heard(std::mem::take(detail));
    }
}

fn with_name(mut value: Value, event: &str) -> Value {
    value["event"] = json!(event);
    value
}

fn value<T: Serialize>(event: &T) -> Value {
    serde_json::to_value(event).unwrap_or_default()
}

fn named(value: &Value, number: u64) -> Event {
    let name = value.get("event").and_then(Value::as_str).unwrap_or("event").to_owned();
    Event::default().event(name).id(number.to_string()).data(value.to_string())
}
