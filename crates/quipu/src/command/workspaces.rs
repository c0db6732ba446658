//! `quipu workspace`: workspaces that have a name.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde_json::json;

use super::Place;
use crate::cli::WorkspaceCommand;
use crate::exit::{Outcome, Usage};
use crate::named::{self, Names};
use crate::workspace::STORE;
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
            if !yes && !agreed(&format!("Delete {}?", store.display()))? {
                return Ok(Outcome::Stopped);
            }
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

async fn list(place: &Place<'_>, names: &Names) -> anyhow::Result<Outcome> {
    let mut rows = Vec::new();
    for (name, folder) in names {
        let held = match wire::open(folder, &place.settings(&[])?.settings) {
            Ok(workspace) => Ok(workspace.store.status().await?.documents),
            Err(error) => Err(error.to_string()),
        };
        rows.push((name, folder, held));
    }
    if place.common.json {
        let row = |(name, folder, held): &(&String, &PathBuf, Result<u64, String>)| json!({ "name": name, "folder": folder, "documents": held.as_ref().ok(), "error": held.as_ref().err() });
        print::json(&rows.iter().map(row).collect::<Vec<_>>())?;
        return Ok(Outcome::Done);
    }
    if rows.is_empty() {
        print::line("No workspace has a name; `quipu workspace create NAME` gives one.")?;
    }
    for (name, folder, held) in rows {
        let held = held.map_or_else(|error| error, |documents| print::units::count(documents, "document"));
        print::line(&format!("{name}  {}  {held}", folder.display()))?;
    }
    Ok(Outcome::Done)
}

fn create(place: &Place<'_>, names: &mut Names, name: &str, at: Option<&Path>) -> anyhow::Result<()> {
    free(names, name)?;
    let folder = match at {
        Some(folder) => std::path::absolute(folder)?,
        None => named::data()
            .context("neither XDG_DATA_HOME nor HOME is set; name a folder with --at")?
            .join("workspaces")
            .join(name),
    };
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    wire::create(&folder, &place.settings(&[])?.settings)?;
    print::line(&format!("{name} is {}; `quipu -w {name} index PATH` fills it", folder.display()))?;
    names.insert(name.to_owned(), folder);
    Ok(())
}

fn known<'n>(names: &'n Names, name: &str) -> Result<&'n PathBuf, Usage> {
    names
        .get(name)
        .ok_or_else(|| Usage(format!("no workspace has the name {name:?}; `quipu workspace list` shows them")))
}

fn free(names: &Names, name: &str) -> Result<(), Usage> {
    if !named::is_name(name) {
        return Err(Usage(format!("{name:?} is no name; use letters, digits, `-`, `_` and `.`")));
    }
    match names.get(name) {
        Some(folder) => Err(Usage(format!("{name:?} is {} already; rename that one first", folder.display()))),
        None => Ok(()),
    }
}

/// Asks on a terminal; elsewhere `--yes` must say it.
fn agreed(question: &str) -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        return Err(Usage(format!("{question} Say --yes: there is no terminal to ask on")).into());
    }
    print::note(&format!("{question} [y/N]"))?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "д" | "да"))
}
