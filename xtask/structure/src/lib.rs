//! The structure of a crate, read from its sources: imports between files, cycles, layers, and names of types.

mod circles;
mod counts;
mod imports;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub use counts::{Counts, counts};
pub use imports::is_of_tests;
pub use names::{Repeated, file_stems, type_names};

/// A module path within a crate, the crate's root being empty.
pub type Module = Vec<String>;

/// A crate as its sources have it; tests are left out.
#[derive(Default)]
pub struct CrateSources {
    /// Its name.
    pub name: String,
    /// Its files by their modules.
    pub files: BTreeMap<Module, SourceFile>,
}

/// A file of a crate.
pub struct SourceFile {
    /// Its path.
    pub path: PathBuf,
    /// True if it is the face of a folder: `mod.rs`, `lib.rs`, `main.rs`, or a file beside a folder of its name.
    pub is_face: bool,
    /// Its text.
    pub text: String,
    /// Its syntax.
    pub syntax: syn::File,
}

/// A file that imports another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// The importing module.
    pub from: Module,
    /// The imported module: the file that defines it, re-exports followed.
    pub to: Module,
}

impl CrateSources {
    /// Reads the crate of a folder.
    ///
    /// # Errors
    /// When a file cannot be read or parsed.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (root, mut files) = (folder.join("src"), BTreeMap::<Module, SourceFile>::new());
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.extend((stem != "tests").then_some(path));
                } else if path.extension().is_some_and(|ending| ending == "rs") && stem != "tests" {
                    let (module, file) = source(&root, path)?;
                    files.insert(module, file);
                }
            }
        }
        let parents: BTreeSet<Module> =
            files.keys().filter_map(|module| Some(module.split_last()?.1.to_vec())).collect();
        for (module, file) in &mut files {
            file.is_face |= parents.contains(module);
        }
        Ok(Self { name, files })
    }

    /// Every import between its files, each once.
    pub fn imports(&self) -> BTreeSet<Import> {
        imports::imports(self)
    }

    /// Circles of files that import each other. The face of a folder is left out: it names the files below it, which
    /// may name its definitions.
    pub fn file_circles(&self) -> Vec<Vec<Module>> {
        let is_face = |module: &Module| self.files.get(module).is_none_or(|file| file.is_face);
        let imports = self.imports().into_iter().filter(|import| !is_face(&import.from) && !is_face(&import.to));
        circles::circles(imports.map(|import| (import.from, import.to)))
    }

    /// Circles of folders, and of files that lie beside them, that import each other: at each depth those that share a parent.
    pub fn folder_circles(&self) -> Vec<Vec<Module>> {
        let mut out = Vec::new();
        let imports = self.imports();
        let parents: BTreeSet<Module> =
            self.files.keys().flat_map(|module| (0..module.len()).map(|depth| module[..depth].to_vec())).collect();
        for parent in parents {
            let depth = parent.len();
            let child = |module: &Module| {
                (module.len() > depth && module.starts_with(&parent)).then(|| module[..=depth].to_vec())
            };
            let between = imports.iter().filter_map(|import| Some((child(&import.from)?, child(&import.to)?)));
            let folders = |circle: &Vec<Module>| {
                let is_folder = |module: &&Module| {
                    self.files.keys().any(|other| other.len() > module.len() && other.starts_with(module))
                };
                circle.iter().filter(is_folder).count() > 1
            };
            out.extend(circles::circles(between.filter(|(from, to)| from != to)).into_iter().filter(folders));
        }
        out
    }

    /// Imports that go up floors; each floor names top modules, the lowest floor first.
    pub fn imports_up(&self, floors: &[&[&str]]) -> Vec<Import> {
        let floor = |module: &Module| {
            let top = module.first()?;
            floors.iter().position(|floor| floor.contains(&top.as_str()))
        };
        let up =
            |import: &Import| matches!((floor(&import.from), floor(&import.to)), (Some(from), Some(to)) if to > from);
        self.imports().into_iter().filter(up).collect()
    }
}

fn source(root: &Path, path: PathBuf) -> Result<(Module, SourceFile), String> {
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let syntax = syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let below = path.strip_prefix(root).unwrap_or(&path).with_extension("");
    let mut module: Module = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let is_face = module.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
    if is_face {
        module.pop();
    }
    Ok((module, SourceFile { path, is_face, text, syntax }))
}
