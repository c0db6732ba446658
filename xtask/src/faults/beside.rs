//! Data derived from the truth: communities, their reports, searchable things. Runs that update it after a change are
//! killed at random moments, two run at once, and its file is truncated or has bits flipped: afterwards it equals
//! that of an undisturbed run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use rustix::process::Signal;

use super::chance::Chance;
use super::quipu::Binaries;
use super::scenario::{copy, documents_of};
use super::table::Table;
use super::{Faults, damage, laws};

/// Number of promised disturbances.
const PROMISED: u64 = 120;
/// A search for things by their own text.
const FOUND: [&str; 5] =
    ["search", "who founded a school in Tarnfeld", "--things", "entities,relations,reports", "--json"];
/// Commands that update communities and searchable things.
const RUNS: [&[&str]; 3] = [&["cluster"], &FOUND, &["cluster", "--full"]];

/// A workspace whose documents changed after all derived data was made.
struct Start {
    folder: PathBuf,
    /// The output after an undisturbed update by each of the runs, and after a full rebuild.
    seen: String,
    anew: String,
    /// Duration of each of the runs.
    takes: [Duration; RUNS.len()],
}

/// Disturbs until there was enough.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let start = Start::make(faults)?;
    let mut chance = faults.chance("beside");
    let (mut killed, mut late, mut twice, mut damaged) = ([0; RUNS.len()], 0, 0, 0);
    for turn in faults.turns(PROMISED, 10, 0.15) {
        let workspace = faults.folder.join("struck");
        let _ = std::fs::remove_dir_all(&workspace);
        copy(&start.folder, &workspace)?;
        match turn % 5 {
            3 => {
                at_once(&faults.binaries, &workspace)?;
                twice += 1;
            }
            4 => {
                start.damage(&faults.binaries, &workspace, &mut chance)?;
                damaged += 1;
            }
            which => {
                let which = which as usize;
                if start.kill(&faults.binaries, &workspace, which, &mut chance)? {
                    killed[which] += 1;
                } else {
                    late += 1;
                }
            }
        }
        if turn % 5 != 4 {
            start.holds(&faults.binaries, &workspace, turn % 5 == 2).with_context(|| format!("turn {turn}"))?;
        }
    }
    let mut table = Table::default();
    for (run, count) in RUNS.iter().zip(killed) {
        table.row(format!("kill -9: {} after a change", run[..run.len().min(2)].join(" ")), count, "");
    }
    table.row("communities and things brought up by two at once", twice, "");
    table.row(
        "communities and things cut short, or a bit flipped",
        damaged,
        "all is made again after `doctor --repair`",
    );
    table.note(format!("{late} runs were faster than their kill"));
    Ok(table)
}

/// The output of all derived data, without durations.
fn seen(binaries: &Binaries, workspace: &Path) -> anyhow::Result<String> {
    let communities = binaries.succeed(workspace, &["communities", "--level", "9", "--limit", "5000", "--json"])?;
    Ok(communities + &binaries.succeed(workspace, &FOUND)?)
}

impl Start {
    fn make(faults: &Faults) -> anyhow::Result<Self> {
        faults.scenarios()?;
        let folder = faults.folder.join("beside");
        let binaries = &faults.binaries;
        copy(&faults.folder.join("scenarios/b/start"), &folder)?;
        seen(binaries, &folder)?;
        let notes = documents_of(&faults.folder.join("scenarios"));
        binaries.succeed(&folder, &["index", "--prune", notes.to_str().context("a path is UTF-8")?])?;
        let rehearsal = faults.folder.join("struck");
        let mut takes = [Duration::ZERO; RUNS.len()];
        let (mut last, mut anew) = (String::new(), String::new());
        for (run, takes) in RUNS.iter().zip(&mut takes) {
            let _ = std::fs::remove_dir_all(&rehearsal);
            copy(&folder, &rehearsal)?;
            let ended = binaries.run(&rehearsal, run)?;
            ensure!(ended.code() == Some(0), "`quipu {}` {ended}", run.join(" "));
            *takes = Duration::from_secs_f64(ended.seconds);
            let now = seen(binaries, &rehearsal)?;
            if run.contains(&"--full") {
                anew = now;
                continue;
            }
            ensure!(last.is_empty() || last == now, "what is brought up first changes what is seen");
            last = now;
        }
        Ok(Self { folder, seen: last, anew, takes })
    }

    /// Kills one of the runs; true if that was in time.
    fn kill(&self, binaries: &Binaries, workspace: &Path, which: usize, chance: &mut Chance) -> anyhow::Result<bool> {
        let running = binaries.command(workspace, RUNS[which]).start()?;
        std::thread::sleep(self.takes[which].mul_f64(chance.share()));
        running.signal(Signal::KILL);
        Ok(running.end()?.was_killed())
    }

    /// All is as in an undisturbed run; a full run may have begun, and then all is rebuilt.
    fn holds(&self, binaries: &Binaries, workspace: &Path, full: bool) -> anyhow::Result<()> {
        laws::clean(binaries, workspace)?;
        let now = seen(binaries, workspace)?;
        ensure!(
            now == self.seen || full && now == self.anew,
            "what is seen differs from what an undisturbed run leaves"
        );
        Ok(())
    }

    /// Damages the derived data: every command reads it or gives a clear error, and after a repair it is rebuilt.
    fn damage(&self, binaries: &Binaries, workspace: &Path, chance: &mut Chance) -> anyhow::Result<()> {
        seen(binaries, workspace)?;
        let file = workspace.join(".quipu/communities/data.mdb");
        let cut = chance.below(2) == 0;
        let what = damage::strike_file(&file, cut, chance)?;
        for arguments in [&["communities"][..], &FOUND[..FOUND.len() - 1], &["doctor", "--repair"]] {
            let ended = binaries.run(workspace, arguments)?.orderly(&arguments.join(" "))?;
            damage::clear(&ended).with_context(|| what.clone())?;
        }
        let (repaired, now) = (binaries.run(workspace, &["doctor"])?, seen(binaries, workspace));
        match repaired.code() {
            // Ids may be lost, and all rebuilt; the results are the same in number.
            Some(0) => {
                let lines = now.with_context(|| what.clone())?.lines().count();
                let expected = [&self.seen, &self.anew].map(|seen| seen.lines().count());
                ensure!(expected.contains(&lines), "{what}: {lines} lines are seen, not {expected:?}");
                Ok(())
            }
            _ => {
                // Data that cannot be repaired may be removed: it follows from the truth.
                std::fs::remove_dir_all(workspace.join(".quipu/communities"))?;
                ensure!(seen(binaries, workspace)? == self.anew, "{what}: it is not made anew");
                Ok(())
            }
        }
    }
}

/// Brings everything up to date by two programs at once.
fn at_once(binaries: &Binaries, workspace: &Path) -> anyhow::Result<()> {
    let runs = RUNS[..2].iter().chain(&RUNS[..2]).map(|run| binaries.command(workspace, run).start());
    let running = runs.collect::<anyhow::Result<Vec<_>>>()?;
    for run in running {
        let ended = run.end()?.orderly("one of two at once")?;
        ensure!(ended.code() == Some(0), "one of two at once {ended}");
    }
    Ok(())
}
