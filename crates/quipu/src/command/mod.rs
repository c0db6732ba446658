//! What each command does: settings and ports in, an engine function called, its outcome printed.

mod docs;
mod settings;

use std::path::PathBuf;

use anyhow::Context;

use crate::cli::{Cli, Command, Common};
use crate::exit::Outcome;
use crate::settings::Loaded;
use crate::workspace;

/// Where a command runs and how.
pub(crate) struct Place<'a> {
    /// Flags of every command.
    pub(crate) common: &'a Common,
    /// The folder of the workspace.
    pub(crate) folder: PathBuf,
}

impl Place<'_> {
    /// The settings, with those that flags stand for: key, flag, value.
    ///
    /// # Errors
    /// On a key or value that no setting accepts.
    pub(crate) fn settings(&self, flags: &[(&str, &str, Option<String>)]) -> anyhow::Result<Loaded> {
        Ok(workspace::settings(&self.folder, self.common, flags)?)
    }
}

/// Does what was typed.
///
/// # Errors
/// With the reason, when it cannot be done.
pub(crate) fn run(cli: &Cli) -> anyhow::Result<Outcome> {
    let folder = workspace::folder(&cli.common).context("there is no current folder; name one with --workspace")?;
    let place = Place { common: &cli.common, folder };
    match &cli.command {
        Command::Settings => settings::run(&place),
        Command::Docs(args) => docs::run(args),
        _ => anyhow::bail!("this command is not wired yet"),
    }
}
