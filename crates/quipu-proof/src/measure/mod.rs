//! Measures: the quality of answers, of joined names and of read files, and their cost.

mod agent;
mod bench;
mod efforts;
mod loaders;
mod matrix;
mod names;
mod quoted;
mod replies;
mod sets;

use std::path::{Path, PathBuf};

use tempfile::TempDir;

pub use crate::bench::{BenchReport, Phase, PipelineBench};
pub use crate::eval::{
    AnswerRow, EffortRow, EvalOptions, EvalRow, EvidenceRow, FollowedRow, Half, Interval, Judged, Look, MentionRow,
    NameRow, QuotedRow, StatedRow, VectorRow,
};
pub use agent::{AgentRow, agent};
pub use bench::{bench_alone, bench_phase, bench_pipeline};
pub use efforts::efforts;
pub use loaders::{LoaderRow, loaders};
pub use matrix::{MatrixCell, MatrixRow, matrix};
pub use names::{NameRows, names, names_ablation};
pub use quoted::{QuotedRows, quoted};
pub use replies::{ReplyRow, ReplyRows, replies};
pub use sets::{
    MentionRows, RelationRows, SetRow, Sets, ablation, all_answers, evaluate, means, measured, mentions, name,
    relations, retrieval, shuffled, with_listed,
};

use crate::eval::Ablation;

use quipu::Error;

/// The folder of a set that holds its files; ids of documents begin with its name.
const FILES: &str = "docs";

/// The text of a file.
fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(Error::at(path))
}

/// The `.jsonl` files of a folder, in their order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::at(folder))? {
        files.push(entry.map_err(Error::at(folder))?.path());
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Ok(files)
}

/// The name of rows measured without a part.
fn without(name: &str, without: Ablation) -> String {
    match without {
        Ablation::Nothing => name.to_owned(),
        left_out => format!("{name} without {}", left_out.name()),
    }
}

/// A folder for an index that is measured.
fn scratch() -> Result<TempDir, Error> {
    tempfile::tempdir().map_err(Error::at(&std::env::temp_dir()))
}
