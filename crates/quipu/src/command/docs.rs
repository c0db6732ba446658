//! `quipu docs`: pages of the documentation, made from the very tables that the program runs on.

use std::fmt::Write as _;
use std::io;

use clap::CommandFactory;
use clap_complete::Shell;
use quipu_engine::ways::all as ways;
use quipu_kernel::split::SPLITTERS;

use crate::cli::{Cli, DocsArgs, Page};
use crate::exit::Outcome;
use crate::print;
use crate::settings::{Settings, TABLE};

/// Prints a page.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn run(args: &DocsArgs) -> anyhow::Result<Outcome> {
    match args.page {
        Page::Commands => print::text(&commands())?,
        Page::Settings => print::text(&settings())?,
        Page::Strategies => {
            print::text(&table("strategy | how it looks", ways().map(|way| (way.name(), way.about()))))?
        }
        Page::Splitters => {
            print::text(&table("method | how it cuts", SPLITTERS.iter().map(|one| (one.name(), one.about()))))?
        }
    }
    Ok(Outcome::Done)
}

/// Prints completions for a shell.
pub(crate) fn completions(shell: Shell) -> Outcome {
    clap_complete::generate(shell, &mut Cli::command(), "quipu", &mut io::stdout().lock());
    Outcome::Done
}

/// Prints the licences of all crates in the binary, as `cargo xtask licences` gathered them, and that of
/// the library in the pages that it draws.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn licences() -> anyhow::Result<Outcome> {
    print::text(include_str!("../../assets/licences.txt"))?;
    let rule = "-".repeat(72);
    print::text(&format!("\n{rule}\nOf cytoscape.js, in the pages that are drawn\n\n{}\n", print::LICENCE.trim()))?;
    Ok(Outcome::Done)
}

/// Prints the manual page.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn man() -> anyhow::Result<Outcome> {
    clap_mangen::Man::new(Cli::command()).render(&mut io::stdout().lock())?;
    Ok(Outcome::Done)
}

/// The help of every command, wrapped the same on every screen.
fn commands() -> String {
    let mut root = Cli::command().term_width(100).color(clap::ColorChoice::Never);
    root.build();
    let mut page = "# Commands\n\nPrinted by `quipu docs commands`; a test holds this page to it.\n".to_owned();
    let _ = write!(page, "\n## quipu\n\n```text\n{}```\n", trimmed(&root.render_long_help().to_string()));
    for command in root.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let name = command.get_name().to_owned();
        let _ = write!(page, "\n## quipu {name}\n\n```text\n{}```\n", trimmed(&command.render_help().to_string()));
    }
    page
}

/// Without blanks at the ends of lines.
fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A table of names and what they mean.
fn table(head: &str, rows: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    let mut table = format!("| {head} |\n|---|---|\n");
    for (name, about) in rows {
        let _ = writeln!(table, "| `{name}` | {about} |");
    }
    table
}

/// The table of settings with their defaults.
fn settings() -> String {
    let defaults = Settings::default();
    let mut page = "\
# Settings

Printed by `quipu docs settings`; a test holds this page to it.

From strong to weak: a flag (`--set split.characters=800`), a variable (`QUIPU_SPLIT_CHARACTERS=800`), the file `quipu.toml`
beside `.quipu/`, the file `quipu/config.toml` below `$XDG_CONFIG_HOME` or `~/.config`, the default. A key that no
setting has is an error that names the nearest one.
"
    .to_owned();
    let mut section = "";
    for setting in TABLE.iter() {
        let (this, name) = setting.section();
        if this != section {
            let _ = write!(page, "\n## \\[{this}\\]\n\n| key | default | what it does |\n|---|---|---|\n");
            section = this;
        }
        let default = (setting.show)(&defaults);
        let _ = writeln!(page, "| `{name}` | `{default}` | {} |", setting.about);
    }
    page
}
