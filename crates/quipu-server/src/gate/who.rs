//! Who asks: the token of a request, or this machine's user; and the workspace that they may see.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::Peer;
use crate::app::App;
use crate::problem::HttpProblem;
use crate::served::Served;
use crate::tokens::{Token, TokenRole};

/// Who asks, and what they may.
#[derive(Debug, Clone)]
pub(crate) struct Who {
    /// What they are called in logs.
    pub(crate) name: String,
    /// What they may do.
    pub(crate) role: TokenRole,
    /// Their token, where they have one that can be restricted.
    pub(crate) token: Option<Token>,
    /// Whether they are the user whose server this is: their paths are their own.
    pub(crate) owner: bool,
    /// From where they ask.
    pub(crate) address: Option<SocketAddr>,
}

impl Who {
    fn local(address: Option<SocketAddr>, owner: bool) -> Self {
        Self { name: "local".to_owned(), role: TokenRole::Admin, token: None, owner, address }
    }

    /// Who asks for a job: their name, and the id of their token.
    pub(crate) fn by(&self) -> (&str, Option<String>) {
        (&self.name, self.token.as_ref().map(|token| token.id.clone()))
    }

    /// What they are called in the log of deeds: two tokens may have one name.
    pub(crate) fn actor(&self) -> String {
        self.token.as_ref().map_or_else(|| self.name.clone(), |token| format!("{} ({})", token.name, token.id))
    }

    /// Says later whether they may see a workspace still: it may have another name by then, or be gone.
    pub(crate) fn still_sees(&self, app: &Arc<App>, served: &Arc<Served>) -> impl Fn() -> bool + Send + Sync + use<> {
        let (who, app, served) = (self.clone(), app.clone(), served.clone());
        move || {
            let name = served.name();
            who.sees(&name) && app.spaces.find(&name).is_some_and(|found| Arc::ptr_eq(&found, &served))
        }
    }

    /// Whether they may see all workspaces: who may see some alone names none, makes no tokens, and reads no deeds of others.
    ///
    /// # Errors
    /// When they may not.
    pub(crate) fn sees_all(&self) -> Result<(), HttpProblem> {
        if self.token.as_ref().is_none_or(|token| token.workspaces.is_empty()) {
            return Ok(());
        }
        Err(HttpProblem::new(StatusCode::FORBIDDEN, "forbidden", "this needs a token for all workspaces"))
    }

    /// Whether they have a role.
    ///
    /// # Errors
    /// When they have a lesser one.
    pub(crate) fn may(&self, role: TokenRole) -> Result<(), HttpProblem> {
        if self.role >= role {
            return Ok(());
        }
        let detail = format!("this needs a token of the role {}", role.name());
        Err(HttpProblem::new(StatusCode::FORBIDDEN, "forbidden", detail))
    }

    /// Whether they may see a workspace.
    pub(crate) fn sees(&self, workspace: &str) -> bool {
        self.token.as_ref().is_none_or(|token| token.sees(workspace))
    }
}

/// Who asks.
///
/// # Errors
/// When a token is needed and there is none, it does not hold, or too many were wrong.
pub(crate) fn asks(app: &App, request: &Request) -> Result<Who, HttpProblem> {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    let path = request.uri().path();
    let unauthorized = |detail: &str| HttpProblem::new(StatusCode::UNAUTHORIZED, "unauthorized", detail);
    let Some(given) = secret(request.headers()) else {
        return match peer {
            Some(peer) if app.is_open_to(peer) => Ok(Who::local(Some(peer), false)),
            _ if matches!(path, "/healthz" | "/readyz") => Ok(Who { role: TokenRole::Read, ..Who::local(peer, false) }),
            _ => Err(unauthorized("send a token as `Authorization: Bearer`; `quipu token create` makes one")),
        };
    };
    if let Some(wait) = peer.and_then(|peer| app.failures.wait(peer.ip())) {
        let detail = "too many tokens were wrong; wait before you try again";
        return Err(HttpProblem::new(StatusCode::TOO_MANY_REQUESTS, "limited", detail).after(wait));
    }
    if bool::from(subtle::ConstantTimeEq::ct_eq(given.as_bytes(), app.owner.as_bytes()))
        && peer.is_some_and(|peer| peer.ip().is_loopback())
    {
        return Ok(Who::local(peer, true));
    }
    let found = app.tokens.of_secret(given).map_err(|error| {
        let detail = format!("the tokens cannot be read: {error}");
        HttpProblem::new(StatusCode::INTERNAL_SERVER_ERROR, "tokens", detail)
    })?;
    match found {
        Some(token) => {
            Ok(Who { name: token.name.clone(), role: token.role, token: Some(token), owner: false, address: peer })
        }
        None => {
            app.metrics.refused();
            if let Some(peer) = peer {
                app.failures.note(peer.ip());
            }
            Err(unauthorized("this token does not hold; it is unknown, revoked or at its end"))
        }
    }
}

/// The secret that a request brings, by whichever door: one place for all of them.
fn secret(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers.get(header::AUTHORIZATION).map(|value| {
        let value = value.to_str().unwrap_or_default();
        let (scheme, secret) = value.split_once(' ').unwrap_or((value, ""));
        if scheme.eq_ignore_ascii_case("bearer") { secret.trim() } else { "" }
    });
    bearer.or_else(|| headers.get("x-api-key").map(|value| value.to_str().unwrap_or_default()))
}

impl<S: Send + Sync> FromRequestParts<S> for Who {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpProblem> {
        let who = parts.extensions.get::<Self>().cloned();
        who.ok_or_else(|| HttpProblem::new(StatusCode::UNAUTHORIZED, "unauthorized", "nobody is known to ask"))
    }
}

/// Lets only those pass who have a role.
pub(crate) async fn needs(role: TokenRole, who: Who, request: Request, next: Next) -> Response {
    match who.may(role) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// The workspace of a path, if whoever asks may see it: what they may not see is as if it were not there.
pub(crate) struct Space(pub(crate) Arc<Served>);

#[derive(Deserialize)]
struct ServedWorkspace {
    name: String,
}

impl FromRequestParts<Arc<App>> for Space {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, HttpProblem> {
        let who = Who::from_request_parts(parts, app).await?;
        let named: Path<ServedWorkspace> =
            Path::from_request_parts(parts, app).await.map_err(|_| HttpProblem::no_workspace())?;
        let served = app.spaces.find(&named.name).filter(|served| who.sees(&served.name()));
        served.map(Self).ok_or_else(HttpProblem::no_workspace)
    }
}
