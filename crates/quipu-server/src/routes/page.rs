//! The page: what `web/` builds, embedded in the binary. Its files have names that hold a hash of what is in them; only the first
//! file is asked for again.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::{Embed, EmbeddedFile};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::problem::HttpProblem;

/// What was built, as it is committed.
#[derive(Embed)]
#[folder = "../../web/dist"]
struct Built;

/// The file that loads all others.
const FIRST: &str = "index.html";

/// What the page may load: nothing but from its own server. Fonts and pictures may stand within a PDF.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self' data:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// What the worker that reads PDF files may: its decoders are WebAssembly.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    // An address of the page shows the page, which finds the place by itself.
    OpenApiRouter::new()
        .route("/", axum::routing::get(first))
        .route("/w/{*place}", axum::routing::get(first))
        .route("/icon.svg", axum::routing::get(async || file("icon.svg")))
        .route("/licences.txt", axum::routing::get(async || file("licences.txt")))
        .route("/assets/{*name}", axum::routing::get(asset))
}

async fn first(headers: HeaderMap) -> Response {
    let Some(found) = Built::get(FIRST) else { return HttpProblem::not_found("page").into_response() };
    let tag = format!("\"{}\"", hash(&found));
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = sent(FIRST, found);
    if known {
        // With all its headers: a browser takes them in the place of those that it kept.
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = axum::body::Body::empty();
    }
    let own = response.headers_mut();
    own.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
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

fn hash(found: &EmbeddedFile) -> String {
    found.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
