//! Figures stay correct: those of a small part of the questions, on one page, and of all, on another, are measured
//! again, and those of other engines and of a million chunks equal the output of their runs.

use std::process::Command;

use super::{expect_none, root};

/// The part that is measured again: the first questions over a part of the documents.
const PART: &str = "--questions";
/// The end of a print.
const END: &str = "<!-- end of print -->";

/// A mark that names a command, and the table below it.
struct Print {
    arguments: Vec<String>,
    table: Vec<String>,
}

/// The prints of `quipu eval` in a page.
fn prints(page: &str) -> Vec<Print> {
    let page = std::fs::read_to_string(root().join(page)).expect("the page is there");
    let marked = page.split("<!-- printed by quipu ").skip(1).filter_map(|rest| rest.split_once(" -->\n"));
    let print = |(command, rest): (&str, &str)| Print {
        arguments: command.split_whitespace().map(str::to_owned).collect(),
        table: rest.lines().take_while(|line| *line != END).map(str::to_owned).collect(),
    };
    marked.map(print).filter(|print| print.arguments.first().is_some_and(|command| command == "eval")).collect()
}

/// The cells of a table without times, which differ in every run.
fn timeless(table: &[String]) -> Vec<Vec<String>> {
    let cells = |line: &String| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let rows: Vec<Vec<String>> = table.iter().map(cells).collect();
    let head = rows.first().cloned().unwrap_or_default();
    let kept =
        |row: Vec<String>| row.into_iter().zip(&head).filter(|(_, name)| !name.ends_with(" ms")).map(|(cell, _)| cell);
    rows.into_iter().map(|row| kept(row).collect()).collect()
}

/// The shell's expansion of an argument: the folders and files that `DIR/*` names.
fn globbed(argument: String) -> Vec<String> {
    let Some(folder) = argument.strip_suffix("/*") else { return vec![argument] };
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy())).collect();
    names.sort();
    names
}

/// A table of a page equals the current output of its command.
fn holds_what_is_measured(page: &str, Print { arguments, table }: Print) {
    let arguments: Vec<String> = arguments.into_iter().flat_map(globbed).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quipu"));
    let output =
        command.args(&arguments).current_dir(root()).env("XDG_CONFIG_HOME", "/nowhere").env("LC_ALL", "C").output();
    let output = output.expect("the binary runs");
    assert!(output.status.success(), "quipu {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let printed: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    let (said, now) = (timeless(&table), timeless(&printed));
    assert!(now.len() > 2, "quipu {arguments:?} printed no figures");
    let stale = said.iter().zip(&now).filter(|(said, now)| said != now);
    expect_none(&stale.map(|(said, now)| format!("{page} says {said:?}, but it is {now:?}")).collect::<Vec<_>>());
    assert_eq!(said.len(), now.len(), "{page} lacks a row: run scripts/figures.sh");
}

#[test]
fn the_figures_of_a_part_of_the_questions_are_what_is_measured() {
    let page = "docs/figures.md";
    let parts = prints(page).into_iter().filter(|print| print.arguments.iter().any(|argument| argument == PART));
    let measured = parts.map(|print| holds_what_is_measured(page, print)).count();
    assert!(measured > 0, "{page} has no figures of a part of the questions");
}

#[test]
fn the_figures_of_quoted_answers_are_what_is_measured() {
    let page = "docs/answers.md";
    let measured = prints(page).into_iter().map(|print| holds_what_is_measured(page, print)).count();
    assert!(measured > 0, "{page} has no figures");
}

/// The text in a file of the repository between a mark and the end of the print.
fn marked(file: &str, mark: &str) -> String {
    let text = std::fs::read_to_string(root().join(file)).expect("the file is there");
    let below = text.split_once(&format!("<!-- {mark} -->\n")).map(|(_, below)| below);
    let between = below.and_then(|below| below.split_once("<!-- end of print -->")).map(|(between, _)| between);
    between.unwrap_or_else(|| panic!("{file} has no {mark:?}")).to_owned()
}

#[test]
fn the_figures_of_others_are_those_that_were_measured() {
    let measured = marked("bench/peers/RESULTS.md", "copied into docs/figures.md");
    assert!(measured.lines().filter(|line| line.starts_with('|')).count() > 10, "RESULTS.md has no figures");
    let said = marked("docs/figures.md", "printed by bench/peers/run");
    assert!(said == measured, "docs/figures.md says other figures than bench/peers/RESULTS.md: run scripts/figures.sh");
}

#[test]
fn the_costs_are_those_of_the_report() {
    let report = std::fs::read_to_string(root().join("bench/REPORT.md")).expect("there is a report");
    let has_target = |line: &&str| matches!(line.split('|').collect::<Vec<_>>()[..], [_, _, _, target, _, _] if !target.trim().is_empty());
    let measured: Vec<&str> = report.lines().filter(has_target).collect();
    assert!(measured.len() > 20, "bench/REPORT.md has no figures");
    let said = marked("docs/figures.md", "printed by quipu bench --chunks 1000000");
    assert!(said.lines().eq(measured), "docs/figures.md says other costs than bench/REPORT.md: run scripts/figures.sh");
}
