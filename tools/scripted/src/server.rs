//! The server: a thread with a runtime of its own, so that tests of every kind can start it.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;

use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper::header::HeaderValue;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::body::Pieces;
use crate::chat::chat;
use crate::counts::{Counts, Tally};
use crate::extras::{embeddings, models, rerank};
use crate::plan::Plan;

/// A server that runs until it is dropped.
pub struct Server {
    address: SocketAddr,
    tally: Tally,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Starts a server.
///
/// # Errors
/// When it cannot listen where the plan says.
pub fn start(plan: Plan) -> io::Result<Server> {
    let listener = std::net::TcpListener::bind(&plan.address)?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (stop, stopped) = oneshot::channel();
    let tally = Tally::default();
    let (plan, told) = (Arc::new(plan), tally.clone());
    let thread = std::thread::spawn(move || {
        runtime.block_on(async move {
            tokio::select! {
                () = serve(listener, plan, told) => {}
                _ = stopped => {}
            }
        });
    });
    Ok(Server { address, tally, stop: Some(stop), thread: Some(thread) })
}

impl Server {
    /// Where it listens, up to `/v1`.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What it saw so far.
    pub fn counts(&self) -> Counts {
        self.tally.counts()
    }

    /// Waits for as long as it runs.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn serve(listener: std::net::TcpListener, plan: Arc<Plan>, tally: Tally) {
    let Ok(listener) = TcpListener::from_std(listener) else { return };
    loop {
        // A crowd may exhaust the files of the process for a moment.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::task::yield_now().await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let (plan, tally) = (plan.clone(), tally.clone());
        let service = service_fn(move |request| answered(plan.clone(), tally.clone(), request));
        tokio::spawn(async move {
            // Whoever goes away in the middle is no error of ours.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
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
