//! Phases: each part of the benchmark is a process of its own, so that memory, CPU time and opening
//! are its own too; what it measured comes back as JSON.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::limit::Limit;
use super::spans::SpanTable;
use super::{BenchError, ask, beside, change, index, ways};

/// What one process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Index the files.
    Index,
    /// Ask the questions, in every way.
    Ask,
    /// Ask the questions in the default way only.
    AskWalk,
    /// Add and delete documents.
    Change,
    /// Make communities and searchable things, and bring them up to date.
    Beside,
    /// Ask in every way to look, after what lies near was made searchable.
    Ways,
}

/// What a phase measured.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Measured {
    /// Figures by name.
    pub(super) figures: BTreeMap<String, f64>,
    /// Where the time of the rows went.
    pub(super) spans: Vec<SpanTable>,
}

impl Measured {
    pub(super) fn put(&mut self, name: &str, value: f64) {
        self.figures.insert(name.to_owned(), value);
    }

    pub(super) fn get(&self, name: &str) -> f64 {
        self.figures.get(name).copied().unwrap_or(f64::NAN)
    }
}

/// Where a phase finds and leaves things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place(PathBuf);

impl Place {
    pub(super) fn new(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    /// The files to index.
    pub(super) fn text(&self) -> PathBuf {
        self.0.join("text")
    }

    /// Files to add one by one.
    pub(super) fn more(&self) -> PathBuf {
        self.0.join("more")
    }

    /// The folder of the workspace.
    pub(super) fn workspace(&self) -> PathBuf {
        self.0.join("workspace")
    }

    /// The workspace's store.
    pub(super) fn store(&self) -> PathBuf {
        self.workspace().join(".quipu")
    }

    /// The nearest chunks of the first questions.
    pub(super) fn exact(&self) -> PathBuf {
        self.0.join("nearest.json")
    }

    /// The questions that are measured.
    pub(super) fn questions(&self) -> PathBuf {
        self.0.join("questions.json")
    }

    /// The questions before them.
    pub(super) fn warming(&self) -> PathBuf {
        self.0.join("warming.json")
    }

    /// Keeps questions.
    pub(super) fn keep(file: &Path, questions: &[String]) -> Result<(), BenchError> {
        let text = serde_json::to_vec(questions).map_err(|error| BenchError::wrong(file, &error))?;
        std::fs::write(file, text).map_err(|error| BenchError::file(file, &error))
    }

    /// Kept questions.
    pub(super) fn kept(file: &Path) -> Result<Vec<String>, BenchError> {
        let text = std::fs::read(file).map_err(|error| BenchError::file(file, &error))?;
        serde_json::from_slice(&text).map_err(|error| BenchError::wrong(file, &error))
    }
}

/// Runs a phase in this process, inside the group of a limit where one is given.
///
/// # Errors
/// When the store or a file fails.
pub fn bench_phase(phase: Phase, folder: &Path, group: Option<&Path>) -> Result<Measured, BenchError> {
    if let Some(group) = group {
        Limit::enter(group).map_err(|error| BenchError::file(group, &error))?;
    }
    let place = Place::new(folder);
    match phase {
        Phase::Index => index::run(&place),
        Phase::Ask => ask::run(&place, ask::WAYS),
        Phase::AskWalk => ask::run(&place, &ask::WAYS[..1]),
        Phase::Change => change::run(&place),
        Phase::Beside => beside::run(&place),
        Phase::Ways => ways::run(&place),
    }
}

/// Runs a phase in a process of its own: the program that runs now, told to do that.
pub(super) fn spawn(phase: Phase, folder: &Path, limit: Option<&Limit>) -> Result<Measured, BenchError> {
    let program = std::env::current_exe().map_err(|error| BenchError::file(Path::new("the program"), &error))?;
    let mut command = Command::new(program);
    command.args(["--json", "bench", "--phase", name(phase), "--folder"]).arg(folder).stdin(Stdio::null());
    if let Some(limit) = limit {
        command.arg("--group").arg(&limit.folder);
    }
    let failed = |reason: String| BenchError::Phase { phase: name(phase).to_owned(), reason };
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(output.status.to_string()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string()))
}

/// A phase as the command spells it.
fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Index => "index",
        Phase::Ask => "ask",
        Phase::AskWalk => "ask-walk",
        Phase::Change => "change",
        Phase::Beside => "beside",
        Phase::Ways => "ways",
    }
}
