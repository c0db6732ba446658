//! The lines of a list as they are read: columns one after the other, running heads and page numbers out.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{columns, find, marks};

/// One line.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Its text without marks and without blanks at its ends.
    pub(super) text: String,
    /// Its bytes in the list.
    pub(super) at: Range<usize>,
    /// Blanks before it.
    pub(super) indent: usize,
    /// True if a blank line stands before it.
    pub(super) gap: bool,
    /// True if it began with the sign of a bulleted list.
    pub(super) bullet: bool,
}

impl Line {
    /// The line with a part of its text.
    pub(super) fn with(&self, text: &str) -> Self {
        let Self { at, indent, gap, bullet, .. } = self;
        Self { text: text.to_owned(), at: at.clone(), indent: *indent, gap: *gap, bullet: *bullet }
    }
}

/// The lines of `list`, without its heading. A line that repeats in the paper with other page numbers is a running
/// head.
pub(super) fn lines(list: &str, paper: &str) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    let mut start = 0;
    for page in list.split('\u{c}') {
        read(list, ordered(page, start), &mut out);
        start += page.len() + 1;
    }
    if out.first().is_some_and(|first| find::is_heading(&first.text)) {
        out.remove(0);
    }
    if out.first().is_some_and(|first| first.text.len() > 2 && first.text.chars().all(|c| matches!(c, '=' | '-'))) {
        out.remove(0);
    }
    without_furniture(out, paper)
}

/// The bytes of the lines of a page, its left column before its right one.
fn ordered(page: &str, start: usize) -> Vec<Range<usize>> {
    let (mut ranges, mut at) = (Vec::new(), start);
    for line in page.split('\n') {
        ranges.push(at..at + line.trim_end_matches('\r').len());
        at += line.len() + 1;
    }
    let texts: Vec<&str> = page.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let Some(cuts) = columns::cuts(&texts) else { return ranges };
    let left = ranges.iter().zip(&cuts).map(|(range, cut)| range.start..range.start + cut.0);
    let right = ranges.iter().zip(&cuts).map(|(range, cut)| range.start + cut.1..range.end);
    left.chain(right.filter(|range| !range.is_empty())).collect()
}

fn read(list: &str, ranges: Vec<Range<usize>>, out: &mut Vec<Line>) {
    let mut gap = out.is_empty();
    for range in ranges {
        let raw = &list[range.clone()];
        let body = raw.trim();
        if body.is_empty() {
            gap = true;
            continue;
        }
        let indent = raw.chars().take_while(|c| c.is_whitespace()).count();
        let from = range.start + (raw.len() - raw.trim_start().len());
        let unmarked = ["- ", "* ", "+ ", "• ", "– "].iter().find_map(|sign| body.strip_prefix(sign));
        let text = marks::plain(unmarked.unwrap_or(body).trim_start());
        let text = collapsed(&text);
        if text.is_empty() {
            continue;
        }
        out.push(Line { text, at: from..from + body.len(), indent, gap, bullet: unmarked.is_some() });
        gap = false;
    }
}

/// Blanks collapsed, except for wide ones: those separate a running head from text.
fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blanks = 0usize;
    for c in text.trim().chars() {
        if c.is_whitespace() {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            out.push_str(if blanks > 3 { "\t" } else { " " });
        }
        blanks = 0;
        // Soft hyphens are no letters; the two other hyphens are read as the one.
        match c {
            '\u{ad}' | '\u{200b}' => (),
            '\u{2010}' | '\u{2011}' => out.push('-'),
            c => out.push(c),
        }
    }
    out
}

/// Running heads and page numbers out.
fn without_furniture(lines: Vec<Line>, paper: &str) -> Vec<Line> {
    let mut seen: FxHashMap<String, Vec<&str>> = FxHashMap::default();
    for text in lines.iter().map(|line| line.text.as_str()).chain(paper.lines()) {
        if let Some((head, number)) = numbered_head(text) {
            seen.entry(head).or_default().push(number);
        }
    }
    let repeated = |text: &str| {
        numbered_head(text).is_some_and(|(head, _)| {
            let numbers = &seen[&head];
            let (first, last) = (numbers.first(), numbers.last());
            numbers.len() > 1 && first != last
        })
    };
    let drop: Vec<bool> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| {
            let apart = line.gap || lines.get(at + 1).is_none_or(|next| next.gap);
            is_number(&line.text) && apart || wide_head(&line.text) || repeated(&line.text)
        })
        .collect();
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    let mut dropped = false;
    for (line, drop) in lines.into_iter().zip(drop) {
        if drop {
            dropped = true;
            continue;
        }
        let mut line = line;
        // The text around a head is one text.
        line.gap &= !dropped;
        dropped = false;
        line.text = line.text.replace('\t', " ");
        out.push(line);
    }
    out
}

fn is_number(text: &str) -> bool {
    let inner = text.trim_matches(['-', '–', '—', ' ']);
    !inner.is_empty() && inner.len() <= 4 && inner.bytes().all(|c| c.is_ascii_digit())
}

/// A page number far from the words beside it.
fn wide_head(text: &str) -> bool {
    let mut parts = text.split('\t');
    let (first, last) = (parts.next().unwrap_or_default(), parts.next_back().unwrap_or_default());
    text.contains('\t') && (is_number(first) || is_number(last))
}

/// A line of at least three words that ends or begins with a page number: its words, and the number.
fn numbered_head(text: &str) -> Option<(String, &str)> {
    let words: Vec<&str> = text.split_whitespace().take(24).collect();
    let (first, last) = (*words.first()?, *words.last()?);
    if words.len() < 4 || words.len() > 20 {
        return None;
    }
    if is_number(last) {
        return Some((words[..words.len() - 1].join(" "), last));
    }
    is_number(first).then(|| (words[1..].join(" "), first))
}
