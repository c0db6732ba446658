//! Splitting a list into entries, by the style that most of them have.

use std::ops::Range;

use super::fields::{self, Before};
use super::joined::{Known, joined};
use super::labels::{self, Start};
use super::lines::{Line, lines};
use super::{Reference, ReferenceList};
use crate::PaperTrouble;

/// Maximal length of an entry, in bytes; a longer text is no entry.
const LONGEST: usize = 6000;

/// An entry before it is read.
struct Piece {
    label: Option<String>,
    lines: Vec<Line>,
}

/// The entries of a reference list, plain text or Markdown, with or without its heading.
pub fn split(list: &str) -> ReferenceList {
    split_with(list, "")
}

/// Splits a list, with the paper's text for the hyphens at the ends of lines that belong to words, and for running
/// heads.
pub fn split_with(list: &str, paper: &str) -> ReferenceList {
    let lines = lines(list, paper);
    let known = Known::of(lines.iter().map(|line| line.text.as_str()).chain(paper.lines()));
    let mut troubles = Vec::new();
    let pieces = match labels::starts(&lines) {
        Some((_, starts)) => labelled(list, lines, &starts, &mut troubles),
        None => unlabelled(lines),
    };
    let mut entries: Vec<Reference> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        read(&piece, &known, &mut entries);
    }
    ReferenceList { entries, troubles }
}

/// Entries from one label to the next.
fn labelled(list: &str, lines: Vec<Line>, starts: &[Start], troubles: &mut Vec<PaperTrouble>) -> Vec<Piece> {
    let row = |byte: usize| list.get(..byte).map_or(0, |text| text.matches('\n').count()) + 1;
    if let Some(first) = starts.first().filter(|first| first.line > 0) {
        let told = format!("{} lines before the first entry belong to none", first.line);
        troubles.push(PaperTrouble { line: lines.first().map(|line| row(line.at.start)), told });
    }
    for (at, from, to) in labels::gaps(starts).into_iter().take(100) {
        let missing = if from == to { format!("number {from} is") } else { format!("numbers {from} to {to} are") };
        let line = starts.get(at).map(|start| row(lines[start.line].at.start));
        troubles.push(PaperTrouble { line, told: format!("{missing} missing from the reference list") });
    }
    let mut pieces: Vec<Piece> = Vec::with_capacity(starts.len());
    for (at, start) in starts.iter().enumerate() {
        let next = starts.get(at + 1);
        let end = next.map_or(lines.len(), |next| next.line + usize::from(next.byte > 0));
        let mut own: Vec<Line> = lines[start.line..end.max(start.line + 1)].to_vec();
        if let (Some(next), Some(last)) = (next.filter(|next| next.byte > 0), own.last_mut()) {
            cut(list, last, 0..next.byte, None, Some(&next.label));
        }
        if let Some(first) = own.first_mut() {
            let end = first.text.len();
            cut(list, first, start.after.min(end)..end, (start.byte > 0).then_some(&start.label), None);
        }
        pieces.push(Piece { label: Some(start.label.clone()), lines: own });
    }
    pieces.into_iter().flat_map(works).collect()
}

/// A part of a line: the text by its bytes, the place by the labels around it.
fn cut(list: &str, line: &mut Line, text: Range<usize>, from: Option<&String>, to: Option<&String>) {
    let raw = &list[line.at.clone()];
    let find = |label: &String| raw.find(&format!("[{label}]"));
    let (start, end) = (line.at.start, line.at.end);
    if let Some(at) = from.and_then(find) {
        line.at.start = start + at;
    }
    if let Some(at) = to.and_then(find) {
        line.at.end = (start + at).clamp(line.at.start, end);
    }
    line.text = line.text[text].trim().to_owned();
}

