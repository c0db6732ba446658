//! A hundred readers in four processes at a time, all the while somebody writes: each answers, none
//! fails, and the writer ends as if it had been alone.

use anyhow::ensure;

use super::quipu::Running;
use super::table::Table;
use super::{Faults, laws};

/// Processes that read at one time.
const PROCESSES: usize = 4;
/// Readers, at least, in the long form and in the short.
const READERS: u64 = 400;
const SOME: u64 = 100;
/// What they ask, by turns.
const ASKED: [&[&str]; 4] = [
    &["search", "--json", "Ilse Varga Tarnfeld"],
    &["ask", "Who founded a school in Oslo?"],
    &["search", "--strategy", "lexical", "Matvei Lagunov"],
    &["status", "--json"],
];

/// Reads while every scenario is written, again and again until there were enough.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let scenarios = faults.scenarios()?;
    let mut table = Table::default();
    for scenario in scenarios.iter().filter(|scenario| scenario.commits > 2 && !scenario.adds()) {
        let (mut readers, mut runs) = (0, 0);
        while readers < faults.many(READERS, SOME) {
            let workspace = scenario.workspace(&faults.folder)?;
            let mut writer = scenario.run(&faults.binaries, &workspace).start()?;
            let mut reading: Vec<Running> = Vec::new();
            while !writer.has_ended()? {
                while reading.len() < PROCESSES {
                    let asked = ASKED[readers as usize % ASKED.len()];
                    reading.push(faults.binaries.command(&workspace, asked).start()?);
                    readers += 1;
                }
                let done = reading.remove(0).end()?.orderly("a reader")?;
                ensure!(matches!(done.code(), Some(0 | 1)), "a reader {done}");
            }
            for reader in reading {
                let done = reader.end()?.orderly("a reader")?;
                ensure!(matches!(done.code(), Some(0 | 1)), "a reader {done}");
            }
            let ended = writer.end()?.orderly("the writer")?;
            ensure!(ended.code() == Some(0), "the writer {ended}");
            laws::completes(&faults.binaries, scenario, &workspace)?;
            runs += 1;
        }
        table.row(
            format!("readers beside a writer: {}", scenario.name),
            readers,
            format!("{PROCESSES} processes at a time, {runs} runs written"),
        );
    }
    Ok(table)
}
