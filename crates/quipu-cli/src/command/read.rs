//! `quipu read`: the documents in files, before anything else is done with them.

use quipu::documents::{Document, Pages, Span};

use crate::cli::ReadArgs;
use crate::exit::Outcome;
use crate::messages::{heard, say};
use crate::place::Place;
use crate::print;

/// Prints the documents in the files; unreadable parts are reported on standard error.
///
/// # Errors
/// When a path is missing, or standard output is closed.
pub(crate) async fn run(place: &Place<'_>, args: &ReadArgs) -> anyhow::Result<Outcome> {
    let mut job = place.quipu(&[])?.read(args.paths.clone());
    while let Some(read) = job.next().await {
        match read {
            Ok(document) if place.common.json => print::json_line(&document)?,
            Ok(document) => show(&document)?,
            Err(skipped) => print::note(say!("read-skipped", path = skipped.path, why = heard(&skipped.why)))?,
        }
    }
    Ok(if job.await? == 0 { Outcome::Nothing } else { Outcome::Done })
}

/// Prints a document: its metadata, then its text, each page below a line that names it.
fn show(document: &Document) -> anyhow::Result<()> {
    let style = print::Style::of_stdout();
    print::line(style.dim(&format!("<!-- {}: {} ({}) -->", document.id, document.title, document.source.mime)))?;
    if let Some(partial) = &document.partial {
        print::line(style.dim(&format!("<!-- {} -->", say!("read-partial", why = heard(partial)))))?;
    }
    let text = &document.text;
    let ends = document.pages.iter().skip(1).map(|start| *start as usize).chain([text.len()]);
    for (start, end) in document.pages.iter().map(|start| *start as usize).zip(ends) {
        let page = Pages::of(&document.pages, Span::new(start, end)).map_or(0, |pages| pages.first);
        print::line(style.dim(&format!("\n<!-- {} -->", say!("read-page", page = page))))?;
        print::line(text.get(start..end).unwrap_or_default().trim_matches('\n'))?;
    }
    if document.pages.is_empty() {
        print::line(text)?;
    }
    Ok(())
}
