//! The measurements of a phase, and its folder.

use crate::bench::pipeline::BenchError;
use crate::bench::pipeline::spans::SpanTable;
use serde::Deserialize;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::path::PathBuf;
/// The measurements of a phase.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Measured {
    /// Figures by name.
    pub(crate) figures: BTreeMap<String, f64>,
    /// The parts of the rows' times.
    pub(crate) spans: Vec<SpanTable>,
}

impl Measured {
    pub(crate) fn put(&mut self, name: &str, value: f64) {
        self.figures.insert(name.to_owned(), value);
    }

    pub(crate) fn get(&self, name: &str) -> f64 {
        self.figures.get(name).copied().unwrap_or(f64::NAN)
    }
}

/// The folder of a phase's input and output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place(PathBuf);

impl Place {
    pub(crate) fn new(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    /// The files to index.
    pub(crate) fn text(&self) -> PathBuf {
        self.0.join("text")
    }

    /// Files to add one by one.
    pub(crate) fn more(&self) -> PathBuf {
        self.0.join("more")
    }

    /// The folder of the workspace.
    pub(crate) fn workspace(&self) -> PathBuf {
        self.0.join("workspace")
    }

    /// The workspace's store.
    pub(crate) fn store(&self) -> PathBuf {
        self.workspace().join(".quipu")
    }

    /// The nearest chunks of the first questions.
    pub(crate) fn exact(&self) -> PathBuf {
        self.0.join("nearest.json")
    }

    /// The questions that are measured.
    pub(crate) fn questions(&self) -> PathBuf {
        self.0.join("questions.json")
    }

    /// The questions before them.
    pub(crate) fn warming(&self) -> PathBuf {
        self.0.join("warming.json")
    }

    /// Keeps questions.
    pub(crate) fn keep(file: &Path, questions: &[String]) -> Result<(), BenchError> {
        let text = serde_json::to_vec(questions).map_err(|error| BenchError::wrong(file, &error))?;
        std::fs::write(file, text).map_err(|error| BenchError::file(file, &error))
    }

    /// Kept questions.
    pub(crate) fn kept(file: &Path) -> Result<Vec<String>, BenchError> {
        let text = std::fs::read(file).map_err(|error| BenchError::file(file, &error))?;
        serde_json::from_slice(&text).map_err(|error| BenchError::wrong(file, &error))
    }
}
