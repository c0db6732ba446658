//! Measures: the quality of answers, of joined names and of read files, and their cost.

mod agent;
mod bench;
mod efforts;
mod file_questions;
mod judged_sets;
mod loaders;
mod pair_set;
mod replies;
mod sets;
mod way_matrix;

use std::path::{Path, PathBuf};

use tempfile::TempDir;

pub use crate::bench::{BenchReport, Phase, PipelineBench};
pub use crate::eval::{
    AnswerRow, EffortRow, EvalOptions, EvalRow, EvidenceRow, FollowedRow, Half, Interval, JudgedAnswer, JudgedRow,
    Look, MentionRow, NameScores, PairJudgement, QuotedRow, StatedRow, VectorRow,
};
pub use agent::{AgentRow, agent};
pub use bench::{bench_alone, bench_phase, bench_pipeline};
pub use efforts::efforts;
pub use file_questions::{QuotedRows, quoted};
pub use judged_sets::{JudgedRows, judged};
pub use loaders::{LoaderRow, loaders};
pub use pair_set::{NameRows, names, names_ablation};
pub use replies::{ReplyRow, ReplyRows, replies};
pub use sets::{
    MentionRows, RelationRows, SetRow, Sets, ablation, all_answers, evaluate, means, measured, mentions, name,
    relations, retrieval, shuffled, with_listed,
};
pub use way_matrix::{MatrixCell, MatrixRow, matrix};

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
