//! A wiki: the progress of writing it, and the result.

use std::io;

use quipu::wiki::{WikiEvent, WikiReport};

use super::units::seconds;
use crate::messages::{Message, say};

/// Most paths of one kind that are listed.
const LISTED: usize = 20;

/// The progress of a run.
pub(crate) fn wiki_progress(event: &WikiEvent) -> String {
    match event {
        WikiEvent::Made(at) => say!("wiki-made", made = at.made, most = at.most).to_string(),
        WikiEvent::Compared(at) => say!("wiki-compared", made = at.made, most = at.most).to_string(),
    }
}

/// Prints the result of a run.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn wiki_written(report: &WikiReport) -> io::Result<()> {
    listed(&report.kept, |path| say!("wiki-kept", path = path))?;
    listed(&report.skipped, |path| say!("wiki-skipped", path = path))?;
    super::line(say!(
        "wiki-written",
        pages = report.pages,
        written = report.written,
        unchanged = report.unchanged,
        kept = report.kept.len(),
        moved = report.moved.len(),
        time = seconds(report.seconds),
    ))?;
    if report.stopped { super::line(say!("wiki-stopped")) } else { Ok(()) }
}

fn listed(paths: &[String], told: impl Fn(&str) -> Message) -> io::Result<()> {
    paths.iter().take(LISTED).try_for_each(|path| super::line(told(path)))?;
    let more = paths.len().saturating_sub(LISTED);
    if more > 0 { super::line(say!("wiki-more", count = more)) } else { Ok(()) }
}
