//! Workspaces by name: a small file in the user's data says which folder a name means.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::{Error, durable};

/// Names and folders, sorted by name.
pub type Names = BTreeMap<String, PathBuf>;

/// The folder of the user's data: `$XDG_DATA_HOME/quipu`, else below `~/.local/share`.
pub fn data() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".local/share"));
    given.or_else(home).map(|folder| folder.join("quipu"))
}

/// Reads the names; none before the first.
///
/// # Errors
/// When the file cannot be read.
pub fn load() -> Result<Names, Error> {
    let Some(path) = file() else { return Ok(Names::new()) };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Names::new()),
        Err(error) => return Err(Error::at(&path)(error)),
    };
    serde_json::from_str(&text).map_err(|error| Error::NamesDamaged { path, reason: error.to_string() })
}

/// Keeps the names, all or nothing.
///
/// # Errors
/// When there is no folder for them, or it cannot be written.
pub fn save(names: &Names) -> Result<(), Error> {
    let path = file().ok_or(Error::NoDataHome)?;
    let folder = path.parent().ok_or_else(|| Error::NoParent { path: path.clone() })?;
    std::fs::create_dir_all(folder).map_err(Error::at(folder))?;
    let text = serde_json::to_vec_pretty(names).map_err(|error| Error::at(&path)(error.into()))?;
    durable::write(&path, &text).map_err(Error::at(&path))
}

/// The folder that a name means, where it is one.
///
/// # Errors
/// When the file of names cannot be read: a name that is not found then is not taken for a path.
pub fn folder_of(name: &Path) -> Result<Option<PathBuf>, Error> {
    let Some(name) = name.to_str().filter(|name| is_name(name)) else { return Ok(None) };
    Ok(load()?.remove(name))
}

/// Whether a text can be a name: one that no path is mistaken for.
pub fn is_name(text: &str) -> bool {
    let letters = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    !text.is_empty() && text.len() <= 100 && letters && !text.starts_with('.')
}

fn file() -> Option<PathBuf> {
    data().map(|folder| folder.join("workspaces.json"))
}
