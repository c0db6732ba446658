//! The server: what it answers, by its plan.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::header::HeaderValue;
use hyper::{Method, Request, Response};
use serde_json::{Value, json};

use crate::body::Pieces;
use crate::chat::chat;
use crate::counts::{Counts, Tally};
use crate::extras::{embeddings, models, rerank};
use crate::host::Host;
use crate::plan::Plan;

/// A server that runs until it is dropped.
pub struct Server {
    host: Host,
    tally: Tally,
}

/// Starts a server.
///
/// # Errors
/// When it cannot listen where the plan says.
pub fn start(plan: Plan) -> io::Result<Server> {
    let (plan, tally) = (Arc::new(plan), Tally::default());
    let (asked, told) = (plan.clone(), tally.clone());
    let host = Host::start(&plan.address, move |request| answered(asked.clone(), told.clone(), request))?;
    Ok(Server { host, tally })
}

impl Server {
    /// Where it listens, up to `/v1`.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.host.address)
    }

    /// What it saw so far.
    pub fn counts(&self) -> Counts {
        self.tally.counts()
    }

    /// Waits for as long as it runs.
    pub fn wait(self) {
        self.host.wait();
    }
}

async fn answered(plan: Arc<Plan>, tally: Tally, request: Request<Incoming>) -> Result<Response<Pieces>, Infallible> {
    let (head, body) = request.into_parts();
    let shown = head.headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if head.uri.path() != "/counts" && plan.key.as_ref().is_some_and(|key| shown != format!("Bearer {key}")) {
        return Ok(refusal(401, "invalid_api_key", None, "Incorrect API key provided"));
    }
    let Ok(body) = body.collect().await.map(http_body_util::Collected::to_bytes) else {
        return Ok(refusal(400, "invalid_request_error", None, "the request broke off"));
    };
    let read = || serde_json::from_slice::<Value>(&body);
    Ok(match (&head.method, head.uri.path()) {
        (&Method::GET, "/counts") => {
            let counts = serde_json::to_string(&tally.counts()).unwrap_or_default();
            answer(200, "application/json", counts)
        }
        (&Method::GET, "/v1/models") => models(&plan),
        (&Method::POST, path) => match (path, read()) {
            (_, Err(error)) => refusal(400, "invalid_request_error", None, &format!("the request is no JSON: {error}")),
            ("/v1/chat/completions", Ok(request)) => {
                let (latency, response) = chat(&plan, &tally, &request);
                if !latency.is_zero() {
                    tokio::time::sleep(latency).await;
                }
                response
            }
            ("/v1/embeddings", Ok(request)) => {
                tally.embedded();
                embeddings(&plan, &request)
            }
            ("/v1/rerank", Ok(request)) => {
                tally.reranked();
                rerank(&plan, &request)
            }
            (path, Ok(_)) => refusal(404, "not_found", None, &format!("there is no {path} here")),
        },
        (method, path) => refusal(404, "not_found", None, &format!("there is no {method} {path} here")),
    })
}

/// A whole answer.
pub(crate) fn answer(status: u16, kind: &'static str, text: String) -> Response<Pieces> {
    let mut response = Response::new(Pieces::text(text));
    *response.status_mut() = status.try_into().unwrap_or_default();
    response.headers_mut().insert("content-type", HeaderValue::from_static(kind));
    response
}

/// An answer that refuses, as OpenAI words it.
pub(crate) fn refusal(status: u16, code: &str, parameter: Option<&str>, message: &str) -> Response<Pieces> {
    let body = json!({ "error": { "message": message, "type": "invalid_request_error", "param": parameter,
                                  "code": code } });
    answer(status, "application/json", body.to_string())
}
