//! Conversations belong to the token that began them: under which names they are kept, and how many.

use axum::http::StatusCode;
use quipu::ask::named;

use crate::clients::Who;
use crate::problem::HttpProblem;
use crate::served::Served;

/// The name under which a conversation is kept: those of a token begin with its id.
pub(super) fn owned(who: &Who, name: &str) -> Result<String, HttpProblem> {
    named(name)?;
    if name.contains('/') {
        return Err(HttpProblem::invalid("session: a name of a conversation has no `/`"));
    }
    let kept = format!("{}{name}", prefix(who));
    named(&kept)?;
    Ok(kept)
}

/// The client's name of a conversation, from the stored name and the client's prefix; missing for another's.
pub(super) fn own<'a>(kept: &'a str, prefix: &str) -> Option<&'a str> {
    kept.strip_prefix(prefix).filter(|name| !name.contains('/'))
}

pub(super) fn prefix(who: &Who) -> String {
    who.token.as_ref().map(|token| format!("{}/", token.id)).unwrap_or_default()
}

/// Checks that one more conversation may begin, if this is a new one: their number per token is limited.
pub(super) async fn room(served: &Served, who: &Who, name: &str) -> Result<(), HttpProblem> {
    if !served.quipu().conversation(name).await?.is_empty() {
        return Ok(());
    }
    let prefix = prefix(who);
    let kept = served.quipu().conversations().await?;
    if kept.iter().filter(|session| own(&session.name, &prefix).is_some()).count() < MOST {
        return Ok(());
    }
    let detail = format!("there are {MOST} conversations, the limit; delete some");
    Err(HttpProblem::new(StatusCode::FORBIDDEN, "quota", detail))
}

/// Limit of conversations of a token.
const MOST: usize = 1000;
