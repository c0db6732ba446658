//! Errors in the form of OpenAI's API: `{"error": {"message", "type", "param", "code"}}`, and headers for retries.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::openapi::{RefOr, response::Response as Described};
use utoipa::{IntoResponses, ToSchema};

use crate::problem::HttpProblem;
use crate::shapes::described;

/// An error.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OpenAiFailure {
    /// The error.
    error: OpenAiError,
}

/// An error.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OpenAiError {
    /// The fault and its remedy.
    message: String,
    /// Its sort, as `invalid_request_error`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The part of the body that it is about.
    param: Option<String>,
    /// A name for programs.
    code: Option<String>,
}

impl OpenAiFailure {
    /// A problem in OpenAI's words.
    pub(super) fn of(problem: &HttpProblem) -> Self {
        let kind = match problem.status {
            401 => "authentication_error",
            403 => "permission_error",
            429 => "rate_limit_error",
            500.. => "server_error",
            _ => "invalid_request_error",
        };
        let code = match (problem.status, &*problem.code) {
            (401, _) => "invalid_api_key",
            (404, "no-workspace") => "model_not_found",
            (429, _) => "rate_limit_exceeded",
            (_, code) => code,
        };
        let message = match &*problem.code {
            // The error of an unknown route of OpenAI's names the known ones.
            "not-found" => {
                "it is not served here; there are /v1/models, /v1/chat/completions and /v1/embeddings".to_owned()
            }
            _ => problem.detail.clone(),
        };
        let param = problem.errors.first().map(|one| one.pointer.trim_start_matches('/').replace('/', "."));
        let param = param.filter(|param| !param.is_empty());
        Self { error: OpenAiError { message, kind, param, code: Some(code.to_owned()) } }
    }
}

/// A problem as a reply. A permanent failure is marked as such: clients try 409 and statuses above 500 twice more
/// otherwise.
pub(crate) fn failure(problem: &HttpProblem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    // The unprocessable content of REST is a bad request for OpenAI's clients.
    let status = if status == StatusCode::UNPROCESSABLE_ENTITY { StatusCode::BAD_REQUEST } else { status };
    let mut response = (status, Json(OpenAiFailure::of(problem))).into_response();
    let passes = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    if !passes && (status == StatusCode::CONFLICT || status.is_server_error()) {
        response.headers_mut().insert(HeaderName::from_static("x-should-retry"), HeaderValue::from_static("false"));
    }
    if let Some(seconds) = problem.retry_after_s {
        let wait = HeaderValue::from(u64::from(seconds) * 1000);
        response.headers_mut().insert(HeaderName::from_static("retry-after-ms"), wait);
    }
    response
}

/// The failures of every route of this door.
pub(super) struct OpenAiFailures;

impl IntoResponses for OpenAiFailures {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        let statuses = [
            (400, "The request is not valid."),
            (401, "A token is required, or it is not valid."),
            (403, "Permission denied."),
            (404, "Not found, or no access to it."),
            (408, "The body was sent too slowly."),
            (409, "Conflict with the current state."),
            (413, "The request is too large."),
            (415, "Unsupported media type."),
            (421, "The host is not served here."),
            (429, "Too many requests."),
            (500, "Internal error."),
            (502, "A model's server failed."),
            (503, "Another writer is active."),
            (507, "The disk is full or fails."),
        ];
        described("OpenAiFailure", "application/json", statuses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_again_says_so() {
        let of = |status: u16| {
            let status = StatusCode::from_u16(status).unwrap();
            failure(&HttpProblem::new(status, "x", "y").after(2))
        };
        assert_eq!(of(502).headers()["x-should-retry"], "false");
        assert_eq!(of(409).headers()["x-should-retry"], "false");
        assert!(!of(503).headers().contains_key("x-should-retry"));
        assert_eq!(of(429).headers()["retry-after-ms"], "2000");
        assert_eq!(of(422).status(), 400);
    }

    #[test]
    fn a_part_is_named_as_clients_name_it() {
        let problem = HttpProblem::invalid("no").at("/messages/0/content");
        let told = serde_json::to_value(OpenAiFailure::of(&problem)).unwrap();
        assert_eq!(told["error"]["param"], "messages.0.content");
        assert_eq!(told["error"]["type"], "invalid_request_error");
    }
}
