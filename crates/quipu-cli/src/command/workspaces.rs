//! `quipu workspace`: workspaces that have a name.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use quipu::location::STORE;
use quipu::names::{self, Names};
use quipu::settings::LoadedSettings;
use quipu::{Access, Opening, Quipu};
use serde_json::json;

use crate::cli::WorkspaceCommand;
use crate::exit::{Outcome, Usage};
use crate::messages::{Message, failure, say};
use crate::place::{Place, workers};
use crate::print;

/// Lists or changes them.
///
/// # Errors
/// When a name is unknown, taken or no name, or a file cannot be written.
pub(crate) async fn run(place: &Place<'_>, what: &WorkspaceCommand) -> anyhow::Result<Outcome> {
    match what {
        WorkspaceCommand::List => return list(place, &names::load()?).await,
        WorkspaceCommand::Create { name, at } => create(place, name, at.as_deref()).await?,
        WorkspaceCommand::Rename { name, new } => names::rename(name, new)?,
        WorkspaceCommand::Delete { name, yes } => {
            let folder = names::known(name)?;
            if !yes && !agreed(&say!("workspace-delete", store = &folder.join(STORE)))? {
                return Ok(Outcome::Stopped);
            }
            // Its own settings hold the timeout; where they are broken, those of every workspace do.
            at(place, &folder).unwrap_or_else(|_| bare(&folder)).destroy().await?;
            names::remove(name)?;
        }
    }
    Ok(Outcome::Done)
}

/// The workspace in a folder, with the settings that hold there.
fn at(place: &Place<'_>, folder: &Path) -> Result<Quipu, quipu::Error> {
    Place { common: place.common, folder: folder.to_owned() }.quipu(&[])
}

/// A workspace with default settings.
fn bare(folder: &Path) -> Quipu {
    let opening = Opening { settings: LoadedSettings::default(), workers: workers(), ..Opening::default() };
    Quipu::at(folder, Access::Create, opening)
}

async fn list(place: &Place<'_>, names: &Names) -> anyhow::Result<Outcome> {
    let mut rows = Vec::new();
    for (name, folder) in names {
        rows.push((name, folder, bare(folder).count().await));
    }
    if place.common.json {
        let row = |(name, folder, held): &(&String, &PathBuf, Result<u64, quipu::Error>)| json!({ "name": name, "folder": folder, "documents": held.as_ref().ok(), "error": held.as_ref().err().map(ToString::to_string) });
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

async fn create(place: &Place<'_>, name: &str, given: Option<&Path>) -> anyhow::Result<()> {
    names::free(name)?;
    let folder = match given {
        Some(folder) => std::path::absolute(folder)?,
        None => names::fresh_folder(name)?,
    };
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    at(place, &folder)?.make().await?;
    names::create(name, &folder)?;
    print::line(say!("workspace-created", name = name, folder = &folder))?;
    Ok(())
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