/// `[3] A…; B…` holds the works 3a and 3b, where each part has names and a year or an id of its own.
fn works(piece: Piece) -> Vec<Piece> {
    let mut parts: Vec<Vec<Line>> = vec![Vec::new()];
    for line in &piece.lines {
        let mut from = 0;
        let bounds = line.text.match_indices(';').map(|(at, _)| at + 1).chain([line.text.len()]);
        for end in bounds {
            let text = line.text[from..end].trim();
            from = end;
            if !text.is_empty()
                && let Some(part) = parts.last_mut()
            {
                part.push(line.with(text));
            }
            if text.ends_with(';') && parts.len() < 26 {
                parts.push(Vec::new());
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    let whole = |part: &Vec<Line>| {
        let text = part.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
        fields::is_work(&text)
    };
    if parts.len() < 2 || !parts.iter().all(whole) {
        return vec![piece];
    }
    let label = piece.label.unwrap_or_default();
    let letters = 'a'..='z';
    let labelled =
        parts.into_iter().zip(letters).map(|(lines, letter)| Piece { label: Some(format!("{label}{letter}")), lines });
    labelled.collect()
}

/// Entries without labels: by the signs of a list, by hanging indents, by blank lines, or by names after stops.
fn unlabelled(lines: Vec<Line>) -> Vec<Piece> {
    let bullets = lines.iter().filter(|line| line.bullet).count();
    let gaps = lines.iter().filter(|line| line.gap).count();
    let least = lines.iter().map(|line| line.indent).min().unwrap_or(0);
    let hanging = lines.iter().filter(|line| line.indent > least + 1).count();
    let flush = lines.len() - hanging;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut before: Option<Line> = None;
    for line in lines.iter() {
        let open = before.as_ref();
        let starts = match open {
            None => true,
            Some(_) if bullets > 1 && 3 * bullets >= flush.min(lines.len()) => line.bullet,
            Some(_) if hanging >= 2 && 5 * hanging >= lines.len() && flush >= 1 => line.indent <= least + 1,
            // Paragraphs, unless a page parts one.
            Some(last) if 2 * gaps > lines.len() || gaps > 2 => {
                line.gap && (is_finished(&last.text) || fields::starts_entry(&line.text)) && !begins_low(&line.text)
            }
            Some(last) => is_finished(&last.text) && fields::starts_entry(&line.text),
        };
        if starts {
            pieces.push(Piece { label: None, lines: Vec::new() });
        }
        if let Some(piece) = pieces.last_mut() {
            piece.lines.push(line.clone());
        }
        before = Some(line.clone());
    }
    pieces
}

/// True if a line can end an entry.
fn is_finished(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    text.ends_with(['.', ')', ']', '”', '"', '/'])
        || last.contains("://")
        || last.starts_with("10.")
        || text.ends_with(|c: char| c.is_ascii_digit())
}

fn begins_low(text: &str) -> bool {
    text.starts_with(char::is_lowercase) && !fields::starts_entry(text)
}

/// Reads a piece, and takes the parts that it refers to from the entry before.
fn read(piece: &Piece, known: &Known, entries: &mut Vec<Reference>) {
    let text = joined(&piece.lines, known);
    if text.is_empty() || text.len() > LONGEST && piece.label.is_none() {
        return;
    }
    let mut short = text.len().min(LONGEST);
    while !text.is_char_boundary(short) {
        short -= 1;
    }
    let start = piece.lines.first().map_or(0, |line| line.at.start);
    // Lines of the next column can stand before this one in the text.
    let end = piece.lines.iter().map(|line| line.at.end).take_while(|end| *end >= start).max().unwrap_or(start);
    let mut entry = match fields::before(&text) {
        Before::Same if !entries.is_empty() => {
            let last = entries.len() - 1;
            Reference { same_as: Some(entries[last].same_as.unwrap_or(last)), ..entries[last].clone() }
        }
        Before::Author(after) => {
            let last = entries.last().map(|last| (last.authors.clone(), last.authors_cut));
            fields::read(&text[after.min(short)..short], last)
        }
        _ => fields::read(&text[..short], None),
    };
    entry.label = piece.label.clone().or_else(|| fields::name_label(&entry, &text));
    let shown = piece.label.as_ref().filter(|label| !label.ends_with(|c: char| c.is_ascii_lowercase()));
    entry.printed = match shown {
        Some(label) => format!("[{label}] {}", &text[..short]),
        None => text[..short].to_owned(),
    };
    entry.place = start..end;
    entries.push(entry);
}
