//! Streams end soon after their token is revoked or expires.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header;
use axum::response::Response;
use futures::StreamExt as _;

use crate::app::App;
use crate::clients::Who;
use crate::tokens::Token;

/// Interval of the checks.
const EVERY: Duration = Duration::from_secs(2);

/// A reply that goes on while the token of its sender holds.
pub(super) fn while_holds(app: &Arc<App>, who: Who, response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    match who.token {
        Some(token) if kind.starts_with("text/event-stream") => {
            let ends = ends(app.clone(), token);
            response.map(|body| Body::from_stream(body.into_data_stream().take_until(Box::pin(ends))))
        }
        _ => response,
    }
}

async fn ends(app: Arc<App>, token: Token) {
    loop {
        tokio::time::sleep(EVERY).await;
        // An unreadable file of tokens admits no new client; current ones stay until it can be read.
        if matches!(app.tokens.holds_still(&token), Ok(false)) {
            return;
        }
    }
}
