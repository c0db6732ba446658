//! The protocol over HTTP: independent requests, without sessions (streamable HTTP, stateless).

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::tower::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;

use crate::accepted::Accepted;
use crate::door::McpEndpoint;
use crate::inbound;
use crate::server::ToolServer;

/// The header that names the revision of the protocol.
const VERSION: &str = "mcp-protocol-version";

/// The most bytes of a message.
pub const MAX_MESSAGE: usize = 4 << 20;

/// A mark of requests whose sender reads no stream of events: nothing but the reply is sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReplyAlone;

/// Answers a request whose body was read, and whose host, origin and sender were checked.
pub async fn over_http(door: Arc<dyn McpEndpoint>, mut parts: Parts, mut body: Vec<u8>) -> Response<Body> {
    let accepted = Accepted::of(&parts.headers);
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_json = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    // Another type is refused below, as the protocol requires.
    if is_json {
        let read = inbound::tidied(&body).and_then(|message| Ok((inbound::message(&message)?, message)));
        match read {
            Ok((_, message)) => {
                if message["method"] == "initialize" {
                    // The body names the version that is asked for: the header is of later requests.
                    parts.headers.remove(VERSION);
                }
                body = message.to_string().into_bytes();
            }
            Err(refused) => return bad_request(&refused),
        }
    }
    if parts.headers.get(VERSION).is_some_and(|version| version.as_bytes().trim_ascii().is_empty()) {
        parts.headers.remove(VERSION);
    }
    match accepted {
        // Below, both must be named; what is sent follows from what was accepted.
        Accepted { json: false, events: false } => {}
        Accepted { events, .. } => {
            parts.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
            if !events {
                parts.extensions.insert(ReplyAlone);
            }
        }
    }
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(accepted.json || !accepted.events)
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

fn bad_request(refused: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(refused.to_string()));
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
