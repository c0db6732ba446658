//! A hundred readers in four processes at a time, and as many one after the other, beside a
//! writer: each answers, none fails, and the writer ends as if it had been alone.

use anyhow::ensure;

use super::quipu::Running;
use super::scenario::{self, Scenario};
use super::table::Table;
use super::{Faults, laws};

/// Processes that read at one time. One that is alone meets a truth with no other user than the writer.
const PROCESSES: [usize; 2] = [4, 1];
/// Readers, at least, in the long form and in the short.
const READERS: u64 = 400;
const SOME: u64 = 100;
/// Their questions, by turns.
const ASKED: [&[&str]; 4] = [
    &["search", "--json", "Ilse Varga Tarnfeld"],
    &["ask", "Who founded a school in Oslo?"],
    &["search", "--strategy", "lexical", "Matvei Lagunov"],
    &["status", "--json"],
];

/// Reads while every scenario is written, again and again until there were enough.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let mut table = Table::default();
    for scenario in faults.scenarios()?.iter().filter(|scenario| scenario.commits > 2) {
        for processes in PROCESSES {
            let (mut readers, mut runs) = (0, 0);
            while readers < faults.many(READERS, SOME) {
                readers += beside(faults, scenario, processes, readers)?;
                runs += 1;
            }
            table.row(
                format!("readers beside a writer: {}", scenario.name),
                readers,
                format!("{processes} processes at a time, {runs} runs written"),
            );
        }
    }
    Ok(table)
}

/// Writes once beside this number of reading processes; returns the number of reads, of which the first has the number
/// `first`.
fn beside(faults: &Faults, scenario: &Scenario, processes: usize, first: u64) -> anyhow::Result<u64> {
    let workspace = scenario.workspace(&faults.folder)?;
    let mut writer = scenario.run(&faults.binaries, &workspace).start()?;
    let mut reading: Vec<Running> = Vec::new();
    let mut readers = 0;
    while !writer.has_ended()? {
        // There is nothing to read before the first commit.
        while reading.len() < processes && scenario::change(&workspace).is_some() {
            let asked = ASKED[(first + readers) as usize % ASKED.len()];
            reading.push(faults.binaries.command(&workspace, asked).start()?);
            readers += 1;
        }
        if !reading.is_empty() {
            answers(reading.remove(0))?;
        }
    }
    reading.into_iter().try_for_each(answers)?;
    let ended = writer.end()?.orderly("the writer")?;
    ensure!(ended.code() == Some(0), "the writer {ended}");
    laws::whole(&faults.binaries, scenario, &workspace)?;
    Ok(readers)
}

fn answers(reader: Running) -> anyhow::Result<()> {
    let done = reader.end()?.orderly("a reader")?;
    ensure!(matches!(done.code(), Some(0 | 1)), "a reader {done}");
    Ok(())
}
