//! Strikes at single calls: inside the truth's commit, inside the word index's, between the two, at
//! slots; by a kill before the call, in the middle of a write, or with all unsynced writes undone.
//! The syncs of a commit are counted, too.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};

use super::chance::Chance;
use super::quipu::Ended;
use super::scenario::Scenario;
use super::table::Table;
use super::{Faults, laws};

/// Number of promised strikes of each part.
const STRIKES: u64 = 60;
/// Parts as the library names them, and the meaning of a strike at each.
const PARTS: [(&str, &str); 5] = [
    ("truth", "inside the truth's commit"),
    ("between", "between the word index's commit and the truth's"),
    ("words", "inside the word index's commit"),
    ("slots", "inside the writing of slots"),
    ("meta", "at the write that is the truth's commit"),
];
/// The ways to end a process.
const HOWS: [&str; 4] = ["kill", "torn", "drop", "shuffle"];
/// Slot files that a commit of new chunks writes.
const SLOT_FILES: usize = 3;

/// Calls of an undisturbed run, four bytes each: part, stage, kind, struck or not.
pub(crate) struct Calls(Vec<u8>);

impl Calls {
    /// Runs a scenario undisturbed and lists its calls.
    pub(crate) fn of(faults: &Faults, scenario: &Scenario) -> anyhow::Result<Self> {
        let workspace = scenario.workspace(&faults.folder)?;
        let log = faults.folder.join("calls");
        let _ = std::fs::remove_file(&log);
        let log_text = log.to_str().context("a path is UTF-8")?;
        let run = scenario.run(&faults.binaries, &workspace);
        let ended = run.struck(&faults.binaries, &workspace, &[("STRIKE_LOG", log_text)]).start()?.end()?;
        ensure!(ended.code() == Some(0), "the watched run {ended}");
        Ok(Self(std::fs::read(&log).context("the library that strikes was not loaded")?))
    }

    fn calls(&self) -> impl Iterator<Item = &[u8]> {
        self.0.as_chunks::<4>().0.iter().map(<[u8; 4]>::as_slice)
    }

    /// Number of calls that a plan for a part counts.
    pub(crate) fn count(&self, part: &str) -> u64 {
        let counts = |call: &&[u8]| match part {
            "truth" => matches!(call[0], b'T' | b'M') && call[1] != b'b',
            "between" => call[0] == b'T' && call[1] == b'b',
            "words" => call[0] == b'W',
            "slots" => call[0] == b'S',
            "meta" => call[0] == b'M',
            _ => call[0] != b'O',
        };
        self.calls().filter(counts).count() as u64
    }

    /// Syncs of each commit by part.
    fn syncs(&self) -> Vec<BTreeMap<u8, usize>> {
        let (mut commits, mut open) = (Vec::new(), BTreeMap::new());
        for call in self.calls() {
            if call[2] == b's' {
                *open.entry(call[0]).or_default() += 1;
            }
            if call[0] == b'M' {
                commits.push(std::mem::take(&mut open));
            }
        }
        commits
    }
}

/// Strikes until there were enough.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let scenarios = faults.scenarios()?;
    let mut table = Table::default();
    let calls: Vec<Calls> = scenarios.iter().map(|scenario| Calls::of(faults, scenario)).collect::<Result<_, _>>()?;
    for (scenario, calls) in scenarios.iter().zip(&calls) {
        table.note(format!("{}: {}", scenario.name, durability(calls)?));
    }
    let mut chance = faults.chance("strike");
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let all = STRIKES * PARTS.len() as u64;
    for turn in faults.turns(all, PARTS.len() as u64 * 2, 0.3) {
        let (part, _) = PARTS[turn as usize % PARTS.len()];
        let how = HOWS[(turn as usize / PARTS.len()) % HOWS.len()];
        let place = loop {
            let place = chance.below(scenarios.len() as u64) as usize;
            if calls[place].count(part) > 0 {
                break place;
            }
        };
        let at = 1 + chance.below(calls[place].count(part));
        if strike(faults, &scenarios[place], part, how, at).with_context(|| {
            format!("{}, {how} at {part} {at} of {}", scenarios[place].name, calls[place].count(part))
        })? {
            *counts.entry((part, how)).or_default() += 1;
        }
    }
    for (part, meaning) in PARTS {
        let by: Vec<(&str, u64)> =
            HOWS.iter().map(|how| (*how, counts.get(&(part, how)).copied().unwrap_or(0))).collect();
        let told: Vec<String> = by.iter().map(|(how, count)| format!("{how} {count}")).collect();
        table.row(meaning, by.iter().map(|(_, count)| count).sum(), told.join(", "));
    }
    Ok(table)
}

/// Strikes one run; true if the process was ended by it. A run's calls vary a little, so that
/// the last ones may not come.
fn strike(faults: &Faults, scenario: &Scenario, part: &str, how: &str, at: u64) -> anyhow::Result<bool> {
    let workspace = scenario.workspace(&faults.folder)?;
    let struck = struck(faults, scenario, &workspace, part, how, at)?;
    ensure!(struck.was_killed() || struck.code() == Some(0), "the struck run {struck}");
    laws::hold(&faults.binaries, scenario, &workspace, &struck)?;
    Ok(struck.was_killed())
}

/// Runs a scenario with a strike planned.
pub(crate) fn struck(
    faults: &Faults,
    scenario: &Scenario,
    workspace: &Path,
    part: &str,
    how: &str,
    at: u64,
) -> anyhow::Result<Ended> {
    let at = at.to_string();
    let plan = [("STRIKE_PART", part), ("STRIKE_HOW", how), ("STRIKE_AT", at.as_str())];
    scenario.run(&faults.binaries, workspace).struck(&faults.binaries, workspace, &plan).start()?.end()
}

/// The law of durability, counted: a commit syncs the truth once before the write that makes it
/// known, and all its written slots before that.
fn durability(calls: &Calls) -> anyhow::Result<String> {
    let commits = calls.syncs();
    let (mut slots, mut words) = (0, 0);
    for (number, syncs) in commits.iter().enumerate() {
        let of = |part: u8| syncs.get(&part).copied().unwrap_or_default();
        ensure!(of(b'T') == 1, "commit {number} syncs the truth {} times", of(b'T'));
        ensure!(of(b'S') % SLOT_FILES == 0 && of(b'S') <= SLOT_FILES, "commit {number} syncs {} slot files", of(b'S'));
        slots += of(b'S');
        words += of(b'W');
    }
    let count = commits.len().max(1);
    Ok(format!(
        "{count} commits; fdatasync a commit: truth 1 (and its meta page, written through), slots {:.2}, words {:.1}",
        slots as f64 / count as f64,
        words as f64 / count as f64
    ))
}

/// A part of chance that a scenario has calls of.
pub(crate) fn any_part(chance: &mut Chance, calls: &Calls) -> &'static str {
    let parts: Vec<&'static str> = PARTS.iter().map(|(part, _)| *part).filter(|part| calls.count(part) > 0).collect();
    chance.of_these::<&str>(&parts)
}
