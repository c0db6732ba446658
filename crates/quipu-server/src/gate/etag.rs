//! Conditional requests: weak entity tags by the number of the last change, so that unchanged replies are not sent
//! again.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::gate::who::Space;
use crate::request::spoken;

/// Answers 304 where the workspace is unchanged, and names its state in the reply otherwise. The language counts
/// too: some sentences are in that of the request.
pub(crate) async fn tagged(space: Space, request: Request, next: Next) -> Response {
    if request.method() != Method::GET {
        return next.run(request).await;
    }
    let Ok(change) = space.0.quipu().change().await else { return next.run(request).await };
    let tag = format!("W/\"{}.{change}.{}.{:?}\"", space.0.mark(), env!("CARGO_PKG_VERSION"), spoken());
    let Ok(value) = HeaderValue::from_str(&tag) else { return next.run(request).await };
    let known = request.headers().get_all(header::IF_NONE_MATCH).iter().filter_map(|known| known.to_str().ok());
    let is_known = known.flat_map(|known| known.split(',')).any(|known| known.trim() == tag || known.trim() == "*");
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => next.run(request).await,
    };
    if response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED {
        response.headers_mut().insert(header::ETAG, value);
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
    response
}
