//! The client of a request: its token, or this machine's user; and the workspaces that it may see.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;

use super::host;
use crate::app::App;
use crate::clients::peer::{Peer, PeerUser};
use crate::clients::{Who, forwarded};
use crate::problem::HttpProblem;
use crate::served::Served;

/// The credential of the scheme Basic without a user and a password: a colon in base64.
const EMPTY_BASIC: &str = "Og==";

/// Identifies the client.
///
/// # Errors
/// When a token is needed and missing, it is invalid, or too many were wrong.
pub(crate) async fn asks(app: &App, request: &Parts) -> Result<Who, HttpProblem> {
    let (peer, headers) = (request.extensions.get::<Peer>(), &request.headers);
    let address = peer.map(|peer| app.proxies.client(peer, headers));
    if let Some(given) = secret(headers) {
        return by_secret(app, given, address, peer.is_some_and(|peer| peer.address.ip().is_loopback()));
    }
    let refused = match peer {
        Some(peer) => open(app, peer, headers).await,
        None => Err("send a token as `Authorization: Bearer`; `quipu token create` makes one"),
    };
    match refused {
        Ok(()) => Ok(Who::local(address, false)),
        Err(why) => Err(HttpProblem::new(StatusCode::UNAUTHORIZED, "unauthorized", why)),
    }
}

/// Checks that a request without a token is the owner's; else gives the reason.
///
/// Loopback alone proves nothing: a reverse proxy on this machine is loopback, too, and one in its plainest configuration adds no
/// header. So everything must say that no proxy and no other user stands between.
async fn open(app: &App, peer: &Peer, headers: &HeaderMap) -> Result<(), &'static str> {
    const TOKEN: &str = "send a token as `Authorization: Bearer`; `quipu token create` makes one";
    if !peer.address.ip().is_loopback() || forwarded::is_forwarded(headers) || !host::is_loopback(headers) {
        return Err(TOKEN);
    }
    let user = peer.user().await;
    if user != PeerUser::Other && app.browsers.knows(headers) {
        return Ok(());
    }
    let options = &app.options;
    if options.closed || !app.address.ip().is_loopback() {
        return Err(TOKEN);
    }
    if options.public_url.is_some() || !app.proxies.is_empty() {
        return Err(
            "this server stands behind a proxy (`server.public_url`, `server.proxies`), so that requests of this machine \
            need a token, too: send it as `Authorization: Bearer`; `quipu token create` makes one",
        );
    }
    match user {
        PeerUser::Own => Ok(()),
        PeerUser::Unknown => Err("this system cannot identify the user; send a token as `Authorization: Bearer` \
            (`quipu token create` makes one), or open the page by `quipu serve --open`"),
        PeerUser::Root | PeerUser::Other => Err("another user of this machine runs this server; send a token as \
            `Authorization: Bearer`, which its owner makes by `quipu token create`"),
    }
}

/// The client with this secret.
fn by_secret(app: &App, given: &str, address: Option<IpAddr>, is_near: bool) -> Result<Who, HttpProblem> {
    if is_near && bool::from(subtle::ConstantTimeEq::ct_eq(given.as_bytes(), app.owner.as_bytes())) {
        return Ok(Who::local(address, true));
    }
    let found = app.tokens.of_secret(given).map_err(|error| {
        let detail = format!("the tokens cannot be read: {error}");
        HttpProblem::new(StatusCode::INTERNAL_SERVER_ERROR, "tokens", detail)
    })?;
    if let Some(token) = found {
        return Ok(Who { name: token.name.clone(), role: token.role, token: Some(token), owner: false, address });
    }
    app.metrics.refused();
    match address.and_then(|address| app.failures.note(address)) {
        Some(wait) => {
            let detail = "too many tokens were wrong; wait before you try another";
            Err(HttpProblem::new(StatusCode::TOO_MANY_REQUESTS, "limited", detail).after(wait))
        }
        None => {
            let detail = "this token is not valid; it is unknown, revoked or expired";
            Err(HttpProblem::new(StatusCode::UNAUTHORIZED, "unauthorized", detail))
        }
    }
}

/// The secret of a request, through any door: one place for all of them. A header without a credential, as sent by
/// clients without a key, counts as no secret; another scheme is an invalid secret.
fn secret(headers: &HeaderMap) -> Option<&str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| {
        let value = value.to_str().unwrap_or("? ?").trim();
        let (scheme, secret) = value.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((value, ""));
        let secret = secret.trim();
        match scheme.to_ascii_lowercase().as_str() {
            "bearer" => Some(secret),
            // Nothing, or neither a user nor a password.
            "" => None,
            "basic" if matches!(secret, "" | EMPTY_BASIC) => None,
            _ => Some("?"),
        }
    });
    let bearer = bearer.filter(|secret| !secret.is_empty());
    let key = || headers.get("x-api-key").map(|value| value.to_str().unwrap_or("?").trim());
    bearer.or_else(key).filter(|secret| !secret.is_empty())
}

impl Who {
    /// A later check that it may still see a workspace: that may have another name by then, or be gone.
    pub(crate) fn still_sees(&self, app: &Arc<App>, served: &Arc<Served>) -> impl Fn() -> bool + Send + Sync + use<> {
        let (who, app, served) = (self.clone(), app.clone(), served.clone());
        move || {
            let name = served.name();
            who.sees(&served) && app.spaces.find(&name).is_some_and(|found| Arc::ptr_eq(&found, &served))
        }
    }
}

/// The workspace of a path, if the client may see it: an invisible one is treated as missing.
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
        let served = app.spaces.find(&named.name).filter(|served| who.sees(served));
        served.map(Self).ok_or_else(HttpProblem::no_workspace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_credential_is_none() {
        let of = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            secret(&headers).map(str::to_owned)
        };
        for empty in ["", " ", "Bearer", "Bearer ", "bearer   ", "Bearer\t", "Basic", "Basic Og=="] {
            assert_eq!(of("authorization", empty), None, "{empty:?}");
        }
        assert_eq!(of("x-api-key", " "), None);
        assert_eq!(of("authorization", "Bearer  qp_a ").as_deref(), Some("qp_a"));
        assert_eq!(of("authorization", "bearer\tqp_a").as_deref(), Some("qp_a"));
        for wrong in ["Bearer null", "Bearer undefined", "Basic YTpi", "qp_a", "Token x"] {
            assert!(of("authorization", wrong).is_some(), "{wrong:?} is a wrong credential, and no missing one");
        }
    }
}
