//! Printing: the only place that writes to standard output and standard error.

mod answer;
mod evaluated;
mod graph;
mod hits;
mod page;
mod progress;
mod report;
mod style;
mod things;
pub(crate) mod units;
mod width;

use std::io::{self, Write};

use serde::Serialize;

pub(crate) use answer::answer;
pub(crate) use evaluated::{VECTORS, answers, evaluated, loaders, mentions, vector_cells, vectors};
pub(crate) use graph::{paths, similar, tree};
pub(crate) use hits::found;
pub(crate) use page::{LICENCE, page};
pub(crate) use progress::{ProgressLine, Total};
pub(crate) use report::{deleted, exported, imported, indexed, kept, status, verified};
pub(crate) use style::Style;
pub(crate) use things::{chunk, document, entity, relation};

/// Prints text as it is.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn text(text: &str) -> io::Result<()> {
    io::stdout().lock().write_all(text.as_bytes())
}

/// Prints a line.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn line(line: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{line}")
}

/// Prints a value as indented JSON.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn json(value: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}

/// Prints a value as JSON on one line.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn json_line(value: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)
}

/// Says something on standard error, beside what was asked for.
///
/// # Errors
/// When standard error is closed.
pub(crate) fn note(note: &str) -> io::Result<()> {
    writeln!(io::stderr().lock(), "{note}")
}

/// Says on standard error why the run failed, causes included.
pub(crate) fn failure(error: &anyhow::Error) {
    let style = Style::of_stderr();
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr().lock(), "{}: {error:#}", style.bold("quipu"));
}
