//! Cross-origin requests (CORS) from pages of origins that the owner allowed.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::app::App;

/// The headers that pages may send and read.
const SENT: &str = "authorization, content-type, accept, idempotency-key, last-event-id, if-none-match, x-request-id, \
    mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, \
    openai-organization, openai-project, openai-beta, x-stainless-lang, x-stainless-package-version, x-stainless-os, \
    x-stainless-arch, x-stainless-runtime, x-stainless-runtime-version, x-stainless-retry-count, x-stainless-timeout, \
    x-stainless-helper-method, x-stainless-poll-helper, x-stainless-custom-poll-interval";
const READ: &str = "etag, location, retry-after, retry-after-ms, x-request-id, idempotent-replayed, x-quipu-task";

/// The origin of a request, if it is one that the owner named.
pub(crate) fn named(app: &App, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    let known = |own: &String| origin.as_bytes() == own.as_bytes();
    app.options.origins.iter().any(known).then(|| origin.clone())
}

/// The reply to a preflight request of a browser, which sends no token with it.
pub(crate) fn asked_first(method: &Method) -> Option<Response> {
    (method == Method::OPTIONS).then(|| {
        let told = [
            (header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, PATCH, DELETE")),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(SENT)),
            (header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600")),
        ];
        (StatusCode::NO_CONTENT, told).into_response()
    })
}

/// Lets a page read a reply.
pub(crate) fn let_read(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
}
