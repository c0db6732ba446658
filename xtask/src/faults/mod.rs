//! All kinds of faults: kills, strikes at single calls, full and broken disks, places
//! that cannot be written, damage, crowds of readers, hostile texts.
//!
//! Each kind is a file; each gives rows of counts, or ends the run at the first broken law and keeps
//! the folder where it happened.

mod beside;
mod chance;
mod corpus;
mod damage;
mod full;
mod hostile;
mod kill;
mod laws;
mod places;
pub(crate) mod quipu;
mod readers;
mod scenario;
mod served;
mod strike;
pub(crate) mod table;

use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use chance::Chance;
use quipu::Binaries;
use scenario::Scenario;
use table::Table;

/// The plan of a run: the kinds, and their amount.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    seconds: u64,
    seed: u64,
    long: bool,
    release: bool,
    only: Option<String>,
    /// A binary that is built; else one is.
    quipu: Option<PathBuf>,
}

/// The kinds of fault, in their order.
const KINDS: [(&str, fn(&Faults) -> anyhow::Result<Table>); 9] = [
    ("kill", kill::run),
    ("strike", strike::run),
    ("full", full::run),
    ("places", places::run),
    ("damage", damage::run),
    ("beside", beside::run),
    ("readers", readers::run),
    ("hostile", hostile::run),
    ("served", served::run),
];

impl Plan {
    /// Reads the arguments.
    pub(crate) fn read(arguments: &[String]) -> anyhow::Result<Self> {
        let mut plan = Self { seconds: 60, seed: 1, long: false, release: false, only: None, quipu: None };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().with_context(|| format!("{argument} wants a value"));
            match argument.as_str() {
                "--seconds" => plan.seconds = value()?.parse()?,
                "--seed" => plan.seed = value()?.parse()?,
                "--long" => plan.long = true,
                "--release" => plan.release = true,
                "--only" => plan.only = Some(value()?.clone()),
                "--quipu" => plan.quipu = Some(value()?.into()),
                other => bail!("{other} is no flag"),
            }
        }
        if let Some(only) = &plan.only
            && KINDS.iter().all(|(kind, _)| kind != only)
        {
            bail!("{only} is no kind of fault");
        }
        Ok(plan)
    }
}

/// The common context of every kind of fault.
pub(crate) struct Faults {
    plan: Plan,
    binaries: Binaries,
    folder: PathBuf,
    scenarios: OnceCell<Vec<Scenario>>,
}

impl Faults {
    /// Chance of one kind of fault: the same for the same seed.
    fn chance(&self, kind: &str) -> Chance {
        Chance::of(self.plan.seed, kind)
    }

    /// The repetitions of a fault: the promised number, or until the kind's share of the time
    /// is over, but at least `least` times.
    fn turns(&self, promised: u64, least: u64, share: f64) -> Turns {
        let time = Duration::from_secs_f64(self.plan.seconds as f64 * share);
        Turns { done: 0, promised, least, long: self.plan.long, until: Instant::now() + time }
    }

    /// The scenarios, made at their first request.
    fn scenarios(&self) -> anyhow::Result<&[Scenario]> {
        if let Some(made) = self.scenarios.get() {
            return Ok(made);
        }
        let made = scenario::all(&self.binaries, &self.folder.join("scenarios"))?;
        Ok(self.scenarios.get_or_init(|| made))
    }

    /// A number for the long form, and one for the short.
    fn many<T>(&self, long: T, short: T) -> T {
        if self.plan.long { long } else { short }
    }
}

/// Counts turns until there were enough.
struct Turns {
    done: u64,
    promised: u64,
    least: u64,
    long: bool,
    until: Instant,
}

impl Iterator for Turns {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let enough = match self.long {
            true => self.done >= self.promised,
            false => self.done >= self.least && Instant::now() >= self.until,
        };
        self.done += 1;
        (!enough).then(|| self.done - 1)
    }
}

/// Does all of the plan and prints a table of the results.
pub(crate) fn run(plan: &Plan) -> anyhow::Result<()> {
    let binaries = Binaries::build(plan.quipu.as_deref(), plan.release)?;
    let folder = tempfile::Builder::new().prefix("quipu-faults-").tempdir()?.keep();
    let faults = Faults { plan: plan.clone(), binaries, folder: folder.clone(), scenarios: OnceCell::new() };
    let mut tables = Vec::new();
    for (kind, run) in KINDS {
        if plan.only.as_deref().is_some_and(|only| only != kind) {
            continue;
        }
        let began = Instant::now();
        println!("== {kind}");
        let table = run(&faults).with_context(|| format!("{kind}, seed {}, in {}", plan.seed, folder.display()))?;
        table.print();
        println!("   {:.0} s", began.elapsed().as_secs_f64());
        tables.push(table);
    }
    std::fs::remove_dir_all(&folder)?;
    println!("\nNo law is broken: {} faults.", tables.iter().map(Table::total).sum::<u64>());
    Ok(())
}
