//! The page: the build of `web/`, embedded in the binary. Its files have names with a hash of their content; only the
//! first file is requested again.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::{Embed, EmbeddedFile};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::gate::peer::{Peer, PeerUser};
use crate::gate::taken::Params;
use crate::gate::{PathPrefix, forwarded, host};
use crate::problem::HttpProblem;
use crate::request;

/// The committed build.
#[derive(Embed)]
#[folder = "../../web/dist"]
struct Built;

/// The file that loads all others.
const FIRST: &str = "index.html";

/// The tag in the first file that gives the page its base path.
const ROOT: &str = "<meta name=\"quipu-root\" content=\"\"";

/// The content security policy of the page: only its own server. Fonts and pictures may stand within a PDF.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self' data:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The policy of the worker that reads PDF files: its decoders are WebAssembly.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

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

/// True if a path is public: the files of the page hold no data, and the page itself asks for a token.
pub(crate) fn is_open(method: &Method, path: &str) -> bool {
    let of_page = matches!(path, "/" | "/w" | "/open" | "/icon.svg" | "/licences.txt");
    matches!(*method, Method::GET | Method::HEAD)
        && (of_page || path.starts_with("/w/") || path.starts_with("/assets/"))
}

/// The page in place of a failure, where a person opens an address that is not for programs: it shows the error.
pub(crate) fn instead(request: &Request, status: StatusCode) -> Option<Response> {
    let accepts = request.headers().get(header::ACCEPT).and_then(|accepts| accepts.to_str().ok()).unwrap_or_default();
    let path = request.uri().path();
    let of_programs =
        ["/api/", "/v1/", "/mcp/"].iter().any(|root| path.starts_with(root) || path == root.trim_end_matches('/'));
    if request.method() != Method::GET || of_programs || !accepts.contains("text/html") {
        return None;
    }
    let mut response = built(prefix_of(request.extensions()));
    *response.status_mut() = status;
    Some(response)
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

fn prefix_of(extensions: &Extensions) -> &str {
    extensions.get::<PathPrefix>().map_or("", |prefix| &prefix.0)
}

/// The first file, its addresses below a prefix.
fn built(prefix: &str) -> Response {
    let Some(mut found) = Built::get(FIRST) else { return HttpProblem::not_found("page").into_response() };
    let tag = format!("\"{}\"", hash(&found, prefix));
    let text = String::from_utf8_lossy(&found.data).replace("\"./", &format!("\"{prefix}/"));
    found.data = text.replace(ROOT, &format!("<meta name=\"quipu-root\" content=\"{prefix}\"")).into_bytes().into();
    let mut response = sent(FIRST, found);
    let own = response.headers_mut();
    own.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    own.append(header::VARY, HeaderValue::from_static("X-Forwarded-Prefix"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        own.insert(header::ETAG, tag);
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

fn file(name: &str) -> Response {
    match Built::get(name) {
        Some(found) => sent(name, found),
        None => HttpProblem::not_found("file of the page").into_response(),
    }
}

fn sent(name: &str, found: EmbeddedFile) -> Response {
    let kind = match name.rsplit_once('.').map(|(_, kind)| kind) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let policy = if name.contains("worker") { WORKER_POLICY } else { POLICY };
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, policy)]
        .map(|(name, value)| (name, HeaderValue::from_static(value)));
    (headers, found.data.into_owned()).into_response()
}

fn hash(found: &EmbeddedFile, prefix: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&found.metadata.sha256_hash()).update(prefix.as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}
