//! A server of recorded replies: it answers every request by what a function says, and counts on its side when each
//! came, so that rates can be held against what was really sent.

use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::{Request, Response};

use crate::host::Host;

/// One answer.
#[derive(Clone, Debug, Default)]
pub struct RecordedReply {
    /// The status of HTTP.
    pub status: u16,
    /// Headers, names and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// How long it takes.
    pub delay: Duration,
}

impl RecordedReply {
    /// An answer of a media type.
    pub fn of(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Self { status, headers, body: body.into(), delay: Duration::ZERO }
    }
}

/// A request, as the server saw it.
#[derive(Clone, Debug)]
pub struct SeenRequest {
    /// Its path with the query.
    pub path: String,
    /// What the client calls itself.
    pub agent: String,
    /// When it was read.
    pub begun: Instant,
    /// When its answer was ready.
    pub ended: Option<Instant>,
}

/// A server that runs until it is dropped.
pub struct RecordedServer {
    host: Host,
    seen: Arc<Mutex<Vec<SeenRequest>>>,
}

type Answers = Arc<dyn Fn(&str, usize) -> RecordedReply + Send + Sync>;

/// Starts a server at an address (port 0 for any), which answers by a function of the path with its query and of how many
/// requests came before.
///
/// # Errors
/// When it cannot listen there.
pub fn replay(
    address: &str,
    answers: impl Fn(&str, usize) -> RecordedReply + Send + Sync + 'static,
) -> io::Result<RecordedServer> {
    let seen = Arc::<Mutex<Vec<SeenRequest>>>::default();
    let (answers, told): (Answers, _) = (Arc::new(answers), seen.clone());
    let host = Host::start(address, move |request| answered(answers.clone(), told.clone(), request))?;
    Ok(RecordedServer { host, seen })
}

impl RecordedServer {
    /// Where it listens.
    pub fn url(&self) -> String {
        format!("http://{}", self.host.address)
    }

    /// Every request so far, in their order.
    pub fn seen(&self) -> Vec<SeenRequest> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The shortest time between the beginnings of two requests in a row; none before the second. Ends are seen later here
    /// than by who asked.
    pub fn least_gap(&self) -> Option<Duration> {
        let seen = self.seen();
        seen.windows(2).map(|pair| pair[1].begun.saturating_duration_since(pair[0].begun)).min()
    }

    /// Whether ever two requests were open at once.
    pub fn overlapped(&self) -> bool {
        self.seen().windows(2).any(|pair| pair[0].ended.is_none_or(|ended| ended > pair[1].begun))
    }

    /// Waits for as long as it runs.
    pub fn wait(self) {
        self.host.wait();
    }
}

async fn answered(
    answers: Answers,
    seen: Arc<Mutex<Vec<SeenRequest>>>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let path = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    let agent = request.headers().get("user-agent").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let lock = || seen.lock().unwrap_or_else(PoisonError::into_inner);
    let place = {
        let mut seen = lock();
        seen.push(SeenRequest { path: path.clone(), agent: agent.to_owned(), begun: Instant::now(), ended: None });
        seen.len() - 1
    };
    let reply = answers(&path, place);
    if !reply.delay.is_zero() {
        tokio::time::sleep(reply.delay).await;
    }
    let mut response = Response::builder().status(reply.status);
    for (name, value) in &reply.headers {
        response = response.header(name, value);
    }
    lock()[place].ended = Some(Instant::now());
    Ok(response.body(Full::new(Bytes::from(reply.body))).unwrap_or_default())
}
