//! Finding files: folders with all below them, globs, single files, and `-` for standard input.
//!
//! `.gitignore` and `.quipuignore` are respected, hidden files are left out unless requested,
//! `.quipu/` always. Symbolic links below a folder are not followed unless requested, and then a
//! loop is a line in the report. The order is that of the ids, on every file system.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ignore::{DirEntry, WalkBuilder};

use super::glob::{GlobPattern, pattern};
use super::roots::{FindError, KnownRoots, Root};

/// The argument and path that mean standard input.
const STDIN: &str = "-";
/// The folder of a workspace's store.
const STORE: &str = ".quipu";
/// Files like `.gitignore` that only Quipu reads.
const IGNORE_FILE: &str = ".quipuignore";

/// Options of a search for files.
#[derive(Debug, Clone, Default)]
pub struct FindOptions {
    /// Take hidden files too.
    pub hidden: bool,
    /// Follow symbolic links below a folder.
    pub follow: bool,
    /// Take what `.gitignore` and `.quipuignore` exclude too.
    pub ignored: bool,
    /// The name of a new root; by default the folder's name.
    pub root_name: Option<String>,
}

/// A file, not opened yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// The path; `-` for standard input.
    pub path: PathBuf,
    /// Its root's name and its path below the root, parted by `/`: the id of its document unless
    /// that gives itself another.
    pub source: String,
    /// The name of its root; empty for standard input.
    pub root: String,
    /// Its size in bytes; 0 for standard input.
    pub size: u64,
    /// When it was last changed, as far as the file system says.
    pub modified: Option<SystemTime>,
}

impl FoundFile {
    /// True if it is standard input.
    pub fn is_stdin(&self) -> bool {
        self.path.as_os_str() == STDIN
    }
}

/// An argument or file without result, and the reason: a line of the report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkippedFile {
    /// The path, as shown to the user.
    pub path: String,
    /// The reason.
    pub why: String,
}

/// The result of a search for files.
#[derive(Debug, Clone, Default)]
pub struct Finding {
    /// Files, sorted by source, each once.
    pub found: Vec<FoundFile>,
    /// Arguments and files without result, sorted.
    pub skipped: Vec<SkippedFile>,
    /// Source paths that could not be searched: folders that cannot be read, unreachable roots, and roots that
    /// hold nothing, as an empty mount point does. Documents read from there before may still exist.
    pub unreached: Vec<String>,
    /// The roots that were known and those that are new: what to keep for the next run.
    pub roots: Vec<Root>,
}

/// Finds the files that the arguments name.
///
/// # Errors
/// When a new root would take the name of another, or cannot have the name it was given.
pub fn find(arguments: &[PathBuf], known: &[Root], options: &FindOptions) -> Result<Finding, FindError> {
    let mut finder = Finder {
        roots: KnownRoots::new(known, options.root_name.as_deref())?,
        options,
        found: BTreeMap::new(),
        skipped: Vec::new(),
        unreached: Vec::new(),
    };
    for argument in arguments {
        finder.argument(argument)?;
    }
    finder.skipped.sort();
    finder.skipped.dedup();
    Ok(Finding {
        found: finder.found.into_values().collect(),
        skipped: finder.skipped,
        unreached: finder.unreached,
        roots: finder.roots.into_inner(),
    })
}

struct Finder<'a> {
    roots: KnownRoots,
    options: &'a FindOptions,
    found: BTreeMap<String, FoundFile>,
    skipped: Vec<SkippedFile>,
    unreached: Vec<String>,
}

