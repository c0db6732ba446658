//! Idempotency keys: a request that is sent again is done only once. The first reply is kept for a day, also
//! over kills, and returned for repeated requests.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;
use quipu::durable;
use serde::{Deserialize, Serialize};

use super::taken::whole;
use super::who::Who;
use crate::app::{App, LogLine};
use crate::problem::HttpProblem;
use crate::request;

/// Lifetime of a reply.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// Limit of kept replies.
const MOST: usize = 10_000;
/// Number of new replies after which old ones are removed.
const SWEPT: usize = 500;

/// The replies of requests with idempotency keys.
pub(crate) struct Once {
    folder: PathBuf,
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Requests that are being done, by the names of their files.
    under_way: BTreeSet<String>,
    since_swept: usize,
}

/// A reply that is kept; before there is one, that its request was begun.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The hash of the body that it answers.
    body: String,
    /// 0 while the request is being done.
    status: u16,
    #[serde(default)]
    content_type: Option<String>,
    reply: String,
}

/// The state of a request.
enum Sent {
    /// The request is new, and this call performs it.
    New,
    /// The request is done.
    Done(Kept),
    /// The request is in progress.
    UnderWay,
}

impl Once {
    /// The replies kept in a folder; those that are old go.
    ///
    /// # Errors
    /// When they cannot be listed.
    pub(crate) fn of(state: &Path) -> io::Result<Self> {
        let folder = state.join("once");
        sweep(&folder)?;
        Ok(Self { folder, state: Mutex::default() })
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sent(&self, name: &str) -> io::Result<Sent> {
        let mut known = self.known();
        if known.under_way.contains(name) {
            return Ok(Sent::UnderWay);
        }
        let path = self.folder.join(name);
        match fs::read(&path) {
            Ok(text) if is_fresh(&path) => {
                if let Ok(kept) = serde_json::from_slice(&text) {
                    return Ok(Sent::Done(kept));
                }
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        known.under_way.insert(name.to_owned());
        Ok(Sent::New)
    }

    fn keep(&self, name: &str, kept: &Kept) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        durable::write_private(&self.folder.join(name), &serde_json::to_vec(kept)?)?;
        let mut known = self.known();
        known.since_swept += 1;
        if known.since_swept >= SWEPT {
            known.since_swept = 0;
            sweep(&self.folder)?;
        }
        Ok(())
    }

    /// Forgets a request that did nothing.
    fn forget(&self, name: &str) {
        // A file that stays marks the request as begun, which is true.
        let _ = fs::remove_file(self.folder.join(name));
    }
}

fn is_fresh(path: &Path) -> bool {
    let changed = fs::metadata(path).and_then(|found| found.modified());
    changed.is_ok_and(|changed| SystemTime::now().duration_since(changed).unwrap_or_default() < KEPT)
}

/// Removes old replies, and the oldest where there are too many.
fn sweep(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut there: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries.flatten() {
        if let Ok(changed) = entry.metadata().and_then(|found| found.modified()) {
            there.push((changed, entry.path()));
        }
    }
    there.sort();
    let too_many = there.len().saturating_sub(MOST);
    for (at, (_, path)) in there.iter().enumerate() {
        if at < too_many || !is_fresh(path) {
            // Another server of this user may have swept it.
            let _ = fs::remove_file(path);
        }
    }
    Ok(())
}

/// A request that is under way, until it is dropped.
struct UnderWay(Arc<App>, String);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.once.known().under_way.remove(&self.1);
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
                app.once.known().under_way.remove(&name);
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
            (self.options.log)(LogLine::AuditFailed { reason: error.to_string() });
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
    fn what_is_kept_goes_when_there_is_too_much() {
        let folder = tempfile::tempdir().unwrap();
        let once = Once::of(folder.path()).unwrap();
        let reply = || Kept { body: "b".to_owned(), status: 200, content_type: None, reply: "r".to_owned() };
        assert!(matches!(once.sent("a").unwrap(), Sent::New));
        assert!(matches!(once.sent("a").unwrap(), Sent::UnderWay));
        once.keep("a", &reply()).unwrap();
        once.known().under_way.clear();
        assert!(matches!(once.sent("a").unwrap(), Sent::Done(_)));
        // Another server over the same folder knows it, too.
        assert!(matches!(Once::of(folder.path()).unwrap().sent("a").unwrap(), Sent::Done(_)));
        assert_ne!(hashed(&["a", "bc"]), hashed(&["ab", "c"]));
    }
}
