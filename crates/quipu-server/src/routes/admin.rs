//! Tokens, and the audit log.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::audit::Deed;
use crate::clients::Who;
use crate::cursor;
use crate::middleware::extractors::{JsonBody, Last, Params};
use crate::problem::HttpProblem;
use crate::schemas::ListPage;
use crate::shapes::{Failures, PageOf};
use crate::tokens::{Fresh, SeenWorkspace, Token, TokenRole};

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list, make)).routes(routes!(revoke)).routes(routes!(audit))
}

type TokenList = ListPage<Token>;

/// Lists tokens
///
/// Never with their secrets.
#[utoipa::path(get, path = "/tokens", operation_id = "tokens", tag = "admin",
    responses((status = 200, description = "The tokens.", body = TokenList), Failures))]
async fn list(State(app): State<Arc<App>>, who: Who) -> Result<Json<ListPage<Token>>, HttpProblem> {
    who.sees_all()?;
    app.tokens.list().map(|tokens| Json(ListPage::whole(tokens))).map_err(failed)
}

/// Limit of tokens.
const MOST: usize = 1000;

/// A token that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TokenBody {
    /// Its name.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// Its rights.
    role: TokenRole,
    /// The workspaces that it may see; all where none is named.
    #[serde(default)]
    workspaces: Vec<String>,
    /// When it ends, RFC 3339.
    until: Option<String>,
}

/// Makes a token
///
/// Its secret is shown this once.
#[utoipa::path(post, path = "/tokens", operation_id = "make_token", tag = "admin", request_body = TokenBody,
    responses((status = 201, description = "The token with its secret.", body = Fresh), Failures))]
async fn make(
    State(app): State<Arc<App>>,
    who: Who,
    JsonBody(body): JsonBody<TokenBody>,
) -> Result<(StatusCode, Json<Fresh>), HttpProblem> {
    who.sees_all()?;
    let TokenBody { name, role, workspaces, until } = body;
    if name.is_empty() || name.len() > 100 || name.chars().any(char::is_control) {
        return Err(HttpProblem::invalid("name: 1 to 100 visible characters"));
    }
    let wrong = |error: jiff::Error| HttpProblem::invalid(format!("until: {error}"));
    let until = until.map(|until| until.parse::<Timestamp>()).transpose().map_err(wrong)?;
    if app.tokens.count().map_err(failed)? >= MOST {
        let detail = format!("there are {MOST} tokens, the limit; revoke some");
        return Err(HttpProblem::new(StatusCode::FORBIDDEN, "quota", detail));
    }
    let seen = workspaces.into_iter().map(|name| seen(&app, name)).collect::<Result<_, _>>()?;
    let fresh = app.tokens.make_until(&name, role, seen, until).map_err(failed)?;
    app.note(&who, "token", None, &fresh.token.id);
    Ok((StatusCode::CREATED, Json(fresh)))
}

/// The workspace that a name means now.
fn seen(app: &App, name: String) -> Result<SeenWorkspace, HttpProblem> {
    let served = app.spaces.find(&name).map(|served| served.identity.clone());
    match served.or_else(|| app.options.home.identity(&name)) {
        Some(identity) => Ok(SeenWorkspace { name, identity }),
        None => Err(HttpProblem::invalid(format!("workspaces: there is no workspace {name:?}"))),
    }
}

/// Revokes a token
///
/// The token is invalid from now on.
#[utoipa::path(delete, path = "/tokens/{id}", operation_id = "revoke_token", tag = "admin", params(("id" = String, Path, description = "Its id.")),
    responses((status = 204, description = "Revoked."), Failures))]
async fn revoke(State(app): State<Arc<App>>, who: Who, Last(id): Last) -> Result<StatusCode, HttpProblem> {
    who.sees_all()?;
    if !app.tokens.revoke(&id).map_err(failed)? {
        return Err(HttpProblem::not_found("token"));
    }
    app.note(&who, "revoke", None, &id);
    Ok(StatusCode::NO_CONTENT)
}

/// A page of deeds.
#[derive(Debug, Serialize, ToSchema)]
struct DeedPage {
    /// The deeds, the oldest first.
    items: Vec<Deed>,
    /// The cursor of the next page; missing on the last.
    next: Option<String>,
}

/// Lists the audit log
///
/// The oldest first.
#[utoipa::path(get, path = "/audit", operation_id = "audit", tag = "admin", params(PageOf),
    responses((status = 200, description = "A page of the audit log.", body = DeedPage), Failures))]
async fn audit(
    State(app): State<Arc<App>>,
    who: Who,
    Params(page): Params<PageOf>,
) -> Result<Json<DeedPage>, HttpProblem> {
    who.sees_all()?;
    let limit = page.limit()?;
    let from = page.after("audit")?.and_then(|from| from.parse().ok()).unwrap_or(0);
    let (items, next) = app.audit.list(from, limit).map_err(failed)?;
    Ok(Json(DeedPage { items, next: next.map(|next| cursor::after("audit", &next.to_string())) }))
}

fn failed(error: std::io::Error) -> HttpProblem {
    HttpProblem::of_file("server", error)
}
