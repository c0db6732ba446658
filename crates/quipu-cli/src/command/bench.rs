//! `quipu bench`: generated text goes through the whole pipeline, or ready-made facts through the
//! store alone, and every figure is printed.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use quipu_proof::measure::{self, BenchReport, Phase, PipelineBench};

use crate::cli::{BenchArgs, BenchPhase};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::place::Place;
use crate::print;
use crate::print::units::seconds;

/// The folder of the sets in the repository.
const SETS: &str = "eval/sets";

/// Measures, and prints the figures.
///
/// # Errors
/// When the workspace cannot be made.
pub(crate) fn run(place: &Place<'_>, args: &BenchArgs) -> anyhow::Result<Outcome> {
    if let (Some(phase), Some(folder)) = (args.phase, &args.folder) {
        let measured = outside(|| measure::bench_phase(phase_of(phase), folder, args.group.as_deref()))??;
        print::json(&measured)?;
        return Ok(Outcome::Done);
    }
    let scratch = tempfile::tempdir()?;
    let folder: &Path = args.folder.as_deref().unwrap_or(scratch.path());
    let report = if args.store_only {
        outside(|| measure::bench_alone(folder, args.chunks, args.questions as u64, &mut say()))??
    } else {
        let bench = pipeline(args)?;
        outside(|| measure::bench_pipeline(folder, &bench, &mut say()))??
    };
    if let Some(file) = &args.report {
        std::fs::write(file, page(&report, args)).with_context(|| file.display().to_string())?;
    }
    if place.common.json {
        print::json(&report)?;
    } else {
        let notes: String = report.notes.iter().map(|note| format!("{note}\n")).collect();
        print::text(&format!("{notes}{}", report.table()))?;
    }
    Ok(Outcome::Done)
}

/// Runs work on a thread of its own, outside the runtime: the measurement is of the work and not of waiting.
fn outside<T: Send>(work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    let done = std::thread::scope(|scope| scope.spawn(work).join());
    done.map_err(|_| anyhow::Error::msg(say!("bench-thread")))
}

/// Reports progress. An error of that output is ignored.
fn say() -> impl FnMut(&str) {
    let began = Instant::now();
    move |text: &str| drop(print::note(format!("{}: {text}", seconds(began.elapsed().as_secs_f64()))))
}

fn pipeline(args: &BenchArgs) -> anyhow::Result<PipelineBench> {
    let sentences = match &args.sentences {
        Some(folder) => folder.clone(),
        None => sets().ok_or_else(|| Usage(say!("bench-no-sets", folder = SETS)))?,
    };
    let memory = (args.memory > 0.0).then_some((args.memory * f64::from(1 << 30)) as u64);
    let chunks = (!args.small).then_some(args.chunks);
    Ok(PipelineBench { chunks, sentences, memory, questions: args.questions })
}

/// The sets of the repository that the current folder lies in.
fn sets() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join(SETS)).find(|folder| folder.is_dir())
}

/// The report as a page that names its command.
fn page(report: &BenchReport, args: &BenchArgs) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let what = if args.small { "--small".to_owned() } else { format!("--chunks {}", args.chunks) };
    format!(
        "# What it costs\n\nWritten by `quipu bench {what} --report`, version {version}; do not edit.\n\n{}",
        report.markdown()
    )
}

fn phase_of(phase: BenchPhase) -> Phase {
    match phase {
        BenchPhase::Index => Phase::Index,
        BenchPhase::Ask => Phase::Ask,
        BenchPhase::AskWalk => Phase::AskWalk,
        BenchPhase::Change => Phase::Change,
        BenchPhase::Beside => Phase::Beside,
        BenchPhase::Ways => Phase::Ways,
    }
}
