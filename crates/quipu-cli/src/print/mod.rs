//! Printing: the only place that writes to standard output and standard error.

mod answer;
mod checked;
mod communities;
mod entities;
mod evaluated;
mod extracted;
mod graph;
mod hits;
mod judged;
mod link;
mod listed_themes;
mod markdown;
mod matrix;
mod monitored;
mod page;
mod pager;
mod papers;
mod papers_asked;
mod progress;
mod quoted;
mod reembedded;
mod report;
mod reports_page;
mod safe;
mod sessions;
mod style;
mod table;
mod things;
mod tokens;
mod traced;
mod traced_page;
pub(crate) mod units;
mod upgraded;
mod width;
mod wiki_report;

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use crate::messages;
use crate::print::table::Column;

pub(crate) use answer::{answer, below, cost_estimate, piece, source};
pub(crate) use checked::checked;
pub(crate) use communities::{clustered, clustering, communities, community, estimated_reports};
pub(crate) use entities::{decisions, deed, reasons, undone};
pub(crate) use evaluated::{
    VECTORS, agent_rows, answers, effort_rows, evaluated, loaders, mentions, names, relations, replies, vector_cells,
    vectors,
};
pub(crate) use extracted::{estimated, extracted, failures, reading};
pub(crate) use graph::{paths, similar, tree};
pub(crate) use hits::{found, found_things, making_things};
pub(crate) use judged::judged;
pub(crate) use link::shown_from;
pub(crate) use listed_themes::{overview, overview_in_brief, themes};
pub(crate) use matrix::matrix;
pub(crate) use monitored::monitored;
use page::escaped;
pub(crate) use page::{LICENCE, page};
pub(crate) use pager::{all_said, as_it_comes, page_by_page};
pub(crate) use papers::{
    cited_works, paper, paper_citations, paper_knowledge, paper_map, papers_added, papers_found, papers_listed,
    papers_standing, related_concepts,
};
pub(crate) use papers_asked::{contributions, paper_answer, papers_refreshed, related_papers};
pub(crate) use progress::ProgressLine;
pub(crate) use quoted::quoted;
pub(crate) use reembedded::{reembedded, standing};
pub(crate) use report::{amended, deleted, exported, imported, indexed, kept, status, verified};
pub(crate) use reports_page::reports_page;
pub(crate) use sessions::{exchange, sessions};
pub(crate) use style::{ShowWhen, StreamStyle, settle};
pub(crate) use things::{chunk, document, entity, relation};
pub(crate) use tokens::tokens;
pub(crate) use traced::agent_trace;
pub(crate) use traced_page::traced_page;
pub(crate) use upgraded::{upgraded, upgrading};
pub(crate) use wiki_report::{wiki_progress, wiki_written};

/// Prints text as it is.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn text(text: &str) -> io::Result<()> {
    pager::write(text.as_bytes())
}

/// Prints a line.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn line(line: impl Display) -> io::Result<()> {
    pager::write(format!("{}\n", safe::safe(&line.to_string())).as_bytes())
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

/// Prints names, each with a path and its content.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn listed(rows: &[[String; 3]]) -> io::Result<()> {
    table::table(&[Column::Left, Column::Gives(0), Column::Left], rows)
}

/// Prints strategies: name, description, source.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn ways(rows: &[[String; 3]]) -> io::Result<()> {
    table::table(&[Column::Left, Column::Gives(0), Column::Gives(1)], rows)
}

/// Prints models: name, local availability, size, dimension, licence, languages.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn models(rows: &[[String; 6]]) -> io::Result<()> {
    table::table(
        &[Column::Gives(2), Column::Left, Column::Right, Column::Right, Column::Gives(1), Column::Gives(0)],
        rows,
    )
}

/// Prints a note on standard error, beside the requested output.
///
/// # Errors
/// When standard error is closed.
pub(crate) fn note(note: impl Display) -> io::Result<()> {
    writeln!(io::stderr().lock(), "{}", safe::safe(&note.to_string()))
}

/// Says on standard error why the run failed, causes included; for programs, as JSON with a code.
pub(crate) fn failure(error: &anyhow::Error, json: bool) {
    let failure = messages::failure(error.as_ref());
    // Without standard error there is no way to report the failure.
    let _ = if json {
        writeln!(io::stderr().lock(), "{}", serde_json::json!({ "error": failure }))
    } else {
        let message = safe::safe(&failure.message);
        writeln!(io::stderr().lock(), "{}: {message}", StreamStyle::of_stderr().bold("quipu"))
    };
}

/// Prints the output of the parser of flags: help and versions on standard output, errors on standard error.
pub(crate) fn parsed(error: &clap::Error) -> io::Result<()> {
    if error.use_stderr() {
        let wrong = messages::wrong(error);
        let ansi = StreamStyle::of_stderr().is_shown() && messages::language() == messages::MessageLanguage::En;
        return if ansi { note_as_is(&error.render().ansi().to_string()) } else { note_as_is(&wrong) };
    }
    let help = error.render();
    if error.kind() == clap::error::ErrorKind::DisplayHelp {
        page_by_page();
    }
    let shown = if StreamStyle::of_stdout().is_shown() { help.ansi().to_string() } else { help.to_string() };
    line(shown.trim_end_matches('\n'))
}

fn note_as_is(text: &str) -> io::Result<()> {
    io::stderr().lock().write_all(text.as_bytes())
}
