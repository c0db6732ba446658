//! What stands before every route: bounds, hosts and origins, who asks, and what they may.

pub(crate) mod cors;
pub(crate) mod failures;
mod held;
pub(crate) mod host;
pub(crate) mod once;
pub(crate) mod pace;
pub(crate) mod taken;
pub(crate) mod who;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::{App, LogLine};
use crate::doors::Door;
use crate::problem::HttpProblem;
use crate::request::{self, REQUEST};

/// Who is at the other end of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The most characters of a path in the log.
const PATH: usize = 500;

/// Everything that holds for all requests, in the order of its cost: a place, the host, who asks.
pub(crate) async fn all(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request::id_of(request.headers());
    let known = request::Request {
        id: id.clone(),
        language: request::language(request.headers()),
        localizer: app.options.localizer.clone(),
    };
    let (method, path) = (request.method().clone(), request.uri().path().chars().take(PATH).collect());
    let door = Door::of(request.uri().path(), request.headers());
    let address = request.extensions().get::<Peer>().map(|peer| peer.0.ip().to_string());
    let origin = cors::named(&app, request.headers());
    let response = REQUEST.scope(known, async {
        let Ok(place) = app.places.clone().try_acquire_owned() else {
            let detail = "too many requests are being served; ask again in a moment";
            return HttpProblem::new(StatusCode::TOO_MANY_REQUESTS, "limited", detail).after(1).into_response();
        };
        let checked = host::check(&app, request.headers(), request.method(), request.uri());
        if let Err(problem) = checked {
            return problem.into_response();
        }
        if let Some(told) = origin.as_ref().and_then(|_| cors::asked_first(request.method())) {
            return told;
        }
        let who = match who::asks(&app, &request) {
            Ok(who) => who,
            Err(problem) => return problem.into_response(),
        };
        request.extensions_mut().insert(who.clone());
        let response = held::while_holds(&app, who, next.run(request).await);
        // A stream is served until it ends.
        response.map(|body| Body::new(HoldingPlace { body, _place: place }))
    });
    let mut response = door.told(response.await);
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
    if let Some(origin) = origin {
        cors::let_read(response.headers_mut(), origin);
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

/// Headers that keep replies from being read, framed or run by others.
fn guard(headers: &mut axum::http::HeaderMap) {
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::VARY, "Accept, Accept-Language, Accept-Encoding, Authorization, Origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
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
    _place: tokio::sync::OwnedSemaphorePermit,
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
