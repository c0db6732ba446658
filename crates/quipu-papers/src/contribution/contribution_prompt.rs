//! The prompt for the five cells of one paper, and the reader of a language model's reply (grounded extraction: cells
//! without a quotation in the text do not count).
//!
//! Nothing here calls a model. A reply may be fenced, may have words before it, may be cut off: whole cells of it stay.
//! Cost: linear in the text and in the reply, of which a bounded beginning is read.

use quipu_kernel::replies::loose;
use quipu_kernel::text::{first_words, head, sentences};
use quipu_language::scholarly::{shortened, words};
use serde_json::{Map, Value};

use super::quote_position::{FoldedTexts, folded_quote};
use super::section_roles::{SectionRole, before_references, places};
use super::{ContributionCell, PaperStretch, StatedCell};

/// The most bytes of a reply that are read.
const LONGEST_REPLY: usize = 100_000;
/// The fewest characters of a quotation that is no whole sentence.
const SHORTEST_QUOTE: usize = 20;
/// The most bytes of a title, and of a heading, that the model is given.
const LONGEST_HEAD: usize = 300;
/// Maximal length in bytes of a reply's words in a report.
const LONGEST_TOLD: usize = 80;
/// Maximal number of problems that are reported one by one.
const MOST_TROUBLES: usize = 20;

/// The system prompt.
pub const SYSTEM: &str = include_str!("../../prompts/contribution.system.txt");

/// The user prompt with a paper, in at most `room` characters: the title, then as much as fits
/// of the summary, the introduction, the conclusion, the results and the rest, in the order of the paper. References,
/// thanks and appendices are left out.
pub fn question(title: &str, stretches: &[PaperStretch<'_>], room: usize) -> String {
    let mut out = clipped(&format!("Title: {}", head(title.trim(), LONGEST_HEAD)), room).to_owned();
    let roles = places(stretches);
    let texts: Vec<(String, &str)> = stretches.iter().zip(&roles).map(|(one, role)| shown(one, *role)).collect();
    let mut turns: Vec<usize> = (0..texts.len()).filter(|at| roles[*at].counts() && !texts[*at].1.is_empty()).collect();
    turns.sort_by_key(|at| (roles[*at].turn(), *at));
    let mut left = room.saturating_sub(out.chars().count());
    let mut given: Vec<usize> = vec![0; texts.len()];
    // A summary first, of the rest half of the room at a time, then all that still fits.
    for round in 0..2 {
        for at in &turns {
            let (heading, text) = &texts[*at];
            let most = if round > 0 || roles[*at].turn() < 2 { left } else { left / 2 };
            let frame = if given[*at] > 0 { 0 } else { heading.chars().count() };
            let more = most.saturating_sub(frame).min(length(text, given[*at], most));
            if more > 0 {
                given[*at] += more;
                left -= more + frame;
            }
        }
    }
    for ((heading, text), characters) in texts.iter().zip(given) {
        if characters > 0 {
            out.push_str(heading);
            out.push_str(clipped(text, characters));
        }
    }
    out
}

/// The line above a stretch in the question, and the text below it.
fn shown<'a>(one: &PaperStretch<'a>, role: SectionRole) -> (String, &'a str) {
    let text = if role == SectionRole::Plain { before_references(one.text) } else { one.text };
    let heading = one.heading.last().map_or("", |last| head(last.trim(), LONGEST_HEAD));
    let heading = if heading.is_empty() { "\n\n".to_owned() } else { format!("\n\n## {heading}\n") };
    (heading, text.trim())
}

/// Number of characters of a text after the first `from`, at most `most`.
fn length(text: &str, from: usize, most: usize) -> usize {
    text.chars().skip(from).take(most).count()
}

/// The first words of a text within `characters` characters.
fn clipped(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(bytes, _)| first_words(text, bytes))
}

