//! The roots of a workspace: which folders were indexed under which names, kept beside the store.

use std::fs::File;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;

use crate::messages::say;
use crate::wire::Root;
use crate::workspace::STORE;

/// The file that keeps them.
const FILE: &str = "roots.json";

/// The roots of the workspace in `folder`; none before its first run.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn load(folder: &Path) -> anyhow::Result<Vec<Root>> {
    let path = folder.join(STORE).join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).context(path.display().to_string()),
    };
    serde_json::from_str(&text).with_context(|| say!("roots-damaged", path = &path))
}

/// Keeps the roots, all or nothing, also when the power goes: the new file is durable before it
/// takes the place of the old one.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn save(folder: &Path, roots: &[Root]) -> anyhow::Result<()> {
    let path = folder.join(STORE).join(FILE);
    let fresh = path.with_extension("json.new");
    write_durably(&fresh, &serde_json::to_vec_pretty(roots)?).context(fresh.display().to_string())?;
    std::fs::rename(&fresh, &path).context(path.display().to_string())
}

fn write_durably(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The source path of a file or folder: the name of the deepest root above it and the path below,
/// parted by `/`. It need not be there any more.
pub(crate) fn source_of(path: &Path, roots: &[Root]) -> Option<String> {
    let path = path.canonicalize().or_else(|_| absolute(path)).ok()?;
    let above = roots.iter().filter(|root| path.starts_with(&root.path));
    let root = above.max_by_key(|root| root.path.components().count())?;
    let below = path.strip_prefix(&root.path).ok()?;
    let parts = below.components().map(|part| part.as_os_str().to_string_lossy());
    Some(std::iter::once(root.name.as_str().into()).chain(parts).collect::<Vec<_>>().join("/"))
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
}
