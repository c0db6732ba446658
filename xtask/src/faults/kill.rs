//! `kill -9` at random moments: most between a run's first commit and its last, some before and
//! after. One time in four the run that completes the struck one is struck too.

use std::time::{Duration, Instant};

use anyhow::ensure;
use rustix::process::Signal;

use super::chance::Chance;
use super::quipu::{Ended, Running};
use super::scenario::{Scenario, change};
use super::table::Table;
use super::{Faults, laws};

/// Number of promised kills.
const KILLS: u64 = 500;
/// Bars of the histogram.
const BARS: usize = 10;

/// The distribution of kills.
#[derive(Default)]
struct Fell {
    before: u64,
    within: [u64; BARS],
    after: u64,
    late: u64,
}

/// Kills runs until there were enough.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let scenarios = faults.scenarios()?;
    let mut chance = faults.chance("kill");
    let (mut table, mut fell, mut again) = (Table::default(), Fell::default(), 0);
    let mut counts = vec![0u64; scenarios.len()];
    for turn in faults.turns(KILLS * 2, 8, 0.25) {
        if faults.plan.long && counts.iter().sum::<u64>() >= KILLS {
            break;
        }
        // A delete is one commit or two: struck less often than the rest.
        let place = if turn % 8 == 7 { 3 } else { (turn % 3) as usize };
        let scenario = &scenarios[place];
        let workspace = scenario.workspace(&faults.folder)?;
        let mut killed = strike(faults, scenario, &workspace, &mut chance)?;
        fell.note(scenario, &workspace, &killed);
        counts[place] += u64::from(killed.was_killed());
        if chance.below(4) == 0 {
            let second = strike(faults, scenario, &workspace, &mut chance)?;
            again += u64::from(second.was_killed());
            killed.durable = killed.durable.max(second.durable);
        }
        laws::hold(&faults.binaries, scenario, &workspace, &killed)?;
    }
    for (scenario, count) in scenarios.iter().zip(counts) {
        table.row(format!("kill -9: {}", scenario.name), count, format!("{} commits a run", scenario.commits));
    }
    table.row("kill -9 of the run after a kill", again, "");
    let within: u64 = fell.within.iter().sum();
    let all = within + fell.before + fell.after;
    // A few kills are no share: one or two that fell elsewhere say nothing.
    let promised = !faults.plan.long || within * 5 >= all * 4;
    ensure!(promised, "only {within} of {all} kills fell between the first commit and the last");
    let bars: Vec<String> = fell.within.iter().map(u64::to_string).collect();
    table.note(format!(
        "when: {} before the first commit | {} by tenths of the commits | {} after the last; {} runs were faster",
        fell.before,
        bars.join(" "),
        fell.after,
        fell.late
    ));
    Ok(table)
}

/// Starts a run and kills it at a moment of chance.
fn strike(
    faults: &Faults,
    scenario: &Scenario,
    workspace: &std::path::Path,
    chance: &mut Chance,
) -> anyhow::Result<Ended> {
    let before = change(workspace).unwrap_or_default();
    let made = u64::from(scenario.adds() && before == 0);
    let mut running = scenario.run(&faults.binaries, workspace).start()?;
    // After this number of commits, and this far into the next.
    let (commits, wait) = match chance.below(20) {
        0 => (0, scenario.interval.mul_f64(chance.share())),
        _ => (1 + chance.below(scenario.commits.saturating_sub(1)), scenario.interval.mul_f64(chance.share() * 0.9)),
    };
    let commits = if scenario.commits <= 2 { 0 } else { commits };
    until(&mut running, || change(workspace).unwrap_or_default() >= before + made + commits)?;
    std::thread::sleep(wait);
    running.signal(Signal::KILL);
    running.end()
}

/// Waits until something holds, or the run has ended.
fn until(running: &mut Running, holds: impl Fn() -> bool) -> anyhow::Result<()> {
    let began = Instant::now();
    while !holds() && !running.has_ended()? && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_micros(300));
    }
    Ok(())
}

impl Fell {
    /// Notes where a kill fell. A delete's commits are too few to lie between two.
    fn note(&mut self, scenario: &Scenario, workspace: &std::path::Path, killed: &Ended) {
        if !killed.was_killed() {
            self.late += 1;
            return;
        }
        if scenario.commits <= 2 {
            return;
        }
        let made = u64::from(scenario.adds());
        let start = scenario.first;
        let done = change(workspace).unwrap_or_default().saturating_sub(start + made);
        let last = scenario.commits - made;
        match done {
            0 => self.before += 1,
            done if done >= last => self.after += 1,
            done => self.within[((done - 1) as usize * BARS / (last - 1).max(1) as usize).min(BARS - 1)] += 1,
        }
    }
}
