//! `quipu workspace`: workspaces that have a name.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use quipu_engine::ports::{Store, StoreError};
use serde_json::json;

use super::Place;
use crate::cli::WorkspaceCommand;
use crate::exit::{Outcome, Usage};
use crate::messages::{Message, failure, say};
use crate::named::{self, Names};
use crate::workspace::{self, STORE};
use crate::{print, wire};

/// Lists or changes them.
///
/// # Errors
/// When a name is unknown, taken or no name, or a file cannot be written.
pub(crate) async fn run(place: &Place<'_>, what: &WorkspaceCommand) -> anyhow::Result<Outcome> {
    let mut names = named::load()?;
    match what {
        WorkspaceCommand::List => return list(place, &names).await,
        WorkspaceCommand::Create { name, at } => create(place, &mut names, name, at.as_deref())?,
        WorkspaceCommand::Rename { name, new } => {
            let folder = known(&names, name)?.clone();
            free(&names, new)?;
            names.remove(name);
            names.insert(new.clone(), folder);
        }
        WorkspaceCommand::Delete { name, yes } => {
            let store = known(&names, name)?.join(STORE);
            if !yes && !agreed(&say!("workspace-delete", store = &store))? {
                return Ok(Outcome::Stopped);
            }
            // Nobody else writes to it while it goes.
            let _writer = only_writer(place, known(&names, name)?)?;
            match std::fs::remove_dir_all(&store) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                gone => gone.with_context(|| store.display().to_string())?,
            }
            names.remove(name);
        }
    }
    named::save(&names)?;
    Ok(Outcome::Done)
}

/// The right to write to a workspace that shall go; none is needed for one that is not there, or that
/// nobody can write to since it is damaged or of another version.
fn only_writer(place: &Place<'_>, folder: &Path) -> anyhow::Result<Option<Arc<dyn Store>>> {
    if !folder.join(STORE).is_dir() {
        return Ok(None);
    }
    // Its own settings say how long to wait; where they are broken, those of every workspace.
    let settings = workspace::settings(folder, place.common, &[]).map(|loaded| loaded.settings).unwrap_or_default();
    match wire::store_alone(folder, Some(Duration::from_secs(settings.wait as u64))) {
        Ok(store) => Ok(Some(store)),
        Err(error) => match error.downcast_ref() {
            Some(StoreError::Damaged { .. } | StoreError::Format { .. }) => Ok(None),
            _ => Err(error),
        },
    }
}

/// How many documents a workspace holds.
async fn held(folder: &Path) -> anyhow::Result<u64> {
    Ok(wire::store_alone(folder, None)?.status().await?.documents)
}

async fn list(place: &Place<'_>, names: &Names) -> anyhow::Result<Outcome> {
    let mut rows = Vec::new();
    for (name, folder) in names {
        rows.push((name, folder, held(folder).await));
    }
    if place.common.json {
        let row = |(name, folder, held): &(&String, &PathBuf, anyhow::Result<u64>)| json!({ "name": name, "folder": folder, "documents": held.as_ref().ok(), "error": held.as_ref().err().map(ToString::to_string) });
        print::json(&rows.iter().map(row).collect::<Vec<_>>())?;
        return Ok(Outcome::Done);
    }
    if rows.is_empty() {
        print::line(say!("workspace-none"))?;
    }
    let mut told = Vec::new();
    for (name, folder, held) in rows {
        let held = held
            .map_or_else(|error| failure(&error).message, |count| say!("count-documents", count = count).to_string());
        told.push([name.clone(), folder.display().to_string(), held]);
    }
    print::listed(&told)?;
    Ok(Outcome::Done)
}

fn create(place: &Place<'_>, names: &mut Names, name: &str, at: Option<&Path>) -> anyhow::Result<()> {
    free(names, name)?;
    let folder = match at {
        Some(folder) => std::path::absolute(folder)?,
        None => named::data().context(say!("workspace-no-home"))?.join("workspaces").join(name),
    };
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    wire::create(&folder, &workspace::settings(&folder, place.common, &[])?.settings)?;
    print::line(say!("workspace-created", name = name, folder = &folder))?;
    names.insert(name.to_owned(), folder);
    Ok(())
}

fn known<'n>(names: &'n Names, name: &str) -> Result<&'n PathBuf, Usage> {
    names.get(name).ok_or_else(|| Usage(say!("workspace-unknown", name = name)))
}

fn free(names: &Names, name: &str) -> Result<(), Usage> {
    if !named::is_name(name) {
        return Err(Usage(say!("workspace-name", name = name)));
    }
    match names.get(name) {
        Some(folder) => Err(Usage(say!("workspace-taken", name = name, folder = folder))),
        None => Ok(()),
    }
}

/// Asks on a terminal; elsewhere `--yes` must say it.
fn agreed(question: &Message) -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        return Err(Usage(say!("say-yes", question = question.clone())).into());
    }
    print::note(say!("yes-or-no", question = question.clone()))?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "д" | "да"))
}
