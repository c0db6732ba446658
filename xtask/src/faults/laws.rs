//! Requirements after any fault: the workspace is whole, all work reported durable
//! is there, the run completes, and nothing is there twice.

use std::path::Path;

use anyhow::{Context as _, ensure};

use super::quipu::{Binaries, Ended};
use super::scenario::Scenario;

/// Checks a workspace after a struck run, completes the run, and checks again. Returns the number of
/// documents were there before that.
pub(crate) fn hold(binaries: &Binaries, scenario: &Scenario, workspace: &Path, struck: &Ended) -> anyhow::Result<u64> {
    let there = standing(binaries, workspace, struck)?;
    if scenario.adds() {
        ensure!(there >= struck.durable, "{} documents were said to be durable, {there} are there", struck.durable);
    }
    completes(binaries, scenario, workspace)?;
    Ok(there)
}

/// Checks a workspace that a run may have left at any moment; gives its number of documents.
fn standing(binaries: &Binaries, workspace: &Path, struck: &Ended) -> anyhow::Result<u64> {
    let made = super::scenario::change(workspace).is_some_and(|change| change > 0);
    if !made {
        ensure!(struck.durable == 0, "the truth is gone");
        return Ok(0);
    }
    clean(binaries, workspace).context("before the next run")?;
    documents(binaries, workspace)
}

/// Runs to the end: the same end as that of an undisturbed run.
pub(crate) fn completes(binaries: &Binaries, scenario: &Scenario, workspace: &Path) -> anyhow::Result<()> {
    let again = scenario.run(binaries, workspace).start()?.end()?.orderly("the next run")?;
    // The documents of a delete may be gone already.
    ensure!(matches!(again.code(), Some(0 | 1)), "the next run {again}");
    whole(binaries, scenario, workspace).context("after the next run")
}

/// The end of an undisturbed run.
pub(crate) fn whole(binaries: &Binaries, scenario: &Scenario, workspace: &Path) -> anyhow::Result<()> {
    clean(binaries, workspace)?;
    let dump = binaries.succeed(workspace, &["dump"])?;
    ensure!(dump == scenario.whole, "the dump differs from that of an undisturbed run");
    ensure!(documents(binaries, workspace)? == scenario.documents, "documents are counted wrongly");
    Ok(())
}

/// `doctor` finds nothing.
pub(crate) fn clean(binaries: &Binaries, workspace: &Path) -> anyhow::Result<()> {
    let doctor = binaries.run(workspace, &["doctor"])?;
    ensure!(doctor.code() == Some(0), "`quipu doctor` {doctor}");
    Ok(())
}

/// Number of documents that a workspace reports.
pub(crate) fn documents(binaries: &Binaries, workspace: &Path) -> anyhow::Result<u64> {
    let status: serde_json::Value = serde_json::from_str(&binaries.succeed(workspace, &["status", "--json"])?)?;
    status["documents"].as_u64().context("status counts documents")
}

/// The most private memory that a run over a small workspace may take.
const SMALL: u64 = 1 << 30;

/// Memory follows the existing data, never the sizes in damaged bytes.
pub(crate) fn bounded(ended: &Ended) -> anyhow::Result<()> {
    ensure!(ended.memory < SMALL, "it took {} MB of memory", ended.memory >> 20);
    Ok(())
}
