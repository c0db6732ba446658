//! Phases: each part of the benchmark is a process of its own, so that memory, CPU time and opening
//! are its own too; its measurements come back as JSON.

use crate::bench::pipeline::measured::Measured;
use crate::bench::pipeline::measured::Place;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::limit::Limit;
use super::{BenchError, ask, beside, change, index, ways};

/// The task of one process.
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
    /// Questions in every strategy, after searchable things were built.
    Ways,
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

/// Runs a phase in a process of its own: the current program with arguments for it.
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
