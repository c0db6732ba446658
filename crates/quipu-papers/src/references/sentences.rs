//! Sentences of running text, as far as citations need them.

use std::ops::Range;

/// Maximal length of a sentence, in bytes; longer ones are cut.
const LONGEST: usize = 4000;

/// The sentences of a text in their order. A citation after the stop (`quickly.¹`, `quickly. [3]`) belongs before it.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = match c {
            '.' | '!' | '?' if ends(text, at, c) => after_marks(text, at + 1),
            '\n' if breaks(&text[at + 1..]) => at,
            _ if at - from > LONGEST && c == ' ' => at,
            _ => continue,
        };
        push(text, from..end, &mut out);
        from = end;
        while chars.peek().is_some_and(|(next, _)| *next < end) {
            chars.next();
        }
    }
    push(text, from..text.len(), &mut out);
    out
}

fn push(text: &str, range: Range<usize>, out: &mut Vec<Range<usize>>) {
    let Some(body) = text.get(range.clone()) else { return };
    let start = range.start + (body.len() - body.trim_start().len());
    let trimmed = body.trim();
    if !trimmed.is_empty() {
        out.push(start..start + trimmed.len());
    }
}

/// True if a line's end ends a paragraph: a blank line, a heading, a list, a table.
fn breaks(rest: &str) -> bool {
    let line = rest.trim_start_matches([' ', '\t', '\r']);
    line.is_empty() || line.starts_with(['\n', '#', '|']) || line.starts_with("- ") || line.starts_with("* ")
}

/// True if a mark ends a sentence.
fn ends(text: &str, at: usize, mark: char) -> bool {
    let after = &text[at + 1..];
    let close = after.trim_start_matches(['"', '”', '»', ')', '’', '*', '_']);
    let marked = close.starts_with(|c: char| super::labels::raised_digit(c).is_some())
        || close.starts_with("^")
        || close.starts_with('[')
        || close.starts_with("<sup>");
    if !close.starts_with(char::is_whitespace) && !close.is_empty() && !marked {
        return false;
    }
    let next = close.trim_start().chars().next();
    if next.is_some_and(char::is_lowercase) {
        return false;
    }
    if mark != '.' {
        return true;
    }
    let word = text[..at].rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[')).next().unwrap_or_default();
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let short = [
        "al", "e.g", "i.e", "cf", "vs", "fig", "figs", "eq", "eqs", "sec", "ref", "refs", "no", "dr", "prof", "mr",
        "mrs", "resp", "approx", "т.е", "т.д", "рис", "табл", "см", "др",
    ];
    !initial && !short.contains(&word.to_lowercase().as_str())
}

/// The byte after the marks that close a sentence, and the citations that follow its stop.
fn after_marks(text: &str, from: usize) -> usize {
    let close = text[from..].trim_start_matches(['"', '”', '»', ')', '’', '*', '_']);
    let mut at = text.len() - close.len();
    loop {
        let rest = &text[at..];
        let raised = rest
            .char_indices()
            .find(|(_, c)| !(super::labels::raised_digit(*c).is_some() || matches!(c, '⁻' | ',' | '–')))
            .map_or(rest.len(), |(end, _)| end);
        if raised > 0 && rest.starts_with(|c: char| super::labels::raised_digit(c).is_some()) {
            at += raised;
        } else if let Some(digits) = rest.strip_prefix('^') {
            let length = digits.bytes().take_while(|c| c.is_ascii_digit() || matches!(c, b',' | b'-')).count();
            if length == 0 {
                return at;
            }
            at += 1 + length;
        } else if let Some(end) = bracket(rest) {
            at += end;
        } else {
            return at;
        }
    }
}

/// `[3]` right after a stop, or ` [3]` where a new sentence follows it.
fn bracket(rest: &str) -> Option<usize> {
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let inner = rest[blanks..].strip_prefix('[')?;
    let end = inner.find(']').filter(|end| *end < 30)?;
    let after = inner[end + 1..].trim_start_matches(' ');
    let apart = after.len() < inner.len() - end - 1 || after.is_empty();
    let new = blanks == 0 || apart && !after.starts_with(char::is_lowercase);
    let numbers = inner[..end].bytes().all(|c| c.is_ascii_digit() || matches!(c, b',' | b' ' | b'-'));
    (numbers && new && blanks < 2).then_some(blanks + end + 2)
}
