//! Workspaces by name: a small file in the user's data maps names to folders. It is changed under a lock, for
//! several processes may name workspaces concurrently.

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
    file().map_or(Ok(Names::new()), |path| read(&path))
}

/// The folder of a name that was given.
///
/// # Errors
/// When it was not, or the file of names cannot be read.
pub fn known(name: &str) -> Result<PathBuf, Error> {
    known_in(&load()?, name)
}

/// Checks that a name can be given.
///
/// # Errors
/// When it is invalid, or another folder has it, or the file of names cannot be read.
pub fn free(name: &str) -> Result<(), Error> {
    free_in(&load()?, name)
}

/// A new folder for a workspace of a name, below the user's data: an unused path, since a folder may be that of a
/// workspace that had the name before.
///
/// # Errors
/// When there is no place for it.
pub fn fresh_folder(name: &str) -> Result<PathBuf, Error> {
    let below = data().ok_or(Error::NoDataHome)?.join("workspaces");
    let numbered = (2..).map(|number| below.join(format!("{name}-{number}")));
    let mut folders = std::iter::once(below.join(name)).chain(numbered);
    // The sequence is infinite, and the number of folders is not.
    Ok(folders.find(|folder| !folder.exists()).unwrap_or_default())
}

/// Assigns a name to a folder.
///
/// # Errors
/// As [`free`], and when there is no place for the names, or it cannot be written.
pub fn create(name: &str, folder: &Path) -> Result<(), Error> {
    change(&kept()?, |names| {
        free_in(names, name)?;
        names.insert(name.to_owned(), folder.to_owned());
        Ok(())
    })
}

/// Renames a folder.
///
/// # Errors
/// When the first was not given, or the other cannot be, or the names cannot be written.
pub fn rename(name: &str, to: &str) -> Result<(), Error> {
    change(&kept()?, |names| {
        let folder = known_in(names, name)?;
        free_in(names, to)?;
        names.remove(name);
        names.insert(to.to_owned(), folder);
        Ok(())
    })
}

/// Takes a name away; its folder stays as it is.
///
/// # Errors
/// When it was not given, or the names cannot be written.
pub fn remove(name: &str) -> Result<(), Error> {
    change(&kept()?, |names| {
        known_in(names, name)?;
        names.remove(name);
        Ok(())
    })
}

fn known_in(names: &Names, name: &str) -> Result<PathBuf, Error> {
    names.get(name).cloned().ok_or_else(|| Error::WorkspaceUnknown { name: name.to_owned() })
}

fn free_in(names: &Names, name: &str) -> Result<(), Error> {
    let own = || name.to_owned();
    if !is_name(name) {
        return Err(Error::WorkspaceName { name: own() });
    }
    match names.get(name) {
        Some(folder) => Err(Error::WorkspaceTaken { name: own(), folder: folder.clone() }),
        None => Ok(()),
    }
}

/// Changes the names, all or nothing: concurrent changes, in any process, wait until it is done.
fn change(path: &Path, change: impl FnOnce(&mut Names) -> Result<(), Error>) -> Result<(), Error> {
    let locked = durable::locked(path).map_err(Error::at(path))?;
    let mut names = read(path)?;
    change(&mut names)?;
    let text = serde_json::to_vec_pretty(&names).map_err(|error| Error::at(path)(error.into()))?;
    durable::write(path, &text).map_err(Error::at(path))?;
    drop(locked);
    Ok(())
}

fn read(path: &Path) -> Result<Names, Error> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Names::new()),
        Err(error) => return Err(Error::at(path)(error)),
    };
    let damaged = |reason: String| Error::NamesDamaged { path: path.to_owned(), reason };
    serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))
}

/// The folder that a name means, where it is one.
///
/// # Errors
/// When the file of names cannot be read: a name that is not found then is not taken for a path.
pub fn folder_of(name: &Path) -> Result<Option<PathBuf>, Error> {
    let Some(name) = name.to_str().filter(|name| is_name(name)) else { return Ok(None) };
    Ok(load()?.remove(name))
}

/// True if a text can be a name: one that no path is mistaken for.
pub fn is_name(text: &str) -> bool {
    let letters = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    !text.is_empty() && text.len() <= 100 && letters && !text.starts_with('.')
}

fn file() -> Option<PathBuf> {
    data().map(|folder| folder.join("workspaces.json"))
}

fn kept() -> Result<PathBuf, Error> {
    file().ok_or(Error::NoDataHome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_given_at_once_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/workspaces.json");
        std::thread::scope(|scope| {
            for number in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    for turn in 0..5 {
                        let named = change(path, |names| {
                            names.insert(format!("{number}-{turn}"), PathBuf::new());
                            Ok(())
                        });
                        named.unwrap();
                    }
                });
            }
        });
        assert_eq!(read(&path).unwrap().len(), 40);
        let refused = change(&path, |names| free_in(names, "0-0"));
        assert!(matches!(refused, Err(Error::WorkspaceTaken { .. })));
        assert!(matches!(change(&path, |names| known_in(names, "9-9").map(drop)), Err(Error::WorkspaceUnknown { .. })));
        assert_eq!(read(&path).unwrap().len(), 40);
    }
}
