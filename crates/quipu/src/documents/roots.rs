//! The roots of a workspace: the indexed folders with their names, kept beside the store.

use std::path::{Component, Path, PathBuf};

use quipu_adapters::read::Root;

use crate::location::STORE;
use crate::{Error, durable};

/// The file that keeps them.
const FILE: &str = "roots.json";

/// The roots of the workspace in `folder`; none before its first run.
///
/// # Errors
/// When the file cannot be read.
pub fn load(folder: &Path) -> Result<Vec<Root>, Error> {
    let path = folder.join(STORE).join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::at(&path)(error)),
    };
    serde_json::from_str(&text).map_err(|error| Error::RootsDamaged { path, reason: error.to_string() })
}

/// Keeps the roots, all or nothing.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn save(folder: &Path, roots: &[Root]) -> Result<(), Error> {
    let path = folder.join(STORE).join(FILE);
    let text = serde_json::to_vec_pretty(roots).map_err(|error| Error::at(&path)(error.into()))?;
    durable::write(&path, &text).map_err(Error::at(&path))
}

/// The source path of a file or folder: the name of the deepest root above it and the path below,
/// parted by `/`. It need not be there any more.
pub fn source_of(path: &Path, roots: &[Root]) -> Option<String> {
    let path = path.canonicalize().or_else(|_| absolute(path)).ok()?;
    let above = roots.iter().filter(|root| path.starts_with(&root.path));
    let root = above.max_by_key(|root| root.path.components().count())?;
    let below = path.strip_prefix(&root.path).ok()?;
    let parts = below.components().map(|part| part.as_os_str().to_string_lossy());
    Some(std::iter::once(root.name.as_str().into()).chain(parts).collect::<Vec<_>>().join("/"))
}

/// The file of a source path, where it still exists: below the root that it begins with. A part within a file
/// (`mail.mbox#7`) leads to that file.
pub fn file_of(source: &str, roots: &[Root]) -> Option<PathBuf> {
    let whole = [Some(source), source.rsplit_once('#').map(|(file, _)| file)];
    whole.into_iter().flatten().find_map(|source| {
        let (name, below) = source.split_once('/').unwrap_or((source, ""));
        let root = roots.iter().find(|root| root.name == name)?;
        let leads_out = Path::new(below).components().any(|part| !matches!(part, Component::Normal(_)));
        Some(root.path.join(below)).filter(|file| !leads_out && file.is_file())
    })
}

/// Those of `targets` that are paths below a root, each with its source path.
pub(super) fn sources(targets: &[String], roots: &[Root]) -> Vec<(String, String)> {
    let source = |target: &String| Some((target.clone(), source_of(Path::new(target), roots)?));
    targets.iter().filter_map(source).filter(|(target, source)| target != source).collect()
}

/// The absolute path of a file that may be gone: its folder is resolved where that is still there.
fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    let folder = plain.parent().and_then(|folder| folder.canonicalize().ok());
    Ok(match (folder, plain.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => plain,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_come_back_and_name_what_lies_below_them() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        std::fs::create_dir(here.join(STORE)).unwrap();
        assert!(load(&here).unwrap().is_empty());
        let roots =
            [Root { name: "all".to_owned(), path: here.clone() }, Root { name: "in".to_owned(), path: here.join("a") }];
        save(&here, &roots).unwrap();
        let roots = load(&here).unwrap();
        assert_eq!(source_of(&here, &roots).as_deref(), Some("all"));
        assert_eq!(source_of(&here.join("a/gone.md"), &roots).as_deref(), Some("in/gone.md"));
        assert_eq!(source_of(&here.join("b/../c.md"), &roots).as_deref(), Some("all/c.md"));
        assert_eq!(source_of(Path::new("/"), &roots), None);
    }

    #[test]
    fn a_source_is_found_below_its_root() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("notes");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(root.join("a.mbox"), "x").unwrap();
        std::fs::write(folder.path().join("c.md"), "x").unwrap();
        let roots = [Root { name: "notes".to_owned(), path: root.clone() }];
        assert_eq!(file_of("notes/a.mbox#7", &roots), Some(root.join("a.mbox")));
        for none in ["notes/b.md", "other/a.mbox", "notes/../c.md", "notes"] {
            assert_eq!(file_of(none, &roots), None, "{none}");
        }
    }
}
