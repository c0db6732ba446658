//! Where the workspace is, and the settings that hold there.

use std::path::{Path, PathBuf};

use crate::cli::Common;
use crate::named;
use crate::settings::{self, Loaded, SettingsError};

/// The folder inside a workspace that holds its store.
pub(crate) const STORE: &str = ".quipu";
/// The file of settings beside it.
pub(crate) const FILE: &str = "quipu.toml";

/// The folder of the workspace: the one given or named, else the nearest above `start` that holds a store,
/// else `start`.
pub(crate) fn find(given: Option<&Path>, start: &Path) -> PathBuf {
    let above = || start.ancestors().find(|folder| folder.join(STORE).is_dir());
    match given {
        // A folder that is there is meant before a name.
        Some(given) => named::folder_of(given).filter(|_| !given.exists()).unwrap_or_else(|| given.to_owned()),
        None => above().unwrap_or(start).to_owned(),
    }
}

/// The folder of the workspace for a run.
///
/// # Errors
/// When there is no current folder.
pub(crate) fn folder(common: &Common) -> std::io::Result<PathBuf> {
    Ok(find(common.workspace.as_deref(), &std::env::current_dir()?))
}

/// The settings of a run; `flags` are the settings that flags of the command stand for, each with
/// its key and the flag's name.
///
/// # Errors
/// See [`settings::load`].
pub(crate) fn settings(
    folder: &Path,
    common: &Common,
    flags: &[(&str, &str, Option<String>)],
) -> Result<Loaded, SettingsError> {
    let files: Vec<PathBuf> = settings::user_file().into_iter().chain([folder.join(FILE)]).collect();
    let variables =
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let set = common.set.iter().map(|(key, value)| (key.clone(), value.clone(), "--set".to_owned()));
    let named =
        flags.iter().filter_map(|(key, flag, value)| Some(((*key).to_owned(), value.clone()?, (*flag).to_owned())));
    settings::load(&files, variables, &set.chain(named).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_store_above_is_the_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        assert_eq!(find(None, &inner), inner);
        std::fs::create_dir(folder.path().join(STORE)).unwrap();
        assert_eq!(find(None, &inner), folder.path());
        assert_eq!(find(Some(&inner), folder.path()), inner);
    }
}
