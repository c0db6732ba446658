//! The runs to strike: an indexing run, one of small commits, a run over changed notes, a delete. Each
//! has a known result without a disturbance.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, ensure};

use super::chance::Chance;
use super::corpus;
use super::quipu::{Binaries, Run};

/// Number of notes.
const NOTES: u64 = 1_300;
/// Number of long notes: each nearly a commit of its own, too small for the word index to take in at
/// once.
const LONG_NOTES: u64 = 240;

/// One thing that can be struck.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    /// The workspace it begins with; missing: it makes one.
    start: Option<PathBuf>,
    arguments: Vec<String>,
    /// Megabytes of text a commit.
    group: &'static str,
    /// The dump at its end.
    pub(crate) whole: String,
    /// Documents at its end.
    pub(crate) documents: u64,
    /// Commits that it takes.
    pub(crate) commits: u64,
    /// The number of the truth's last transaction before it.
    pub(crate) first: u64,
    /// Duration of one commit.
    pub(crate) interval: Duration,
}

impl Scenario {
    /// A fresh workspace to strike in `folder`.
    pub(crate) fn workspace(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        let workspace = folder.join("struck");
        if workspace.exists() {
            std::fs::remove_dir_all(&workspace)?;
        }
        match &self.start {
            Some(start) => copy(start, &workspace)?,
            None => std::fs::create_dir_all(&workspace)?,
        }
        Ok(workspace)
    }

    /// The run.
    pub(crate) fn run(&self, binaries: &Binaries, workspace: &Path) -> Run {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut run = binaries.command(workspace, &arguments);
        run.command.env("QUIPU_INDEX_SYNC_MEGABYTES", self.group);
        run
    }

    /// True if it only adds documents, so that those reported durable can be counted.
    pub(crate) fn adds(&self) -> bool {
        self.start.is_none()
    }
}

/// Makes all scenarios below `folder`, or finds them there.
pub(crate) fn all(binaries: &Binaries, folder: &Path) -> anyhow::Result<Vec<Scenario>> {
    let text = |path: &Path| path.to_str().map(str::to_owned).context("a path is UTF-8");
    let (notes, other) = (folder.join("a/notes"), documents_of(folder));
    let long = folder.join("c/notes");
    let (first, second) = (folder.join("a/start"), folder.join("b/start"));
    if !folder.exists() {
        let mut chance = Chance::of(7, "notes");
        corpus::write(&notes, NOTES, 3, &mut chance.clone())?;
        corpus::write(&other, NOTES, 3, &mut chance)?;
        corpus::write(&long, LONG_NOTES, 90, &mut chance)?;
        for (notes, start) in [(&notes, &first), (&other, &second)] {
            std::fs::create_dir_all(start)?;
            binaries.succeed(start, &["index", &text(notes)?])?;
        }
        corpus::edit(&other, NOTES, &mut chance)?;
    }
    let index = vec!["index".to_owned(), text(&notes)?];
    let small = vec!["index".to_owned(), text(&long)?];
    let change = vec!["index".to_owned(), "--prune".to_owned(), text(&other)?];
    let delete = vec!["delete".to_owned(), "notes/part1/*".to_owned(), "notes/part?/*3.md".to_owned()];
    let mut made = vec![
        Scenario::new("index", None, index, "0.02"),
        Scenario::new("index in small commits", None, small, "0.01"),
        Scenario::new("change and prune", Some(second), change, "0.02"),
        Scenario::new("delete", Some(first), delete, "64"),
    ];
    made.iter_mut().try_for_each(|scenario| scenario.rehearse(binaries, folder))?;
    Ok(made)
}

impl Scenario {
    fn new(name: &'static str, start: Option<PathBuf>, arguments: Vec<String>, group: &'static str) -> Self {
        let (whole, interval) = (String::new(), Duration::ZERO);
        Self { name, start, arguments, group, whole, documents: 0, commits: 0, first: 0, interval }
    }

    /// Runs it undisturbed and records its result.
    fn rehearse(&mut self, binaries: &Binaries, folder: &Path) -> anyhow::Result<()> {
        let workspace = self.workspace(folder)?;
        self.first = change(&workspace).unwrap_or_default();
        let ended = self.run(binaries, &workspace).start()?.end()?;
        ensure!(ended.code() == Some(0), "{} {ended}", self.name);
        self.commits = change(&workspace).context("there is a truth")? - self.first;
        // The binary's start and end take a tenth or so.
        self.interval = Duration::from_secs_f64(ended.seconds * 0.9 / self.commits.max(1) as f64);
        self.whole = binaries.succeed(&workspace, &["dump"])?;
        self.documents = super::laws::documents(binaries, &workspace)?;
        ensure!(self.documents > 0 && !self.whole.is_empty(), "{} leaves nothing", self.name);
        Ok(())
    }
}

/// The notes that changed since the workspace beside them was made, below the folder of the scenarios.
pub(crate) fn documents_of(scenarios: &Path) -> PathBuf {
    scenarios.join("b/notes")
}

/// The number of the truth's last transaction, read from its meta pages as LMDB lays them out.
pub(crate) fn change(workspace: &Path) -> Option<u64> {
    use std::os::unix::fs::FileExt;
    const TRANSACTION: u64 = 144;
    let file = std::fs::File::open(workspace.join(".quipu/truth/data.mdb")).ok()?;
    let number = |page: u64| {
        let mut bytes = [0; 8];
        file.read_exact_at(&mut bytes, page * 4096 + TRANSACTION).ok()?;
        Some(u64::from_le_bytes(bytes))
    };
    Some(number(0)?.max(number(1)?))
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
