//! Disks that are full and disks that fail: the run ends with an error that names the part, nothing
//! is lost, and the next run completes.

use anyhow::{Context as _, ensure};

use super::strike::{Calls, any_part, struck};
use super::table::Table;
use super::{Faults, laws};

/// Number of promised points of each kind.
const POINTS: u64 = 24;
/// Parts that an error may name as not written.
const NAMES: [&str; 6] = ["the truth", "truth/", "truth.new", "word index", "words", "slots"];

/// Fills and breaks disks until there were enough.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let scenarios = faults.scenarios()?;
    let calls: Vec<Calls> = scenarios.iter().map(|scenario| Calls::of(faults, scenario)).collect::<Result<_, _>>()?;
    let mut chance = faults.chance("full");
    let mut table = Table::default();
    for (how, says, what) in
        [("full", "the disk is full", "disk full"), ("broken", "Input/output error", "a call that the disk fails")]
    {
        let (mut told, mut unnoticed) = (0, 0);
        for _ in faults.turns(POINTS, 3, 0.05) {
            let place = chance.below(scenarios.len() as u64) as usize;
            let (scenario, calls) = (&scenarios[place], &calls[place]);
            let part = any_part(&mut chance, calls);
            let at = 1 + chance.below(calls.count(part));
            let held = || -> anyhow::Result<bool> {
                let workspace = scenario.workspace(&faults.folder)?;
                let ended = struck(faults, scenario, &workspace, part, how, at)?.orderly("the run")?;
                let failed = ended.code() == Some(3);
                ensure!(failed || ended.code() == Some(0), "{ended}");
                if failed {
                    ensure!(ended.err.contains(says), "the error does not say why: {ended}");
                    ensure!(NAMES.iter().any(|name| ended.err.contains(name)), "the error names no part: {ended}");
                }
                laws::hold(&faults.binaries, scenario, &workspace, &ended)?;
                Ok(failed)
            };
            match held().with_context(|| format!("{}, {how} at {part} {at}", scenario.name))? {
                true => told += 1,
                false => unnoticed += 1,
            }
        }
        let note = format!("{unnoticed} more did no harm (a merge that is tried again, a call that did not come)");
        table.row(what, told, note);
    }
    Ok(table)
}
