//! The page and its files as routes. Only the first file is asked for again.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::clients::forwarded;
use crate::clients::peer::{Peer, PeerUser};
use crate::gate::host;
use crate::gate::taken::Params;
use crate::page::{built, file, prefix_of};
use crate::problem::HttpProblem;
use crate::request;

/// The message for an address that is no longer valid.
const USED: &str = "This address was used already, or is too old: `quipu serve --open` opens another.";

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    // An address of the page shows the page, which finds the place by itself.
    OpenApiRouter::new()
        .route("/", axum::routing::get(first))
        .route("/w", axum::routing::get(first))
        .route("/w/", axum::routing::get(first))
        .route("/w/{*place}", axum::routing::get(first))
        .route("/open", axum::routing::get(opened))
        .route("/icon.svg", axum::routing::get(async || file("icon.svg")))
        .route("/licences.txt", axum::routing::get(async || file("licences.txt")))
        .route("/assets/{*name}", axum::routing::get(asset))
}

/// Lets the browser in that brings the secret of the owner.
async fn opened(
    State(app): State<Arc<App>>,
    Params(OpenParams { secret }): Params<OpenParams>,
    request: Request,
) -> Response {
    let peer = request.extensions().get::<Peer>().cloned();
    let is_near = host::is_loopback(request.headers()) && !forwarded::is_forwarded(request.headers());
    let is_others = match &peer {
        Some(peer) => !peer.address.ip().is_loopback() || peer.user().await == PeerUser::Other,
        None => true,
    };
    let root = format!("{}/", prefix_of(request.extensions()));
    let cookie = if is_near && !is_others { app.browsers.let_in(&secret, &root) } else { Ok(None) };
    match cookie {
        Ok(Some(cookie)) => {
            (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, HeaderValue::from_static("/"))])
                .into_response()
        }
        // This browser used it already, and sends its request once more.
        Ok(None) if app.browsers.knows(request.headers()) => {
            (StatusCode::SEE_OTHER, [(header::LOCATION, HeaderValue::from_static("/"))]).into_response()
        }
        Ok(None) => (StatusCode::FORBIDDEN, format!("{}\n", request::heard(USED.to_owned()))).into_response(),
        Err(error) => HttpProblem::of_file("server", error).into_response(),
    }
}

/// The secret that a browser brings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenParams {
    secret: String,
}

async fn first(headers: HeaderMap, extensions: Extensions) -> Response {
    let mut response = built(prefix_of(&extensions));
    let tag = response.headers().get(header::ETAG).map(|tag| tag.as_bytes().to_vec());
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| Some(known.as_bytes()) == tag.as_deref());
    if known {
        // With all its headers: a browser takes them in the place of those that it kept.
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = axum::body::Body::empty();
    }
    response
}

async fn asset(Path(name): Path<String>) -> Response {
    let mut response = file(&format!("assets/{name}"));
    if response.status() == StatusCode::OK {
        let lasting = HeaderValue::from_static("public, max-age=31536000, immutable");
        response.headers_mut().insert(header::CACHE_CONTROL, lasting);
    }
    response
}
