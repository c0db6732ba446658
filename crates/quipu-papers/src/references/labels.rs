//! Labels of entries, and the style that most of them have.

use super::lines::Line;
use super::tokens::tokens;

/// The style of a list's labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `[3]`
    Bracketed,
    /// `3.`, `3)`
    Dotted,
    /// `³`, `^3`
    Raised,
    /// `[VSP+17]`
    Alpha,
    /// `3 Vaswani`
    Bare,
}

/// The beginning of an entry: the line, the byte within its text, the label and the byte after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) line: usize,
    pub(super) byte: usize,
    pub(super) label: String,
    pub(super) after: usize,
    number: Option<u32>,
}

/// Numbers that a list may skip, at most.
const GAP: u32 = 30;

/// The style of most entries and where they begin; none where the list has no labels.
pub(super) fn starts(lines: &[Line]) -> Option<(Style, Vec<Start>)> {
    let mut best: Option<(Style, Vec<Start>)> = None;
    for style in [Style::Bracketed, Style::Dotted, Style::Raised, Style::Alpha, Style::Bare] {
        let found = candidates(lines, style);
        let found = if style == Style::Alpha { found } else { rising(found) };
        if is_style(style, &found, lines) && best.as_ref().is_none_or(|(_, most)| found.len() > most.len()) {
            best = Some((style, found));
        }
    }
    best
}

/// True if the found labels are enough for a style of the list.
fn is_style(style: Style, found: &[Start], lines: &[Line]) -> bool {
    let Some(first) = found.first() else { return false };
    let leads = first.line == 0 && first.byte == 0;
    let enough = found.len() >= 3 && 12 * found.len() >= lines.len();
    match style {
        Style::Bare => found.len() >= 2 && leads && first.number == Some(1) && enough,
        Style::Dotted => leads && first.number.is_some_and(|number| number < 1000) || enough && first.number == Some(1),
        _ => leads || enough,
    }
}

fn candidates(lines: &[Line], style: Style) -> Vec<Start> {
    let mut out = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        let text = text.text.as_str();
        if let Some(start) = label(text, 0, line, style) {
            out.push(start);
        }
        if style == Style::Bracketed {
            inner(text, line, &mut out);
        }
    }
    out
}

/// `[4]` within a line, after a possible end of an entry.
fn inner(text: &str, line: usize, out: &mut Vec<Start>) {
    for (at, _) in text.match_indices(" [").take(200) {
        let ended =
            text[..at].ends_with(['.', ')', ']', '/', '”', '"']) || text[..at].ends_with(|c: char| c.is_ascii_digit());
        let start = if ended { label(text, at + 1, line, Style::Bracketed) } else { None };
        out.extend(start.filter(|start| text[start.after..].trim_start().starts_with(|c: char| !c.is_lowercase())));
    }
}

/// The label at a byte of a line.
fn label(text: &str, byte: usize, line: usize, style: Style) -> Option<Start> {
    let rest = &text[byte..];
    let (label, length) = match style {
        Style::Bracketed => {
            let inner = rest.strip_prefix('[')?;
            let end = inner.find(']').filter(|end| *end < 6)?;
            let (digits, letter) = split_digits(&inner[..end])?;
            (letter.len() < 2).then(|| (format!("{digits}{letter}"), end + 2))?
        }
        Style::Dotted => {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let stop = rest[digits..].starts_with(['.', ')']);
            let blank = rest[digits..].get(1..).is_some_and(|rest| rest.starts_with(' '));
            ((1..5).contains(&digits) && stop && blank).then(|| (rest[..digits].to_owned(), digits + 1))?
        }
        Style::Raised => raised(rest)?,
        Style::Alpha => {
            let inner = rest.strip_prefix('[')?;
            let end = inner.find(']').filter(|end| *end < 48)?;
            is_alpha(&inner[..end]).then(|| (inner[..end].to_owned(), end + 2))?
        }
        Style::Bare => {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let name = tokens(rest.get(digits..)?.get(..40).unwrap_or(&rest[digits..]))
                .first()
                .is_some_and(|word| word.apart && word.is_capital());
            ((1..4).contains(&digits) && name).then(|| (rest[..digits].to_owned(), digits))?
        }
    };
    let number = label.trim_end_matches(|c: char| c.is_alphabetic()).parse().ok();
    let follows = rest.get(length..).is_some_and(|rest| rest.trim().len() > 1 || byte == 0);
    follows.then_some(Start { line, byte, label, after: byte + length, number })
}

