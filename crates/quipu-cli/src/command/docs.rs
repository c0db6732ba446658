//! `quipu docs`: pages of the documentation, generated from the tables that the program uses.

use std::fmt::Write as _;
use std::io::Read as _;

use clap_complete::Shell;
use flate2::read::GzDecoder;
use quipu::ask::ways;
use quipu::documents::SPLITTERS;

use crate::cli::{DocsArgs, Page, command};
use crate::exit::Outcome;
use crate::messages::{Message, about, about_setting, say};
use crate::print;
use quipu::settings::{Settings, TABLE, Work};

/// Prints a page.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn run(args: &DocsArgs) -> anyhow::Result<Outcome> {
    match args.page {
        Page::Commands => print::text(&commands())?,
        Page::Settings => print::text(&settings())?,
        Page::Strategies => print::text(&table(
            &say!("docs-strategies"),
            ways().map(|way| (way.name(), about("strategy", way.name(), way.about()))),
        ))?,
        Page::Splitters => print::text(&table(
            &say!("docs-splitters"),
            SPLITTERS.iter().map(|one| (one.name(), about("splitter", one.name(), one.about()))),
        ))?,
        Page::Skill => print::text(SKILL)?,
    }
    Ok(Outcome::Done)
}

/// The guide for agents, in the form of agentskills.io.
const SKILL: &str = include_str!("../../../../docs/skill/SKILL.md");

/// Prints completions for a shell.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<Outcome> {
    // The generator of pages panics on a failed write.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command(), "quipu", &mut text);
    print::text(&String::from_utf8_lossy(&text))?;
    Ok(Outcome::Done)
}

/// Prints the licences of all crates in the binary, as `cargo xtask licences` gathered them, and that of
/// the library in the pages that it draws.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn licences() -> anyhow::Result<Outcome> {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/licences.txt.gz"));
    let mut text = String::new();
    GzDecoder::new(packed.as_slice()).read_to_string(&mut text)?;
    print::text(&text)?;
    let rule = "-".repeat(72);
    print::text(&format!("\n{rule}\nOf cytoscape.js, in the pages that are drawn\n\n{}\n", print::LICENCE.trim()))?;
    Ok(Outcome::Done)
}

/// Prints the manual page.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn man() -> anyhow::Result<Outcome> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command()).render(&mut page)?;
    print::text(&String::from_utf8_lossy(&page))?;
    Ok(Outcome::Done)
}

/// The help of every command, wrapped the same on every screen.
fn commands() -> String {
    let mut root = command().term_width(100).color(clap::ColorChoice::Never);
    root.build();
    let mut page = format!("{}\n", say!("docs-commands"));
    let _ = write!(page, "\n## quipu\n\n```text\n{}```\n", trimmed(&root.render_long_help().to_string()));
    for command in root.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let name = command.get_name().to_owned();
        let _ = write!(page, "\n## quipu {name}\n\n```text\n{}```\n", trimmed(&command.render_help().to_string()));
    }
    page
}

/// The text without blanks at the ends of lines.
fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A table of names and their descriptions.
fn table(head: &Message, rows: impl Iterator<Item = (&'static str, String)>) -> String {
    let mut table = format!("| {head} |\n|---|---|\n");
    for (name, about) in rows {
        let _ = writeln!(table, "| `{name}` | {about} |");
    }
    table
}

/// The table of settings with their defaults.
fn settings() -> String {
    let defaults = Settings::default();
    let mut page = format!("{}\n", say!("docs-settings"));
    let mut section = "";
    for setting in TABLE.iter() {
        let (this, name) = setting.section();
        if setting.work.is_some() {
            // One row stands for all of these.
            if setting.work == Work::ALL.first().copied() && name.ends_with(".url") {
                let names = Work::ALL.map(|work| format!("`{}`", work.name())).join(", ");
                let _ =
                    writeln!(page, "| `extract.name` … | `default` | {} |", say!("docs-settings-work", names = names));
            }
            continue;
        }
        if this != section {
            let _ = write!(page, "\n## \\[{this}\\]\n\n| {} |\n|---|---|---|\n", say!("docs-settings-head"));
            section = this;
        }
        let default = (setting.show)(&defaults);
        let _ = writeln!(page, "| `{name}` | `{default}` | {} |", about_setting(setting));
    }
    page
}
