//! The protocol over HTTP: independent requests, without sessions (streamable HTTP, stateless).

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::tower::{StreamableHttpServerConfig, StreamableHttpService};

use crate::door::McpDoor;
use crate::inbound;
use crate::server::ToolServer;

/// The most bytes of a message.
pub const MAX_MESSAGE: usize = 4 << 20;

/// Answers a request whose body was read, and whose host, origin and sender were checked.
pub async fn over_http(door: Arc<dyn McpDoor>, parts: Parts, body: Vec<u8>) -> Response<Body> {
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_json = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    // Another type is refused below, as the protocol requires.
    if is_json && let Err(refused) = inbound::read(&body) {
        let mut response = Response::new(Body::from(refused.to_string()));
        *response.status_mut() = StatusCode::BAD_REQUEST;
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        return response;
    }
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_MESSAGE)
        // Both were checked, by more than names, before this service.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let server = ToolServer::new(door);
    let answering =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::new(NeverSessionManager::default()), config);
    let request = Request::from_parts(parts, Body::from(Bytes::from(body)));
    answering.handle(request).await.map(Body::new)
}
