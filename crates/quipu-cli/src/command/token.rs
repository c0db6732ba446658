//! `quipu token`: access to the server.

use std::path::PathBuf;

use anyhow::Context as _;
use quipu::location::STORE;
use quipu::names;
use quipu_server::{SeenWorkspace, TokenFile};

use super::served_name;
use crate::cli::TokenWhat;
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// Lists, makes or revokes.
///
/// # Errors
/// When the file of tokens cannot be read or written.
pub(crate) async fn run(place: &Place<'_>, what: &TokenWhat) -> anyhow::Result<Outcome> {
    let folder = folder(place);
    let (tokens, json) = (TokenFile::of(&folder), place.common.json);
    let of_file = || folder.display().to_string();
    match what {
        TokenWhat::Create { name, role, workspaces, days } => {
            let mut seen = Vec::new();
            for workspace in workspaces {
                seen.push(meant(place, workspace).await?);
            }
            let fresh = tokens.make(name, (*role).into(), seen, *days).with_context(of_file)?;
            if json {
                print::json(&fresh)?;
            } else {
                print::line(&fresh.secret)?;
                print::note(say!("token-made", id = &fresh.token.id))?;
            }
        }
        TokenWhat::List => {
            let all = tokens.list().with_context(of_file)?;
            if json {
                print::json(&all)?;
            } else {
                print::tokens(&all)?;
            }
            return Ok(if all.is_empty() { Outcome::Nothing } else { Outcome::Done });
        }
        TokenWhat::Revoke { id } => {
            if !tokens.revoke(id).with_context(of_file)? {
                return Err(Usage(say!("token-unknown", id = id)).into());
            }
        }
    }
    Ok(Outcome::Done)
}

/// The workspace that a name means now: a token is bound to it, and not to its name.
async fn meant(place: &Place<'_>, name: &str) -> anyhow::Result<SeenWorkspace> {
    let folder = if served_name::name_of(place)? == name { place.folder.clone() } else { names::known(name)? };
    let quipu = Place { common: place.common, folder }.quipu(&[])?;
    // One that was named alone is not there yet.
    quipu.make().await?;
    Ok(SeenWorkspace { name: name.to_owned(), identity: quipu.location().identity()? })
}

/// The folder that keeps tokens: the user's, else that of the workspace.
pub(super) fn folder(place: &Place<'_>) -> PathBuf {
    names::data().unwrap_or_else(|| place.folder.join(STORE)).join("server")
}
