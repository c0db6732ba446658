//! Streams end soon after the token that asked for them is revoked or at its end.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header;
use axum::response::Response;
use futures::StreamExt as _;

use crate::app::App;
use crate::clients::Who;
use crate::tokens::Token;

/// How often it is looked at.
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
        // A file of tokens that cannot be read lets nobody new in; who is in stays until it can.
        if matches!(app.tokens.holds_still(&token), Ok(false)) {
            return;
        }
    }
}
