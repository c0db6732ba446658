//! An answer, then its citations: document, headings, byte span, quote.

use std::io;

use quipu_engine::ask::{Answer, Citation};

use super::link::linked;
use super::units::one_line;
use super::{Style, line};
use crate::messages::{heard, say};

/// How many of the nearest hits a refusal names.
const NEAREST: usize = 3;

/// Prints an answer.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn answer(answer: &Answer) -> io::Result<()> {
    let style = Style::of_stdout();
    line(one_line(&answer.answer, usize::MAX))?;
    for found in &answer.citations {
        citation(found, style)?;
    }
    if answer.refused && !answer.hits.is_empty() {
        line(format!("\n{}", say!("answer-nearest")))?;
        for hit in answer.hits.iter().take(NEAREST) {
            let place = place(&hit.document, &hit.document, &hit.heading, hit.page, (hit.start, hit.end));
            line(format!("    {place}\n        {}", one_line(&hit.text, 100)))?;
        }
    }
    for note in &answer.notes {
        line(style.dim(&format!("\n{}", say!("note", note = heard(note)))))?;
    }
    Ok(())
}

fn citation(found: &Citation, style: Style) -> io::Result<()> {
    let place = place(&found.document, &found.source, &found.heading, found.page, (found.start, found.end));
    line(format!("\n{} {place}", style.bold(&format!("[{}]", found.n))))?;
    line(style.dim(&format!("    {}", one_line(&found.quote, usize::MAX))))
}

/// Where something stands: `notes/a.md › Heading › Below, bytes 10-20`; the document leads to its source.
pub(super) fn place(document: &str, source: &str, heading: &[String], page: Option<u32>, span: (u32, u32)) -> String {
    let document = linked(document, source, page);
    let path: Vec<&str> = std::iter::once(document.as_str()).chain(heading.iter().map(String::as_str)).collect();
    let (path, (start, end)) = (path.join(" › "), span);
    let said = match page {
        Some(page) => say!("place-page", path = path, page = page, start = start, end = end),
        None => say!("place", path = path, start = start, end = end),
    };
    said.to_string()
}
