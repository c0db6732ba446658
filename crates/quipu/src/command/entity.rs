//! `quipu entity`: what a person says of names.

use quipu_engine::names::{self, Deed};
use quipu_engine::{EngineError, Workspace};
use quipu_kernel::model::Kind;

use super::Place;
use crate::cli::{EntityArgs, EntityWhat};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::{print, wire};

/// Decides, takes back or lists, and prints the outcome.
///
/// # Errors
/// When a name means nothing or several things, or the workspace cannot be opened or changed.
pub(crate) async fn run(place: &Place<'_>, args: &EntityArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let json = place.common.json;
    if matches!(args.what, EntityWhat::Log) {
        let workspace = wire::open(&place.folder, &loaded.settings)?;
        let standing = names::log(&*workspace.store).await?;
        if json {
            print::json(&standing)?
        } else {
            print::decisions(&standing)?
        }
        return Ok(Outcome::Done);
    }
    let workspace = wire::open_to_write(&place.folder, &loaded.settings)?;
    if let EntityWhat::Undo { number } = &args.what {
        let gone = names::undo(&workspace, *number).await?;
        if json {
            print::json(&gone)?
        } else {
            print::undone(&gone)?
        }
        return Ok(Outcome::Done);
    }
    if let Some(deed) = decided(&workspace, &args.what).await? {
        if json { print::json(&deed)? } else { print::deed(&deed)? }
    }
    Ok(Outcome::Done)
}

/// Decides; none where there is nothing to decide.
async fn decided(workspace: &Workspace, what: &EntityWhat) -> anyhow::Result<Option<Deed>> {
    Ok(Some(match what {
        EntityWhat::Merge { a, b, reason } => names::merge(workspace, a, b, reason).await?,
        EntityWhat::Rename { name, to, reason } => names::rename(workspace, name, to, reason).await?,
        EntityWhat::Split { name, documents, kind, called, reason } => {
            let kind = kind.as_deref().map(kind_of).transpose()?;
            if called.is_some() && documents.is_empty() && kind.is_none() {
                return Err(Usage(say!("entity-as")).into());
            }
            let deed = names::split(workspace, name, documents, kind, reason).await?;
            if let Some(called) = called { call(workspace, &deed, called, reason).await? } else { deed }
        }
        EntityWhat::Undo { .. } | EntityWhat::Log => return Ok(None),
    }))
}

/// Names what was split off.
async fn call(workspace: &Workspace, deed: &Deed, called: &str, reason: &str) -> Result<Deed, EngineError> {
    match names::call(workspace, &deed.decision, called, reason).await {
        Ok(deed) => Ok(deed),
        Err(error) => {
            names::undo(workspace, Some(deed.decision.number)).await?;
            Err(error)
        }
    }
}

fn kind_of(text: &str) -> Result<Kind, Usage> {
    let found = Kind::ALL.into_iter().find(|kind| kind.label().eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let known: Vec<&str> = Kind::ALL.into_iter().map(Kind::label).collect();
        Usage(say!("entity-kind", found = text, known = known.join(", ")))
    })
}