/// Reads a model's reply for a paper: its cells in their order, and the rejected parts of the reply with their reasons,
/// one sentence each. A cell counts only if its quotation stands in one of the stretches, without regard to case and
/// blanks, and is at least 20 characters long or a whole sentence; its place is that of the sentences which the
/// quotation touches. The text of a cell is cut to 25 words; in a cell without text of its own, it is the quotation.
pub fn read_reply(reply: &str, stretches: &[PaperStretch<'_>]) -> (Vec<StatedCell>, Vec<String>) {
    let mut troubles = Vec::new();
    let found = loose(head(reply, LONGEST_REPLY));
    let mut cells = cells_of(found.values);
    if cells.is_none() {
        troubles.push("the reply holds no JSON with a cell".to_owned());
    } else if found.open || !found.cut.is_empty() {
        troubles.push("the reply is cut off; its whole cells are kept".to_owned());
    }
    let pages = FoldedTexts::of(stretches);
    let mut out = Vec::new();
    for cell in ContributionCell::ALL {
        match cells.as_mut().and_then(|all| taken(all, cell)).map(|value| stated(cell, &value, stretches, &pages)) {
            Some(Ok(Some(one))) => out.push(one),
            Some(Err(why)) => troubles.push(format!("{cell} was left out: {why}")),
            Some(Ok(None)) | None => (),
        }
    }
    let unknown = cells.unwrap_or_default();
    troubles.extend(
        unknown.keys().map(|key| format!("\"{}\" was left out: it is not a known cell", head(key, LONGEST_TOLD))),
    );
    let more = troubles.len().saturating_sub(MOST_TROUBLES);
    if more > 0 {
        troubles.truncate(MOST_TROUBLES);
        troubles.push(format!("{more} more parts of the reply were left out"));
    }
    (out, troubles)
}

/// The first object with one of the five cells, in a list of its own or not.
fn cells_of(values: Vec<Value>) -> Option<Map<String, Value>> {
    let objects = values.into_iter().flat_map(|value| match value {
        Value::Array(list) => list,
        other => vec![other],
    });
    objects
        .filter_map(|value| match value {
            Value::Object(map) => Some(map),
            _ => None,
        })
        .find(|map| {
            map.keys().any(|key| ContributionCell::ALL.iter().any(|cell| key.trim().eq_ignore_ascii_case(cell.name())))
        })
}

/// Takes the value of an object under the name of a cell.
fn taken(all: &mut Map<String, Value>, cell: ContributionCell) -> Option<Value> {
    let key = all.keys().find(|key| key.trim().eq_ignore_ascii_case(cell.name()))?.clone();
    all.remove(&key)
}

/// A cell of a reply; none where the reply marks it as not stated.
fn stated(
    cell: ContributionCell,
    value: &Value,
    stretches: &[PaperStretch<'_>],
    pages: &FoldedTexts,
) -> Result<Option<StatedCell>, String> {
    let said = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().trim();
    let (text, quote) = (said("text"), said("quote"));
    match value {
        Value::Null => return Ok(None),
        Value::Object(_) if text.is_empty() && quote.is_empty() => return Ok(None),
        Value::Object(_) if quote.is_empty() => return Err("it quotes nothing".to_owned()),
        Value::Object(_) => (),
        _ => return Err("it is no object with a text and a quote".to_owned()),
    }
    let folded = folded_quote(quote);
    let told = || head(quote, LONGEST_TOLD).to_owned();
    let Some((at, range)) = pages.find(&folded, stretches) else {
        return Err(format!("its quote does not stand in the paper: \"{}\"", told()));
    };
    let page = stretches[at].text;
    let touched = sentences(page).into_iter().map(|span| span.range());
    let touched: Vec<_> = touched.filter(|one| one.start < range.end && range.start < one.end).collect();
    let (start, end) = match (touched.first(), touched.last()) {
        (Some(first), Some(last)) => (first.start, last.end),
        _ => (range.start, range.end),
    };
    if quote.chars().count() < SHORTEST_QUOTE && folded_quote(&page[start..end]) != folded {
        return Err(format!("its quote is too short: \"{}\"", told()));
    }
    let text = if text.is_empty() { quote } else { text };
    let text = shortened(&words(head(text, 4 * LONGEST_HEAD)), text, None);
    let from = stretches[at].start;
    Ok(Some(StatedCell { cell, text, start: from.saturating_add(start), end: from.saturating_add(end), score: 1.0 }))
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