fn split_digits(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let letter = &text[digits..];
    (digits > 0 && digits < 5 && letter.chars().all(|c| c.is_ascii_lowercase())).then_some((&text[..digits], letter))
}

/// `¹²`, `^12`.
fn raised(text: &str) -> Option<(String, usize)> {
    let (mut label, mut length) = (String::new(), 0);
    if let Some(rest) = text.strip_prefix('^') {
        label = rest.chars().take_while(char::is_ascii_digit).collect();
        length = 1 + label.len();
    } else {
        for c in text.chars() {
            let Some(digit) = raised_digit(c) else { break };
            label.push(digit);
            length += c.len_utf8();
        }
    }
    (!label.is_empty() && label.len() < 5).then_some((label, length))
}

/// The digit that a raised one is.
pub(super) fn raised_digit(c: char) -> Option<char> {
    Some(match c {
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁰' => '0',
        '⁴'..='⁹' => char::from_digit(c as u32 - '⁴' as u32 + 4, 10)?,
        _ => return None,
    })
}

/// `VSP+17`, `Knu`, `Smith et al., 2017`: a word with a capital, or names and a year.
fn is_alpha(text: &str) -> bool {
    const NOTES: [&str; 6] = ["online", "internet", "sw", "re", "preprint", "s. l."];
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let word = !text.contains(' ')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '+' | '-' | '*' | '_' | ':' | '&'));
    let dated = super::years::years(text).last().is_some_and(|year| year.at.end == text.trim_end_matches(')').len());
    text.starts_with(|c: char| c.is_alphabetic())
        && letters > 1
        && !NOTES.contains(&text.to_lowercase().as_str())
        && (dated || (word && text.len() < 20 && text.chars().any(char::is_uppercase)))
}

/// The longest run of rising numbers: numbers that do not rise stand within an entry.
fn rising(found: Vec<Start>) -> Vec<Start> {
    let key = |start: &Start| {
        let letter = start.label.chars().next_back().filter(|c| c.is_alphabetic()).map_or(0, |c| c as u32);
        (start.number.unwrap_or(0), letter)
    };
    // The last candidate of each length with the smallest number, and who came before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; found.len()];
    for at in 0..found.len() {
        let place = ends.partition_point(|end| key(&found[*end]) < key(&found[at]));
        before[at] = place.checked_sub(1).map(|place| ends[place]);
        // Of equal numbers the first stays: a later one is seldom the label.
        match ends.get_mut(place) {
            Some(end) if key(&found[*end]) == key(&found[at]) => (),
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut chain = Vec::new();
    let mut at = ends.last().copied();
    while let Some(this) = at {
        chain.push(this);
        at = before[this];
    }
    chain.reverse();
    let chain: Vec<Start> = chain.into_iter().map(|at| found[at].clone()).collect();
    without_leaps(chain)
}

/// Cuts a chain at leaps of its numbers, and keeps the longer side.
fn without_leaps(mut chain: Vec<Start>) -> Vec<Start> {
    loop {
        let leap = chain.windows(2).position(|pair| match (pair[0].number, pair[1].number) {
            (Some(one), Some(other)) => other - one.min(other) > GAP,
            _ => true,
        });
        let Some(at) = leap else { return chain };
        if 2 * (at + 1) >= chain.len() {
            chain.truncate(at + 1);
        } else {
            chain.drain(..=at);
        }
    }
}

/// Numbers between the labels that no entry has.
pub(super) fn gaps(starts: &[Start]) -> Vec<(usize, u32, u32)> {
    let mut out = Vec::new();
    for (at, pair) in starts.windows(2).enumerate() {
        if let (Some(one), Some(other)) = (pair[0].number, pair[1].number)
            && other > one + 1
        {
            out.push((at + 1, one + 1, other - 1));
        }
    }
    out
}
