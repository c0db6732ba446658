//! Failures in HTTP: RFC 9457 problems with the codes of the library.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::request;

/// The reason of a failed request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Problem)]
pub struct HttpProblem {
    /// `urn:quipu:problem:` and the code.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: Box<str>,
    /// The status in words, in English.
    #[schema(value_type = String)]
    pub title: Box<str>,
    /// The status of the reply.
    pub status: u16,
    /// The fault and its remedy, in the language of the request.
    pub detail: String,
    /// The request: `urn:quipu:request:` and its id, which stands in the log.
    #[serde(skip_serializing_if = "str::is_empty", default)]
    #[schema(value_type = String)]
    pub instance: Box<str>,
    /// A name for programs, the same in every language and version.
    #[schema(value_type = String)]
    pub code: Box<str>,
    /// Seconds to wait before the next try.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub retry_after_s: Option<u32>,
    /// The parts of the body with faults.
    #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
    #[schema(value_type = Vec<PointedProblem>)]
    pub errors: Box<[PointedProblem]>,
}

/// A fault in a part of a body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PointedProblem {
    /// The part, as a JSON pointer.
    pub pointer: String,
    /// The fault.
    pub detail: String,
}

/// A name as a part of a JSON pointer.
pub(crate) fn pointer_part(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

impl HttpProblem {
    /// A problem of a status, under a code.
    pub(crate) fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        Self {
            kind: format!("urn:quipu:problem:{code}").into(),
            title: status.canonical_reason().unwrap_or("Problem").into(),
            status: status.as_u16(),
            detail: detail.into(),
            instance: Box::default(),
            code: code.into(),
            retry_after_s: None,
            errors: Box::default(),
        }
    }

    /// The problem for an error of the library.
    pub(crate) fn of(error: &quipu::Error) -> Self {
        Self::told(error, &request::told(error))
    }

    /// The problem for an error of a tool, whose advice names tools and arguments.
    pub(crate) fn of_tool(error: &quipu::Error) -> Self {
        Self::told(error, &request::told_to_tools(error))
    }

    fn told(error: &quipu::Error, words: &str) -> Self {
        let code = error.code();
        let problem = Self::new(status(code), code, without_paths(words));
        match code {
            "store-busy" => problem.after(1),
            // So long everybody leaves a source alone that was too busy.
            "source-busy" => problem.after(60),
            _ => problem,
        }
    }

    /// A refusal of the system for a file of the server, whose path is private.
    pub(crate) fn of_file(part: &str, reason: std::io::Error) -> Self {
        Self::of(&quipu::Error::File { path: part.into(), reason })
    }

    /// The problem with a time to wait.
    pub(crate) fn after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(u32::try_from(seconds).unwrap_or(u32::MAX));
        self
    }

    /// No workspace has this name. It is the same for a missing one and for one that the token may not see.
    pub(crate) fn no_workspace() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "no-workspace",
            "there is no such workspace; GET /api/v1/workspaces lists them",
        )
    }

    /// Nothing is there.
    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", format!("there is no such {what}"))
    }

    /// The request is invalid.
    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", detail)
    }

    /// The problem with the part of the body that it is about, by its JSON pointer.
    pub(crate) fn at(mut self, pointer: &str) -> Self {
        self.errors = Box::new([PointedProblem { pointer: pointer.to_owned(), detail: self.detail.clone() }]);
        self
    }

    /// The problem with the id of the current request.
    pub(crate) fn named(mut self) -> Self {
        self.detail = request::heard(self.detail);
        self.instance = request::id().map(|id| format!("urn:quipu:request:{id}").into()).unwrap_or_default();
        self
    }

    /// Its status.
    pub(crate) fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl From<quipu::Error> for HttpProblem {
    fn from(error: quipu::Error) -> Self {
        Self::of(&error)
    }
}

