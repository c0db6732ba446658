//! Who asks, and what they may.

use std::net::IpAddr;

use axum::extract::{FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::HttpProblem;
use crate::served::Served;
use crate::tokens::{Token, TokenRole};

/// The client of a request, and its rights.
#[derive(Debug, Clone)]
pub(crate) struct Who {
    /// Its name in logs.
    pub(crate) name: String,
    /// Its role.
    pub(crate) role: TokenRole,
    /// Its token, where it has one that can be restricted.
    pub(crate) token: Option<Token>,
    /// True if it is the owner of the server: paths on this machine are allowed.
    pub(crate) owner: bool,
    /// Its address.
    pub(crate) address: Option<IpAddr>,
}

impl Who {
    pub(crate) fn local(address: Option<IpAddr>, owner: bool) -> Self {
        Self { name: "local".to_owned(), role: TokenRole::Admin, token: None, owner, address }
    }

    /// The origin of a job: the name of the client, and the id of its token.
    pub(crate) fn by(&self) -> (&str, Option<String>) {
        (&self.name, self.token.as_ref().map(|token| token.id.clone()))
    }

    /// Its name in the audit log: two tokens may have one name.
    pub(crate) fn actor(&self) -> String {
        self.token.as_ref().map_or_else(|| self.name.clone(), |token| format!("{} ({})", token.name, token.id))
    }

    /// Checks that it may see all workspaces: a client with only some creates no workspaces or tokens, and reads no
    /// audit log.
    ///
    /// # Errors
    /// When it may not.
    pub(crate) fn sees_all(&self) -> Result<(), HttpProblem> {
        if self.token.as_ref().is_none_or(|token| token.workspaces.is_empty()) {
            return Ok(());
        }
        Err(HttpProblem::new(StatusCode::FORBIDDEN, "forbidden", "this needs a token for all workspaces"))
    }

    /// Checks its role.
    ///
    /// # Errors
    /// When it has a lesser one.
    pub(crate) fn may(&self, role: TokenRole) -> Result<(), HttpProblem> {
        if self.role >= role {
            return Ok(());
        }
        let detail = format!("this needs a token of the role {}", role.name());
        Err(HttpProblem::new(StatusCode::FORBIDDEN, "forbidden", detail))
    }

    /// True if they may see a workspace.
    pub(crate) fn sees(&self, workspace: &Served) -> bool {
        self.token.as_ref().is_none_or(|token| token.sees(&workspace.identity))
    }

    /// The key of its fair share: a token, or this machine's user.
    pub(crate) fn client(&self) -> &str {
        self.token.as_ref().map_or("local", |token| &token.id)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Who {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpProblem> {
        let who = parts.extensions.get::<Self>().cloned();
        who.ok_or_else(|| HttpProblem::new(StatusCode::UNAUTHORIZED, "unauthorized", "the user is not known"))
    }
}

/// Admits only clients with a role.
pub(crate) async fn needs(role: TokenRole, who: Who, request: Request, next: Next) -> Response {
    match who.may(role) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
