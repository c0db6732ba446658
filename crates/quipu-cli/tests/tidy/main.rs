//! The rules of the house that a test can hold, each with its exceptions and their reasons.
//!
//! Cargo guards the walls between crates, clippy those of the kernel and the engine
//! (`crates/*/clippy.toml`); this test reads the sources, the manifests and the documents.

mod docs;
mod figures;
mod language;
mod messages;
mod sources;
mod structure;
mod walls;
mod wiring;
mod words;

use std::path::{Path, PathBuf};

/// The repository's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate lies in a repository")
}

/// A file of the repository and its path from the root, with `/` on every system.
struct Source {
    path: String,
    text: String,
}

/// Every file below `folder` whose name ends in `ending`, sorted by path.
fn files(folder: &str, ending: &str) -> Vec<Source> {
    let root = root();
    let mut folders = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let path = entry.expect("a folder of the repository can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && name != "target" {
                folders.push(path);
            } else if name.ends_with(ending) && path.is_file() {
                let text = std::fs::read_to_string(&path).expect("a source is UTF-8");
                let path = path.strip_prefix(&root).expect("the file lies below the root");
                found.push(Source { path: path.to_string_lossy().replace('\\', "/"), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// A manifest, a lock or a wall: a file of TOML, by its path from the repository's root.
fn read_toml(path: &str) -> toml::Table {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Fails with every complaint on a line of its own.
fn expect_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}