impl IntoResponse for HttpProblem {
    fn into_response(self) -> Response {
        let problem = self.named();
        let (status, retry) = (problem.status_code(), problem.retry_after_s);
        let mut response = (status, Json(&problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        let mut set = |name: HeaderName, value: HeaderValue| drop(headers.insert(name, value));
        set(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry {
            set(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            set(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // The door that it goes out by may say it in another shape.
        response.extensions_mut().insert(problem);
        response
    }
}

/// A text without the paths of this machine, except their last parts: the location of a workspace is private.
pub(crate) fn without_paths(text: &str) -> String {
    let shown = |word: &str| {
        let start = word.find(|letter: char| !"\"'«“(`".contains(letter)).unwrap_or(word.len());
        let (mark, path) = word.split_at(start);
        // Two parts at least: a single sign with a name is no path of ours.
        let is_path = path.starts_with('/') && !path.starts_with("//") && path[1..].contains('/');
        match path.rfind('/') {
            Some(last) if is_path => format!("{mark}{}", &path[last + 1..]),
            _ => word.to_owned(),
        }
    };
    text.split(' ').map(shown).collect::<Vec<_>>().join(" ")
}

/// The status of a code of the library.
fn status(code: &str) -> StatusCode {
    use StatusCode as S;
    match code {
        "no-workspace" | "unnamed" | "no-decision" | "no-document" | "no-paper" | "no-papers" | "no-session"
        | "workspace-unknown" => S::NOT_FOUND,
        "strategy" | "setting-unknown" | "setting-value" | "setting-file" | "preset-unknown" | "key" | "import-cut"
        | "date-is-none" | "no-section" | "question-empty" | "session-name" | "one-id" | "workspace-name"
        | "fetch-address" => S::BAD_REQUEST,
        "pattern" | "expression" | "filter-field" | "filter-wide" | "too-many-papers" | "eval" | "eval-no-vectors"
        | "set" => S::UNPROCESSABLE_ENTITY,
        "setting-not-for-requests" | "setting-not-from-afar" | "no-right" | "fetch-inside" => S::FORBIDDEN,
        "several" | "decided" | "no-vectors" | "store-model" | "store-waiting" | "store-format" | "export-changing"
        | "extract-no-model" | "budget-no-price" | "root-taken" | "stopped" | "workspace-taken" | "session-taken" => {
            S::CONFLICT
        }
        "store-size" | "fetch-large" => S::PAYLOAD_TOO_LARGE,
        "fetch-failed" => S::BAD_GATEWAY,
        "source-refused" | "bibliography" => S::BAD_REQUEST,
        "source-unreachable" | "source-unreadable" => S::BAD_GATEWAY,
        "source-busy" | "source-shut" | "source-state" => S::SERVICE_UNAVAILABLE,
        "import-format" => S::UNSUPPORTED_MEDIA_TYPE,
        "store-busy" | "store-limit" | "system-limit" => S::SERVICE_UNAVAILABLE,
        "store-full" | "store-io" | "system-full" => S::INSUFFICIENT_STORAGE,
        code if code.starts_with("llm-") || code.starts_with("embed") => S::BAD_GATEWAY,
        code if code.starts_with("model-") || code.starts_with("profile-") || code == "no-model" => S::CONFLICT,
        _ => S::INTERNAL_SERVER_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_of_the_machine_is_told() {
        for (text, told) in [
            (
                "process 7 is writing to /home/me/.quipu/write.lock and did",
                "process 7 is writing to write.lock and did",
            ),
            ("in «/home/me/notes»; run", "in «notes»; run"),
            ("http://127.0.0.1:1/v1/models: 404", "http://127.0.0.1:1/v1/models: 404"),
            ("1/2 or and/or / is none", "1/2 or and/or / is none"),
        ] {
            assert_eq!(without_paths(text), told);
        }
    }

    #[test]
    fn codes_have_their_statuses() {
        let of = |error: quipu::Error| HttpProblem::from(error).status;
        assert_eq!(of(quipu::Error::QuestionEmpty), 400);
        assert_eq!(of(quipu::Error::NotForRequests { key: "llm.url".to_owned() }), 403);
        assert_eq!(of(quipu::Error::Ended { reason: "x".to_owned() }), 500);
        assert_eq!(HttpProblem::no_workspace().status, 404);
    }
}
