//! The files of the page: what `web/` builds, embedded in the binary. Their names hold a hash of what is in them.

use axum::extract::Request;
use axum::http::{Extensions, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::problem::HttpProblem;

/// The path below which the sender of a request sees the server; empty for the root.
#[derive(Debug, Clone)]
pub(crate) struct PathPrefix(pub(crate) String);

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

pub(crate) fn prefix_of(extensions: &Extensions) -> &str {
    extensions.get::<PathPrefix>().map_or("", |prefix| &prefix.0)
}

/// The first file, its addresses below a prefix.
pub(crate) fn built(prefix: &str) -> Response {
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

pub(crate) fn file(name: &str) -> Response {
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
