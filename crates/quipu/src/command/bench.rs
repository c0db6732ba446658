//! `quipu bench`: a synthetic workspace is loaded, asked and changed, and every figure printed.

use std::path::Path;
use std::time::Instant;

use quipu_engine::ports::StoreError;

use super::Place;
use crate::cli::BenchArgs;
use crate::exit::Outcome;
use crate::print::units::seconds;
use crate::{print, wire};

/// Measures, and prints the figures.
///
/// # Errors
/// When the workspace cannot be made.
pub(crate) fn run(place: &Place<'_>, args: &BenchArgs) -> anyhow::Result<Outcome> {
    let scratch = tempfile::tempdir()?;
    let folder: &Path = args.folder.as_deref().unwrap_or(scratch.path());
    let chunks = args.chunks;
    // A thread of its own, outside the runtime: what is measured is the store and not the waiting.
    let measured = std::thread::scope(|scope| scope.spawn(|| measure(folder, chunks)).join());
    let report = measured.map_err(|_| anyhow::anyhow!("the benchmark's thread ended early; please report this"))??;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::text(&report.table())?;
    }
    Ok(Outcome::Done)
}

fn measure(folder: &Path, chunks: u64) -> Result<wire::BenchReport, StoreError> {
    let began = Instant::now();
    // What is heard of a run on the way is lost when nobody listens.
    let mut say = |text: &str| drop(print::note(&format!("{}: {text}", seconds(began.elapsed().as_secs_f64()))));
    wire::bench(folder, chunks, &mut say)
}
