//! `quipu entity`: decisions of people on names.

use quipu::graph::{Decide, Deed, Kind};
use quipu_server::{Client, ClientError};
use serde_json::json;

use super::handed;
use crate::cli::{EntityArgs, EntityWhat};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// Decides, takes back or lists, and prints the outcome.
///
/// # Errors
/// When a name means nothing or several things, or the workspace cannot be opened or changed.
pub(crate) async fn run(place: &Place<'_>, args: &EntityArgs) -> anyhow::Result<Outcome> {
    let (quipu, json) = (place.quipu(&[])?, place.common.json);
    match &args.what {
        EntityWhat::Log => {
            let standing = quipu.decisions().await?;
            if json { print::json(&standing)? } else { print::decisions(&standing)? }
        }
        EntityWhat::Undo { number } => {
            let gone = match handed::server(&quipu).await {
                Some(server) => server.post("/names/undo", &json!({ "number": number })).await?,
                None => quipu.undo(*number).await?,
            };
            if json { print::json(&gone)? } else { print::undone(&gone)? }
        }
        what => {
            let (decide, reason) = meant(what)?;
            let deed = match handed::server(&quipu).await {
                Some(server) => by_server(&server, decide, reason).await?,
                None => quipu.decide(decide, reason).await?,
            };
            if json { print::json(&deed)? } else { print::deed(&deed)? }
        }
    }
    Ok(Outcome::Done)
}

/// Lets the server decide, which has the workspace.
async fn by_server(server: &Client, what: Decide, reason: &str) -> Result<Deed, ClientError> {
    let (path, body) = match what {
        Decide::Merge { a, b } => ("/names/merge", json!({ "a": a, "b": b, "reason": reason })),
        Decide::Rename { name, to } => ("/names/rename", json!({ "name": name, "to": to, "reason": reason })),
        Decide::Split { name, documents, kind, called } => {
            let body = json!({ "name": name, "documents": documents, "kind": kind, "as": called, "reason": reason });
            ("/names/split", body)
        }
    };
    server.post(path, &body).await
}

/// The decision, and its reason.
fn meant(what: &EntityWhat) -> Result<(Decide, &str), Usage> {
    Ok(match what {
        EntityWhat::Merge { a, b, reason } => (Decide::Merge { a: a.clone(), b: b.clone() }, reason),
        EntityWhat::Rename { name, to, reason } => (Decide::Rename { name: name.clone(), to: to.clone() }, reason),
        EntityWhat::Split { name, documents, kind, called, reason } => {
            let kind = kind.as_deref().map(kind_of).transpose()?;
            if called.is_some() && documents.is_empty() && kind.is_none() {
                return Err(Usage(say!("entity-as")));
            }
            let (documents, called) = (documents.clone(), called.clone());
            (Decide::Split { name: name.clone(), documents, kind, called }, reason)
        }
        EntityWhat::Undo { .. } | EntityWhat::Log => return Err(Usage(say!("entity-as"))),
    })
}

fn kind_of(text: &str) -> Result<Kind, Usage> {
    let found = Kind::ALL.into_iter().find(|kind| kind.label().eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let known: Vec<&str> = Kind::ALL.into_iter().map(Kind::label).collect();
        Usage(say!("entity-kind", found = text, known = known.join(", ")))
    })
}
