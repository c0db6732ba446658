//! The shape of an answer: Markdown that reads well as text and on a page. Sentences are sentences, lists are lists, a
//! row is pairs of `Header: value`, code is code; the lead-in of a unit stands before it, and the heading above it
//! where that adds information.

use super::asked::WantedValue;
use super::cues::holds_version;
use super::read_text::ReadText;
use super::units::{BLANK, Unit, UnitKind, cells, trimmed};
use super::word_weights::WeighedWords;
use super::{Chosen, Passage};
use quipu_kernel::model::Span;
use quipu_kernel::text::{count_words, sentences};

/// The longest row that is shown on one line, in characters.
const ONE_LINE: usize = 100;
/// The longest lead-in that is shown whole, in words; of a longer one only its first or last sentence.
const LONGEST_LEAD: usize = 30;
/// The longest list that is shown whole, in words.
const LONGEST_LIST: usize = 260;

/// A unit as Markdown: `**Heading**`, lead-in, text.
pub(super) fn shown(weighed: &WeighedWords, passage: &Passage<'_>, read: &ReadText, at: usize, span: Span) -> String {
    let unit = &read.units.units[at];
    let body = match unit.kind {
        UnitKind::Sentence => line(&read.units.seen(span)),
        UnitKind::Member => member(read, unit),
        UnitKind::Row => row(passage.text, read, unit),
        UnitKind::Code => code(passage.text, read, unit),
        UnitKind::List | UnitKind::Steps => list(passage.text, read, unit),
    };
    match heading(weighed, read, at) {
        Some(words) if body.contains('\n') => format!("**{words}**\n\n{body}"),
        Some(words) => format!("**{words}:** {body}"),
        None => body,
    }
}

/// The heading above a unit: the innermost, where it says words of the question that the unit and its lead-in do not;
/// or one that holds the requested version or time, when the unit does not.
fn heading<'a>(weighed: &WeighedWords, read: &'a ReadText, at: usize) -> Option<&'a str> {
    let (unit, told) = (&read.units.units[at], &read.told[at]);
    let headings = &read.units.sections[unit.section];
    let text = read.units.seen(unit.span);
    let dated = |text: &str| match weighed.asked.value {
        WantedValue::Version => holds_version(text),
        WantedValue::When => text.contains(|c: char| c.is_ascii_digit()),
        _ => false,
    };
    if !dated(&text)
        && let Some(found) = headings.iter().rev().find(|words| dated(words))
    {
        return Some(found);
    }
    let words = headings.last()?;
    let said = weighed.said(words).both(weighed.weighty);
    let adds = !said.without(told.own.and(told.lead).and(read.title)).is_empty();
    let needs = unit.kind != UnitKind::Sentence || count_words(&text) < 8;
    (adds && needs).then_some(words.as_str())
}

/// Text on one line: white space and line breaks become single spaces.
fn line(seen: &str) -> String {
    let text = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = entities(&text);
    text.trim_start_matches(|c: char| matches!(c, '•' | '|') || c.is_whitespace()).to_owned()
}

/// Entities that stand for white space and quotes. Those of angle brackets stay, since the brackets would be markup.
fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let pairs = [("&nbsp;", " "), ("&quot;", "\""), ("&#39;", "'")];
    pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The lead-in of a unit, on a line; none without one.
fn lead(read: &ReadText, unit: &Unit) -> Option<String> {
    let text = line(&read.units.seen(*unit.lead.last()?));
    if count_words(&text) <= LONGEST_LEAD {
        return Some(text).filter(|text| !text.is_empty());
    }
    let found = sentences(&text);
    let part = if text.ends_with(':') { found.last() } else { found.first() };
    part.map(|span| text[span.range()].to_owned())
}

fn member(read: &ReadText, unit: &Unit) -> String {
    let own = read.units.seen(unit.span);
    let own = if own.contains("```") { own.trim().to_owned() } else { line(&own) };
    match lead(read, unit) {
        Some(lead) => format!("{lead}\n\n- {own}"),
        None => own,
    }
}

/// A row as pairs of `Header: value`, on a line where they fit.
fn row(text: &str, read: &ReadText, unit: &Unit) -> String {
    let of = |span: Span| -> Vec<String> {
        let cells = cells(text, span.range()).into_iter();
        cells.map(|cell| line(&read.units.seen(Span::new(cell.start, cell.end)))).collect()
    };
    let heads = unit.lead.first().map_or(Vec::new(), |head| of(first_line(text, *head)));
    let pair = |(at, cell): (usize, String)| {
        let head = heads.get(at).map(|head| head.trim_end_matches(':')).filter(|head| !head.is_empty());
        (!cell.is_empty()).then(|| head.map_or(cell.clone(), |head| format!("{head}: {cell}")))
    };
    let pairs: Vec<String> = of(unit.span).into_iter().enumerate().filter_map(pair).collect();
    let length: usize = pairs.iter().map(|pair| pair.chars().count() + 2).sum();
    match pairs.as_slice() {
        [one] => one.clone(),
        pairs if length <= ONE_LINE => pairs.join("; "),
        pairs => pairs.iter().map(|pair| format!("- {pair}")).collect::<Vec<_>>().join("\n"),
    }
}

