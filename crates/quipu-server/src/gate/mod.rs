//! Checks before every route: limits, hosts and origins, the client, and its rights.

pub(crate) mod cors;
pub(crate) mod etag;
mod held;
pub(crate) mod host;
pub(crate) mod once;
pub(crate) mod pace;
pub(crate) mod taken;
pub(crate) mod who;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::StreamExt as _;

use crate::app::{App, LogLine};
use crate::clients::Who;
use crate::clients::peer::Peer;
use crate::clients::shares::{Follows, Place};
use crate::page;
use crate::problem::HttpProblem;
use crate::request::{self, REQUEST};

/// The most characters of a path in the log.
const PATH: usize = 500;

/// Limits of draining an unwanted body: in bytes, and in time.
const DRAINED: usize = 64 << 10;
const DRAINING: Duration = Duration::from_secs(1);

/// A reply as the clients of a request's door read it.
pub(crate) type Told = Box<dyn FnOnce(Response) -> Response + Send>;

/// What the gate needs.
#[derive(Clone)]
pub(crate) struct Gate {
    pub(crate) app: Arc<App>,
    /// How the clients of a door read replies, by path and headers of the request.
    pub(crate) door: fn(&str, &HeaderMap) -> Told,
}

/// All checks for every request, in the order of their cost: the host, the client, a place.
pub(crate) async fn all(State(Gate { app, door }): State<Gate>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request::id_of(request.headers());
    let known = request::Request {
        id: id.clone(),
        language: request::language(request.headers()),
        localizer: app.options.localizer.clone(),
    };
    let (method, path) = (request.method().clone(), request.uri().path().chars().take(PATH).collect());
    let told = door(request.uri().path(), request.headers());
    let peer = request.extensions().get::<Peer>();
    let address = peer.map(|peer| app.proxies.client(peer, request.headers()).to_string());
    let origin = cors::named(&app, request.headers());
    let prefix = app.public.prefix(request.headers());
    request.extensions_mut().insert(page::PathPrefix(prefix.clone()));
    let response = REQUEST.scope(known, passed(&app, origin.is_some(), request, next));
    let mut response = told(response.await);
    app.metrics.served(&method, response.status(), began.elapsed());
    let (status, ms) = (response.status().as_u16(), began.elapsed().as_millis() as u64);
    (app.options.log)(LogLine::Request {
        request: id.to_string(),
        method: method.to_string(),
        path,
        status,
        ms,
        address,
    });
    guard(response.headers_mut());
    led_below(response.headers_mut(), &prefix);
    if let Some(origin) = origin {
        cors::let_read(response.headers_mut(), origin);
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

/// The reply to a request that may pass, or why it may not.
async fn passed(app: &Arc<App>, is_named: bool, request: Request, next: Next) -> Response {
    if let Err(problem) = host::check(app, request.headers(), request.method(), request.uri()) {
        drain(request.into_body()).await;
        return problem.into_response();
    }
    // Health checks are answered even under load.
    if matches!(request.uri().path(), "/healthz" | "/readyz") {
        return next.run(request).await;
    }
    if let Some(told) = is_named.then(|| cors::asked_first(request.method())).flatten() {
        return told;
    }
    // The page asks for a token itself, and its files hold no data.
    if page::is_open(request.method(), request.uri().path()) {
        return placed(app, None, request, next).await.unwrap_or_else(IntoResponse::into_response);
    }
    let (parts, body) = request.into_parts();
    let who = who::asks(app, &parts).await;
    let request = Request::from_parts(parts, body);
    match who {
        Ok(who) => placed(app, Some(who), request, next).await.unwrap_or_else(IntoResponse::into_response),
        Err(problem) => {
            let instead = page::instead(&request, problem.status_code());
            drain(request.into_body()).await;
            instead.unwrap_or_else(|| problem.into_response())
        }
    }
}

/// Drains a small unwanted body to its end: a proxy that still writes when its connection closes reads no reply, and
/// reports that there was none.
async fn drain(body: Body) {
    let mut pieces = body.into_data_stream();
    let read = async {
        let mut left = DRAINED;
        while let Some(Ok(piece)) = pieces.next().await {
            left = match left.checked_sub(piece.len()) {
                Some(left) => left,
                None => break,
            };
        }
    };
    let _ = tokio::time::timeout(DRAINING, read).await;
}

/// The reply to a request that has a place among those of its client.
async fn placed(app: &Arc<App>, who: Option<Who>, mut request: Request, next: Next) -> Result<Response, HttpProblem> {
    let client = match (&who, request.extensions().get::<Peer>()) {
        (Some(who), _) => who.client().to_owned(),
        (None, Some(peer)) => app.proxies.client(peer, request.headers()).to_string(),
        (None, None) => String::new(),
    };
    let place = Place::take(&app.shares, &client)?;
    request.extensions_mut().insert(place.clone());
    let response = match who {
        Some(who) => {
            request.extensions_mut().insert(who.clone());
            held::while_holds(app, who, next.run(request).await)
        }
        None => next.run(request).await,
    };
    if response.extensions().get::<Follows>().is_some() {
        place.follow()?;
    }
    // A reply is served until it is sent.
    Ok(response.map(|body| Body::new(HoldingPlace { body, place })))
}

/// Leads to where the sender of a request sees the server.
fn led_below(headers: &mut HeaderMap, prefix: &str) {
    let place = headers.get(header::LOCATION).and_then(|place| place.to_str().ok());
    let below = place.filter(|place| place.starts_with('/')).map(|place| format!("{prefix}{place}"));
    if let Some(below) = below.and_then(|below| HeaderValue::from_str(&below).ok()) {
        headers.insert(header::LOCATION, below);
    }
}

/// Headers that keep replies from being read, framed or run by others.
fn guard(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Added to the route's own value.
    headers.append(
        header::VARY,
        HeaderValue::from_static("Accept, Accept-Language, Accept-Encoding, Authorization, Cookie, Origin"),
    );
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

/// A body that holds the place of its request until it is sent or given up.
struct HoldingPlace {
    body: Body,
    place: Place,
}

impl Drop for HoldingPlace {
    fn drop(&mut self) {
        self.place.leave();
    }
}

impl hyper::body::Body for HoldingPlace {
    type Data = axum::body::Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Self::Data>, Self::Error>>> {
        std::pin::Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}
