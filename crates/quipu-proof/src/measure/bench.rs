//! Speed and size, on generated text from files to answers, or of the store alone.

use std::path::Path;

use quipu::Error;

use crate::bench::{self, BenchReport, Measured, Phase, PipelineBench, StoreBench};

/// Components of the vectors that the store is measured with: those of the static model.
const DIMENSION: usize = 192;
/// Chunks a commit.
const GROUP: u64 = 6_000;

/// Measures the store alone with a synthetic workspace of this number of chunks, made below `folder`.
///
/// # Errors
/// When the store fails.
pub fn bench_alone(
    folder: &Path,
    chunks: u64,
    questions: u64,
    say: &mut dyn FnMut(&str),
) -> Result<BenchReport, Error> {
    let bench = StoreBench { chunks, dimension: DIMENSION, group: GROUP, questions };
    Ok(bench::bench_store(folder, &bench, say)?)
}

/// Measures the whole pipeline, each part in a process of its own: this program, with the arguments `bench --phase`.
///
/// # Errors
/// When a part fails.
pub fn bench_pipeline(folder: &Path, bench: &PipelineBench, say: &mut dyn FnMut(&str)) -> Result<BenchReport, Error> {
    Ok(bench::bench_pipeline(folder, bench, say)?)
}

/// Measures one part of the pipeline in this process.
///
/// # Errors
/// When it fails.
pub fn bench_phase(phase: Phase, folder: &Path, group: Option<&Path>) -> Result<Measured, Error> {
    Ok(bench::bench_phase(phase, folder, group)?)
}
