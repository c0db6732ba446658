//! An answer, then its citations: document, headings, byte span; of a written one each with its quote.

use std::io::{self, Write as _};

use quipu::ask::ShownHit;
use quipu::ask::{Answer, CallEstimate, CheckedSentence, Citation, Trouble, TrustClass};
use quipu::models::money;

use super::link::linked;
use super::markdown::rendered;
use super::safe::safe;
use super::units::{one_line, thousands};
use super::{StreamStyle, line};
use crate::messages::{Message, note, reason, say};

/// Number of nearest hits that a refusal names.
const NEAREST: usize = 3;

/// Prints an answer.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn answer(answer: &Answer) -> io::Result<()> {
    line(rendered(answer.answer.trim_end(), StreamStyle::of_stdout()))?;
    told(answer)
}

/// Prints a piece of an answer as it comes.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn piece(text: &str) -> io::Result<()> {
    super::text(&safe(text))?;
    io::stdout().flush()
}

/// Prints the part below an answer that was streamed: its unsupported sentences too, since the streamed
/// text bears no marks.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn below(answer: &Answer) -> io::Result<()> {
    line("")?;
    let open: Vec<&CheckedSentence> = answer.sentences.iter().filter(|one| !one.supported).collect();
    if !open.is_empty() {
        line(format!("\n{}", say!("answer-unsupported")))?;
        open.iter().try_for_each(|one| line(format!("    [?] {}", one_line(&one.text, usize::MAX))))?;
    }
    told(answer)
}

/// Prints the sources of an answer, and its notes.
fn told(answer: &Answer) -> io::Result<()> {
    let style = StreamStyle::of_stdout();
    // The text of a quoted answer is its citations: only their places are still to be printed.
    let quoted = answer.written_by.is_none();
    answer.citations.iter().enumerate().try_for_each(|(at, found)| citation(found, style, (quoted, at)))?;
    if answer.refused && !answer.hits.is_empty() {
        line(format!("\n{}", say!("answer-nearest")))?;
        for hit in answer.hits.iter().take(NEAREST) {
            let place = place(&hit.document, &hit.document, &hit.heading, hit.page, (hit.start, hit.end));
            line(format!("    {place}\n        {}", one_line(&hit.text, 100)))?;
        }
    }
    if let Some(beyond) = &answer.beyond {
        line(format!("\n{}\n{}", style.bold(&say!("answer-beyond").to_string()), rendered(beyond, style)))?;
    }
    if answer.from_cache {
        line(style.dim(&format!("\n{}", say!("note", note = say!("from-cache").to_string()))))?;
    }
    let notes = answer.notes.iter().map(|one| note(one).to_string());
    for said in notes.chain(answer.trouble.iter().map(trouble)) {
        line(style.dim(&format!("\n{}", say!("note", note = said))))?;
    }
    match &answer.written_by {
        Some(model) if !answer.refused => line(style.dim(&format!("\n{}", trust(answer, model)))),
        Some(model) => spent(answer, model).map_or(Ok(()), |said| line(style.dim(&format!("\n{said}")))),
        None if answer.refused || answer.citations.is_empty() || !answer.is_calibrated() => Ok(()),
        None => line(style.dim(&format!("\n{}", quoted_trust(answer)))),
    }
}

/// The trust in quotes, in words, with the share of such answers that are right.
fn quoted_trust(answer: &Answer) -> Message {
    let tenths = format!("{:.0}", answer.confidence.value * 10.0);
    match answer.confidence.class {
        TrustClass::Stated => say!("answer-stated", tenths = tenths),
        _ => say!("answer-near", tenths = tenths),
    }
}

/// A failure of a model, in words.
fn trouble(trouble: &Trouble) -> String {
    let said = match trouble {
        Trouble::Unwritten { error } => say!("answer-unwritten", why = reason(error)),
        Trouble::Unrewritten { error } => say!("answer-unrewritten", why = reason(error)),
        Trouble::Broken { error } => say!("answer-broken", why = reason(error)),
        Trouble::Unknown { numbers } => {
            let numbers = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            say!("answer-unknown", numbers = numbers)
        }
        Trouble::Dropped { sentences } => say!("answer-dropped", count = *sentences),
        Trouble::Unmapped { failed, of } => say!("answer-unmapped", failed = *failed, of = *of),
        Trouble::Unsupported { sentences } => say!("answer-none-supported", count = *sentences),
    };
    said.to_string()
}

/// The trust in a written answer and its reasons, its model, and its cost.
fn trust(answer: &Answer, model: &str) -> String {
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    let of = &answer.confidence;
    let open = answer.sentences.iter().filter(|one| !one.supported).count();
    let mut said = say!("answer-trust", value = percent(of.value),).to_string();
    if open > 0 {
        said.push_str(&format!(" {}", say!("answer-open", open = open, count = answer.sentences.len())));
    }
    if let Some(took) = spent(answer, model) {
        said.push_str(&format!("\n{took}"));
    }
    said
}

/// The usage of models for an answer.
fn spent(answer: &Answer, model: &str) -> Option<String> {
    let spent = answer.spent.as_ref()?;
    let (input, output) = (thousands(spent.input), thousands(spent.output));
    let mut said = say!("answer-spent", model = model, calls = spent.calls, input = input, output = output).to_string();
    if spent.money > 0.0 {
        said.push_str(&format!(", {}", say!("answer-money", money = money(spent.money))));
    }
    Some(said)
}

/// The maximal cost of a question.
pub(crate) fn cost_estimate(told: &CallEstimate) -> Message {
    let CallEstimate { calls, input, output, money: cost } = *told;
    let (input, output) = (thousands(input), thousands(output));
    match cost > 0.0 {
        true => say!("foretold-money", calls = calls, input = input, output = output, money = money(cost)),
        false => say!("foretold", calls = calls, input = input, output = output),
    }
}

/// Prints a chunk that an answer was made from.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn source(number: usize, hit: &ShownHit) -> io::Result<()> {
    let style = StreamStyle::of_stdout();
    let place = place(&hit.document, &hit.source, &hit.heading, hit.page, (hit.start, hit.end));
    // No brackets: those are the numbers of citations.
    line(format!("{} {place}", style.bold(&format!("{number:>3}."))))?;
    line(style.dim(&format!("     {}", one_line(&hit.text, 200))))
}

fn citation(found: &Citation, style: StreamStyle, (quoted, at): (bool, usize)) -> io::Result<()> {
    let place = place(&found.document, &found.source, &found.heading, found.page, (found.start, found.end));
    let parted = if quoted && at > 0 { "" } else { "\n" };
    line(format!("{parted}{} {place}", style.bold(&format!("[{}]", found.n))))?;
    if quoted {
        return Ok(());
    }
    line(style.dim(&format!("    {}", one_line(&found.quote, usize::MAX))))
}

/// A place: `notes/a.md › Heading › Below, bytes 10-20`; the document leads to its source.
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
