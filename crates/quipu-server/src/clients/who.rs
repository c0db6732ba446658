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
    pub(crate) address: Option<IpAddr>,
}

impl Who {
    pub(crate) fn local(address: Option<IpAddr>, owner: bool) -> Self {
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
    pub(crate) fn sees(&self, workspace: &Served) -> bool {
        self.token.as_ref().is_none_or(|token| token.sees(&workspace.identity))
    }

    /// Of whom shares are counted: of a token, or of this machine's user.
    pub(crate) fn client(&self) -> &str {
        self.token.as_ref().map_or("local", |token| &token.id)
    }
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
