//! The context of a command: its workspace, and the settings in effect there.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Once;

use anyhow::Context as _;
use quipu::location::{FILE, find};
use quipu::settings::{self, LoadedSettings};
use quipu::{Access, Opening, Quipu, Workers};
use quipu_research::Sections;

use crate::cli::Common;
use crate::messages::{former_key, say};
use crate::print;

/// The workspace and settings of a command.
pub(crate) struct Place<'a> {
    /// Flags of every command.
    pub(crate) common: &'a Common,
    /// The folder of the workspace.
    pub(crate) folder: PathBuf,
}

/// Settings that flags stand for: key, flag, value.
pub(crate) type Flags<'f> = &'f [(&'static str, &'static str, Option<String>)];

/// Guard of the single report on keys of former versions.
static WARNED: Once = Once::new();

impl<'a> Place<'a> {
    /// The place of the current folder.
    ///
    /// # Errors
    /// When there is no current folder, or the file that names of workspaces are in cannot be read.
    pub(crate) fn here(common: &'a Common) -> anyhow::Result<Self> {
        let start = std::env::current_dir().context(say!("no-folder"))?;
        let folder = find(common.workspace.as_deref(), &start)?;
        Ok(Self { common, folder })
    }

    /// The settings, with those that flags stand for.
    ///
    /// # Errors
    /// On a key or value that no setting accepts.
    pub(crate) fn settings(&self, flags: Flags<'_>) -> Result<LoadedSettings, quipu::Error> {
        let files: Vec<PathBuf> = settings::user_file().into_iter().chain([self.folder.join(FILE)]).collect();
        let variables =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let set = self.common.set.iter().map(|(key, value)| (key.clone(), value.clone(), "--set".to_owned()));
        let named =
            flags.iter().filter_map(|(key, flag, value)| Some(((*key).to_owned(), value.clone()?, (*flag).to_owned())));
        let preset = self.common.preset.as_deref().map(settings::preset).transpose()?;
        let of_preset = preset.into_iter().flat_map(|preset| {
            let flag = format!("--preset {}", preset.name);
            preset.values().into_iter().map(move |(key, value)| (key, value, flag.clone()))
        });
        let loaded = settings::load(&files, variables, &of_preset.chain(set).chain(named).collect::<Vec<_>>())?;
        // Reported once, even if a command reads its settings several times.
        WARNED.call_once(|| {
            for former in &loaded.former {
                // No other action is possible without a reader.
                let _ = print::note(former_key(former));
            }
        });
        Ok(loaded)
    }

    /// The workspace, with the settings that flags stand for. Commands say themselves that it is missing.
    ///
    /// # Errors
    /// On a key or value that no setting accepts.
    pub(crate) fn quipu(&self, flags: Flags<'_>) -> Result<Quipu, quipu::Error> {
        let settings = self.settings(flags)?;
        Ok(Quipu::at(
            self.folder.clone(),
            Access::Create,
            Opening { settings, workers: workers(), fields: vec![Arc::new(Sections)] },
        ))
    }
}

/// Risky formats are read by processes of this program.
pub(crate) fn workers() -> Workers {
    Workers::Program(std::env::current_exe().unwrap_or_else(|_| "quipu".into()))
}