impl Finder<'_> {
    fn argument(&mut self, argument: &Path) -> Result<(), FindError> {
        if argument.as_os_str() == STDIN {
            self.stdin();
            return Ok(());
        }
        match argument.canonicalize() {
            Ok(path) if in_store(&path) => {
                self.skip(argument, "lies in a workspace's store; name the documents themselves")
            }
            Ok(path) if path.is_dir() => {
                self.roots.admit(&path)?;
                if self.walk(&path, None) == 0 {
                    self.skip(argument, "holds no file to read; hidden and ignored ones are left out");
                    self.unreach(&path);
                }
            }
            Ok(path) => self.single(argument, &path)?,
            Err(error) => {
                self.away(argument);
                return self.glob(argument, &error);
            }
        }
        Ok(())
    }

    fn stdin(&mut self) {
        let found =
            FoundFile { path: STDIN.into(), source: STDIN.to_owned(), root: String::new(), size: 0, modified: None };
        self.found.insert(found.source.clone(), found);
    }

    /// Takes a file that the user names, regardless of ignore files.
    fn single(&mut self, argument: &Path, path: &Path) -> Result<(), FindError> {
        if !path.is_file() {
            self.skip(argument, "is neither a file nor a folder; name one");
            return Ok(());
        }
        self.roots.admit(path.parent().unwrap_or(path))?;
        match path.metadata() {
            Ok(metadata) => self.take(path, &metadata),
            Err(error) => self.skip(argument, &format!("cannot be read: {error}")),
        }
        Ok(())
    }

    /// An argument that is no path may be a glob.
    fn glob(&mut self, argument: &Path, missing: &std::io::Error) -> Result<(), FindError> {
        match glob_folder(argument, missing) {
            Ok((folder, pattern)) => {
                self.roots.admit(&folder)?;
                if self.walk(&folder, Some(&pattern)) == 0 {
                    self.skip(argument, "matches no file; check the pattern");
                }
            }
            Err(why) => self.skip(argument, &why),
        }
        Ok(())
    }

    /// Takes the files below a folder, those that match the pattern if there is one; returns
    /// their number.
    fn walk(&mut self, folder: &Path, pattern: Option<&GlobPattern>) -> usize {
        let mut count = 0;
        for entry in walker(folder, self.options).build() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.unreadable(folder, &error);
                    continue;
                }
            };
            let matches =
                |pattern: &GlobPattern| entry.path().strip_prefix(folder).is_ok_and(|below| pattern.matches(below));
            if pattern.is_none_or(matches) {
                count += usize::from(self.entry(&entry));
            }
        }
        count
    }

    /// Takes a file; says of a link or a special file that it was left out. Whether it was a file.
    fn entry(&mut self, entry: &DirEntry) -> bool {
        let Some(kind) = entry.file_type() else { return false };
        if kind.is_dir() {
            return false;
        }
        if kind.is_symlink() {
            self.skip(entry.path(), "is a symbolic link, which is not followed; name what it leads to");
            return false;
        }
        match entry.metadata() {
            Ok(metadata) if metadata.is_file() => {
                self.take(entry.path(), &metadata);
                return true;
            }
            Ok(_) => self.skip(entry.path(), "is not a regular file; save its contents into one"),
            Err(error) => self.unreadable(entry.path(), &error),
        }
        false
    }

    fn take(&mut self, path: &Path, metadata: &std::fs::Metadata) {
        let Some((root, source)) = self.roots.id_of(path) else { return };
        let found = FoundFile {
            path: path.to_owned(),
            root: root.name.clone(),
            source: source.clone(),
            size: metadata.len(),
            modified: metadata.modified().ok(),
        };
        self.found.insert(source, found);
    }

    fn skip(&mut self, path: &Path, why: &str) {
        self.skipped.push(SkippedFile { path: path.display().to_string(), why: why.to_owned() });
    }

    fn unreadable(&mut self, path: &Path, error: &ignore::Error) {
        let (path, why) = plain(path, error);
        self.skip(&path, &why);
        self.unreach(&path);
    }

    /// A path that is not there: a root, or something below a folder that is away too, cannot be reached; a file or a
    /// folder of one that is there is gone.
    fn away(&mut self, argument: &Path) {
        let Ok(path) = std::path::absolute(argument) else { return };
        let is_root = self.roots.all().iter().any(|root| root.path == path);
        if is_root || !path.parent().is_some_and(Path::exists) {
            self.unreach(&path);
        }
    }

    fn unreach(&mut self, path: &Path) {
        self.unreached.extend(self.roots.id_of(path).map(|(_, source)| source));
    }
}

/// The path that an error of the walk is about, and its text without the path.
fn plain(path: &Path, error: &ignore::Error) -> (PathBuf, String) {
    match error {
        ignore::Error::WithPath { path, err } => plain(path, err),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => plain(path, err),
        ignore::Error::Loop { ancestor, child } => (child.clone(), format!("leads back to {}", ancestor.display())),
        error => (path.to_owned(), format!("cannot be read: {error}")),
    }
}

/// The folder to search with a glob, and its pattern; else the error.
fn glob_folder(argument: &Path, missing: &std::io::Error) -> Result<(PathBuf, GlobPattern), String> {
    let pattern = argument.to_str().and_then(pattern).ok_or_else(|| format!("cannot be read: {missing}"))??;
    match pattern.folder.canonicalize() {
        Ok(folder) if folder.is_dir() && !in_store(&folder) => Ok((folder, pattern)),
        Ok(folder) => Err(format!("is a glob below {}, which is no folder to read", folder.display())),
        Err(error) => Err(format!("is a glob below {}, which cannot be read: {error}", pattern.folder.display())),
    }
}

fn in_store(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == STORE)
}

fn walker(folder: &Path, options: &FindOptions) -> WalkBuilder {
    let mut walker = WalkBuilder::new(folder);
    let kept = !options.ignored;
    walker
        .hidden(!options.hidden)
        .follow_links(options.follow)
        .require_git(false)
        .git_ignore(kept)
        .git_exclude(kept)
        .parents(kept)
        // Ignore rules of a user's other tools are not part of the folder: equal folders give equal runs.
        .git_global(false)
        .ignore(false)
        .filter_entry(|entry| entry.file_name() != STORE)
        .sort_by_file_name(Ord::cmp);
    if kept {
        walker.add_custom_ignore_filename(IGNORE_FILE);
    }
    walker
}
