//! Bodies, queries and parts of paths as typed values; an unknown or wrong part gives a problem that names it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body as HttpBody;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use super::pace::BodyPieces;
use crate::app::App;
use crate::clients::shares::receive;
use crate::problem::{HttpProblem, pointer_part};

/// Limit in bytes of draining a refused body.
pub(crate) const DRAINED: usize = 64 << 20;

/// A body of JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for JsonBody<T> {
    type Rejection = HttpProblem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, HttpProblem> {
        if !is_json(request.headers()) {
            return Err(unsupported("send `Content-Type: application/json`"));
        }
        Ok(Self(typed(&whole(request, app.options.max_body, app.options.patience).await?)?))
    }
}

/// A value of JSON.
///
/// # Errors
/// When it is no JSON, or not of the type; a part that is wrong is named.
pub(crate) fn typed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, HttpProblem> {
    let mut given = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut given).map_err(|error| {
        let (path, pointer, error) = (error.path().to_string(), pointer(error.path()), error.into_inner());
        match error.classify() {
            serde_json::error::Category::Data => HttpProblem::invalid(format!("{path}: {error}")).at(&pointer),
            _ => broken(&format!("the body is no JSON: {error}")),
        }
    })?;
    given.end().map_err(|error| broken(&format!("the body is no JSON: {error}")))?;
    Ok(value)
}

/// The JSON pointer of a value in a body.
fn pointer(path: &serde_path_to_error::Path) -> String {
    let part = |segment: &Segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", pointer_part(key)),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    };
    path.iter().map(part).collect()
}

/// The bytes of a body. One that is too large is drained for a while, so that its sender reads the reason: a client
/// that still writes when a connection closes reads nothing.
pub(crate) async fn whole(request: Request, most: usize, patience: Duration) -> Result<Vec<u8>, HttpProblem> {
    let (parts, body) = request.into_parts();
    receive(&parts.extensions, collected(body, most, patience)).await
}

async fn collected(body: HttpBody, most: usize, patience: Duration) -> Result<Vec<u8>, HttpProblem> {
    let (mut bytes, mut size, mut pieces) = (Vec::new(), 0, BodyPieces::of(body, patience));
    while let Some(piece) = pieces.next().await? {
        size += piece.len();
        match size {
            size if size <= most => bytes.extend_from_slice(&piece),
            size if size <= most + DRAINED => bytes.clear(),
            _ => break,
        }
    }
    if size > most {
        let detail = format!("the body is larger than {most} bytes, the limit");
        return Err(HttpProblem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail));
    }
    Ok(bytes)
}

fn broken(detail: &str) -> HttpProblem {
    HttpProblem::new(StatusCode::BAD_REQUEST, "body", detail)
}

fn is_json(headers: &HeaderMap) -> bool {
    media_type(headers).eq_ignore_ascii_case("application/json")
}

/// The media type of a body, without its parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> &str {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim()
}

/// The refusal of a body by its media type.
pub(crate) fn unsupported(detail: &str) -> HttpProblem {
    HttpProblem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", detail)
}

/// A query.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpProblem> {
        let read = axum_extra::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|query| Self(query.0))
            .map_err(|error| HttpProblem::invalid(format!("the query: {}", error.body_text())))
    }
}

/// A part of a path by its place: the last of them.
pub(crate) struct Last(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Last {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpProblem> {
        let all: Path<Vec<(String, String)>> =
            Path::from_request_parts(parts, state).await.map_err(|_| HttpProblem::not_found("thing"))?;
        all.0.into_iter().next_back().map(|(_, value)| Self(value)).ok_or_else(|| HttpProblem::not_found("thing"))
    }
}

/// Parts of a path by their names, as fields of a type.
pub(crate) struct PathPart<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathPart<T> {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpProblem> {
        let part: Path<T> =
            Path::from_request_parts(parts, state).await.map_err(|_| HttpProblem::not_found("thing"))?;
        Ok(Self(part.0))
    }
}