/// The first line of a span that has words: the titles of a table's columns.
fn first_line(text: &str, span: Span) -> Span {
    let range = trimmed(text, span.range());
    let end = text[range.clone()].find('\n').map_or(range.end, |length| range.start + length);
    Span::new(range.start, end)
}

fn code(text: &str, read: &ReadText, unit: &Unit) -> String {
    let code = text.get(unit.span.range()).unwrap_or_default();
    let code = dedented(code, indent(text, unit.span));
    let fenced = if code.starts_with(['`', '~']) { code } else { format!("```\n{code}\n```") };
    match lead(read, unit) {
        Some(lead) => format!("{lead}\n\n{fenced}"),
        None => fenced,
    }
}

fn list(text: &str, read: &ReadText, unit: &Unit) -> String {
    let seen = read.units.seen.get(unit.span.range()).unwrap_or_default();
    let lines = dedented(seen, indent(text, unit.span));
    let lines: Vec<String> =
        lines.lines().map(|line| entities(&line.replace(BLANK, "")).trim_end().to_owned()).collect();
    // Prose between blocks of code stays separated from them as it was; a list needs no blank lines.
    let is_prose = lines.first().is_some_and(|line| mark(line).is_none());
    let mut tidy = Tidy::default();
    lines.iter().for_each(|line| tidy.add(line, is_prose));
    let out = tidy.finish();
    match lead(read, unit) {
        Some(lead) => format!("{lead}\n\n{out}"),
        None => out,
    }
}

/// The lines of a list, made readable: wrapped lines joined, numbers counted up, overlong text left out and counted.
#[derive(Default)]
struct Tidy {
    out: Vec<String>,
    words: usize,
    is_code: bool,
    /// The number of the last top member.
    number: Option<u32>,
    /// Number of top members left out.
    left: usize,
}

impl Tidy {
    fn add(&mut self, line: &str, is_prose: bool) {
        let content = line.trim_start();
        let fence = content.starts_with("```") || content.starts_with("~~~");
        let was_code = self.is_code;
        self.is_code ^= fence;
        let top = !line.starts_with(' ') && !was_code;
        self.words += count_words(line);
        if self.left > 0 || (self.words > LONGEST_LIST && top && !self.out.is_empty()) {
            self.left += usize::from(top && mark(line).is_some());
            return;
        }
        if was_code || fence || is_prose {
            return self.out.push(line.to_owned());
        }
        match self.out.last_mut() {
            _ if content.is_empty() => {}
            Some(last) if mark(content).is_none() && !last.trim_start().starts_with("```") => {
                last.push(' ');
                last.push_str(content);
            }
            _ => {
                let numbered = self.numbered(line, top);
                self.out.push(numbered);
            }
        }
    }

    /// A top member with the number that it has after those before it: `1.` again and again counts up.
    fn numbered(&mut self, line: &str, top: bool) -> String {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(own) = line[..digits].parse::<u32>() else { return line.to_owned() };
        if !top {
            return line.to_owned();
        }
        let number = self.number.map_or(own, |last| last.saturating_add(1));
        self.number = Some(number);
        format!("{number}{}", &line[digits..])
    }

    fn finish(mut self) -> String {
        if self.left > 0 {
            self.out.push(format!("- … (+{})", self.left));
        }
        self.out.join("\n")
    }
}

/// The length of a list's mark that a line begins with.
fn mark(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    let marks: &[&str] = if digits > 0 { &[". ", ") "] } else { &["- ", "* ", "+ "] };
    marks.iter().any(|mark| rest.starts_with(mark)).then_some(digits + 2)
}

/// Columns before the first line of a span.
fn indent(text: &str, span: Span) -> usize {
    let start = span.range().start;
    let own = text[start..].len() - text[start..].trim_start_matches(' ').len();
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    own + if text[line..start].trim().is_empty() { start - line } else { 0 }
}

/// Lines without the indent of the first one.
fn dedented(text: &str, indent: usize) -> String {
    let strip = |line: &str| {
        let blank = line.len() - line.trim_start_matches(' ').len();
        line[blank.min(indent)..].to_owned()
    };
    text.lines().map(strip).collect::<Vec<_>>().join("\n")
}

/// The Markdown of an answer: each unit with the number that it is cited by, from 1; sentences of one passage on a
/// line, all else in paragraphs of its own.
pub fn joined(units: &[Chosen]) -> String {
    let mut out = String::new();
    let flows = |unit: &Chosen| unit.kind == UnitKind::Sentence && !unit.text.contains('\n');
    for (at, unit) in units.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &units[before]);
        let goes_on = before.is_some_and(|before| before.passage == unit.passage && flows(before) && flows(unit));
        out.push_str(match before {
            None => "",
            Some(_) if goes_on => " ",
            Some(_) => "\n\n",
        });
        // After a fence there must be nothing.
        let fenced = unit.text.ends_with("```") || unit.text.ends_with("~~~");
        out.push_str(&format!("{}{}[{}]", unit.text, if fenced { "\n" } else { " " }, at + 1));
    }
    out
}
