//! An answer, then its citations: document, headings, byte span, quote.

use std::io;

use quipu_engine::ask::{Answer, Citation};

use super::units::one_line;
use super::{Style, line};

/// How many of the nearest hits a refusal names.
const NEAREST: usize = 3;

/// Prints an answer.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn answer(answer: &Answer) -> io::Result<()> {
    let style = Style::of_stdout();
    line(&one_line(&answer.answer, usize::MAX))?;
    for found in &answer.citations {
        citation(found, style)?;
    }
    if answer.refused && !answer.hits.is_empty() {
        line("\nNearest, though they do not seem to answer:")?;
        for hit in answer.hits.iter().take(NEAREST) {
            let place = place(&hit.document, &hit.heading, hit.page, (hit.start, hit.end));
            line(&format!("    {place}\n        {}", one_line(&hit.text, 100)))?;
        }
    }
    for note in &answer.notes {
        line(&style.dim(&format!("\nNote: {note}")))?;
    }
    Ok(())
}

fn citation(found: &Citation, style: Style) -> io::Result<()> {
    let place = place(&found.document, &found.heading, found.page, (found.start, found.end));
    line(&format!("\n{} {place}", style.bold(&format!("[{}]", found.n))))?;
    line(&style.dim(&format!("    {}", one_line(&found.quote, usize::MAX))))
}

/// Where something stands: `notes/a.md › Heading › Below, bytes 10-20`.
pub(super) fn place(document: &str, heading: &[String], page: Option<u32>, span: (u32, u32)) -> String {
    let path: Vec<&str> = std::iter::once(document).chain(heading.iter().map(String::as_str)).collect();
    let page = page.map(|page| format!(", page {page}")).unwrap_or_default();
    format!("{}{page}, bytes {}-{}", path.join(" › "), span.0, span.1)
}
