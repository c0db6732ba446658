//! Idempotency keys: a request that is sent again is done only once. The first reply is kept for a day, also
//! over kills, and returned for repeated requests.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;

use super::extractors::whole;
use crate::app::{App, LogLine};
use crate::clients::{Kept, Sent, Who};
use crate::problem::HttpProblem;
use crate::request;

/// A request that is under way, until it is dropped.
struct UnderWay(Arc<App>, String);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.once.ended(&self.1);
    }
}

/// Does a request that has a key once.
pub(crate) async fn once(State(app): State<Arc<App>>, who: Who, request: Request, next: Next) -> Response {
    match kept(&app, &who, request, next).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    }
}

async fn kept(app: &Arc<App>, who: &Who, request: Request, next: Next) -> Result<Response, HttpProblem> {
    let Some(key) = key(request.headers())?.filter(|_| request.method() == Method::POST) else {
        return Ok(next.run(request).await);
    };
    let (parts, body) = request.into_parts();
    let name = app.named(who, parts.uri.path(), &key);
    let bytes = whole(Request::new(body), app.options.max_body, app.options.patience).await?;
    let body = blake3::hash(&bytes).to_hex().to_string();
    let failed = |error| HttpProblem::of_file("once", error);
    let conflict = |code: &str, detail: &str| HttpProblem::new(StatusCode::CONFLICT, code, detail);
    match app.once.sent(&name).map_err(failed)? {
        Sent::UnderWay => {
            Err(conflict("running", "the request with this key is in progress; try again in a moment").after(1))
        }
        Sent::Done(kept) if kept.body != body => {
            let detail = "another request was sent under this key";
            Err(HttpProblem::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency-reused", detail))
        }
        Sent::Done(kept) if kept.status == 0 => {
            let detail = "the request of this key broke off when the server ended; look whether it was done, and send \
                another under a new key if it was not";
            Err(conflict("interrupted", detail))
        }
        Sent::Done(kept) => Ok(kept.again()),
        Sent::New => {
            let begun = Kept { body: body.clone(), status: 0, content_type: None, reply: String::new() };
            if let Err(error) = app.once.keep(&name, &begun) {
                app.once.ended(&name);
                return Err(failed(error));
            }
            // On a task of its own: a client that goes does not leave it half done.
            let (app, request) = (app.clone(), Request::from_parts(parts, Body::from(bytes)));
            let done = request::going_on(async move {
                let under_way = UnderWay(app.clone(), name.clone());
                let response = app.noted(&name, body, next.run(request).await).await;
                drop(under_way);
                response
            });
            tokio::spawn(done).await.map_err(|error| failed(io::Error::other(error)))
        }
    }
}

impl App {
    /// The name of a request: from the workspace in its path, under any name, from its client and its key.
    fn named(&self, who: &Who, path: &str, key: &str) -> String {
        let token = who.token.as_ref().map_or("local", |token| token.id.as_str());
        let space = path.strip_prefix("/api/v1/workspaces/").and_then(|rest| rest.split('/').next());
        let folder = space.and_then(|name| self.spaces.find(name)).map(|served| served.quipu().folder().to_owned());
        let folder = folder.map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
        hashed(&[token, &folder, path, key])
    }

    /// Keeps the reply to a completed request, and returns it. A refused or failed request had no effect, and may be
    /// repeated.
    async fn noted(&self, name: &str, body: String, response: Response) -> Response {
        if !response.status().is_success() {
            self.once.forget(name);
            return response;
        }
        let (parts, reply) = response.into_parts();
        let reply = reply.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        let content_type = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kept = Kept {
            body,
            status: parts.status.as_u16(),
            content_type: content_type.map(str::to_owned),
            reply: String::from_utf8_lossy(&reply).into_owned(),
        };
        if let Err(error) = self.once.keep(name, &kept) {
            // The request succeeded all the same; a repetition gets the answer that it was begun.
            (self.options.log)(LogLine::ReplyNotKept { reason: error.to_string() });
        }
        Response::from_parts(parts, Body::from(reply))
    }
}

impl Kept {
    fn again(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::OK);
        let mut response = (status, self.reply).into_response();
        let headers = response.headers_mut();
        if let Some(kind) = self.content_type.and_then(|kind| HeaderValue::from_str(&kind).ok()) {
            headers.insert(header::CONTENT_TYPE, kind);
        }
        headers.insert(HeaderName::from_static("idempotent-replayed"), HeaderValue::from_static("true"));
        response
    }
}

/// The key of a request, if it has one.
///
/// # Errors
/// When it is invalid.
pub(crate) fn key(headers: &axum::http::HeaderMap) -> Result<Option<String>, HttpProblem> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let is_plain = |key: &&str| (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    match key.to_str().ok().filter(is_plain) {
        Some(key) => Ok(Some(key.to_owned())),
        None => {
            let detail = "Idempotency-Key: 1 to 255 visible characters of ASCII";
            Err(HttpProblem::new(StatusCode::BAD_REQUEST, "idempotency-key", detail))
        }
    }
}

/// A name of texts that no other texts have.
fn hashed(texts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_have_another_name() {
        assert_ne!(hashed(&["a", "bc"]), hashed(&["ab", "c"]));
    }
}
