//! Workspaces by name: a small file in the user's data says which folder a name means.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::messages::say;

/// Names and folders, sorted by name.
pub(crate) type Names = BTreeMap<String, PathBuf>;

/// The folder of the user's data: `$XDG_DATA_HOME/quipu`, else below `~/.local/share`.
pub(crate) fn data() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".local/share"));
    given.or_else(home).map(|folder| folder.join("quipu"))
}

/// Reads the names; none before the first.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn load() -> anyhow::Result<Names> {
    let Some(path) = file() else { return Ok(Names::new()) };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Names::new()),
        Err(error) => return Err(error).context(path.display().to_string()),
    };
    serde_json::from_str(&text).with_context(|| say!("names-damaged", path = &path))
}

/// Keeps the names, all or nothing.
///
/// # Errors
/// When there is no folder for them, or it cannot be written.
pub(crate) fn save(names: &Names) -> anyhow::Result<()> {
    let path = file().context(say!("no-data-home"))?;
    let folder = path.parent().context(say!("no-parent", path = &path))?;
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut fresh, names)?;
    fresh.flush()?;
    fresh.as_file().sync_all()?;
    fresh.persist(&path).with_context(|| path.display().to_string())?;
    Ok(())
}

/// The folder that a name means, where it is one.
pub(crate) fn folder_of(name: &Path) -> Option<PathBuf> {
    let name = name.to_str().filter(|name| is_name(name))?;
    load().ok()?.remove(name)
}

/// Whether a text can be a name: one that no path is mistaken for.
pub(crate) fn is_name(text: &str) -> bool {
    let letters = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    !text.is_empty() && text.len() <= 100 && letters && !text.starts_with('.')
}

fn file() -> Option<PathBuf> {
    data().map(|folder| folder.join("workspaces.json"))
}
