//! Markdown around words: openings of lines, and spans without prose.

use std::ops::Range;

/// Maximal distance to the end of a link, a tag or a code span, in bytes.
const LONGEST: usize = 256;

/// The fenced code of a text, in order.
pub(super) fn fences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut open: Option<(usize, &str)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| body.starts_with(mark));
        match (open, mark) {
            (None, Some(mark)) => open = Some((at, mark)),
            (Some((start, opened)), Some(mark)) if opened == mark => {
                out.push(start..at + line.len());
                open = None;
            }
            _ => {}
        }
        at += line.len();
    }
    out.extend(open.map(|(start, _)| start..text.len()));
    out
}

/// The range of a sentence's prose, after the marks of a quotation or a list; none for a heading or a row of a table.
pub(super) fn prose(text: &str, mut span: Range<usize>) -> Option<Range<usize>> {
    for _ in 0..4 {
        let rest = &text[span.clone()];
        let mark = match rest.as_bytes() {
            [b'#' | b'|', ..] => return None,
            [b'>' | b'-' | b'*' | b'+', b' ', ..] => 1,
            [b'[', b' ' | b'x' | b'X', b']', ..] => 3,
            [b'0'..=b'9', ..] => numbered(rest)?,
            _ if rest.starts_with('•') => '•'.len_utf8(),
            _ => 0,
        };
        if mark == 0 {
            break;
        }
        let body = rest[mark..].trim_start();
        span.start = span.end - body.len();
    }
    (!span.is_empty()).then_some(span)
}

/// Length of the number that marks a member of a list; zero where it belongs to the sentence.
fn numbered(rest: &str) -> Option<usize> {
    let digits = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let marks = rest[digits..].starts_with(". ") || rest[digits..].starts_with(") ");
    Some(if marks && digits <= 3 { digits + 1 } else { 0 })
}

/// A piece of markup inside a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Markup without words, up to this place.
    Skip(usize),
    /// A link: its words begin at the first place and end at the second; reading goes on at the third.
    Link(usize, usize, usize),
    /// A code span: its inside, and the place after it.
    Code(usize, usize, usize),
}

/// The markup that begins at a place.
pub(super) fn mark(text: &str, at: usize, end: usize) -> Option<Mark> {
    let rest = &text.as_bytes()[at..end];
    match rest {
        [b'`', ..] => code(text, at, end),
        [b'!', b'[', ..] => link(text, at + 1, end).map(|link| match link {
            Mark::Link(_, _, behind) => Mark::Skip(behind),
            other => other,
        }),
        [b'[', b'[', ..] => wikilink(text, at, end),
        [b'[', ..] => link(text, at, end),
        [b'<', next, ..] if next.is_ascii_alphabetic() || matches!(next, b'/' | b'!') => {
            ahead(text, at, end, b'>').map(|close| Mark::Skip(close + 1))
        }
        [b'*' | b'~', ..] => Some(Mark::Skip(at + 1)),
        [b'\\', next, ..] if next.is_ascii_punctuation() => Some(Mark::Skip(at + 1)),
        _ => None,
    }
}

/// The place of a sign on the same line, not too far.
fn ahead(text: &str, at: usize, end: usize, sign: u8) -> Option<usize> {
    let bytes = &text.as_bytes()[at..end];
    let near = bytes.iter().take(LONGEST).take_while(|byte| **byte != b'\n');
    near.clone().position(|byte| *byte == sign).map(|offset| at + offset)
}

fn code(text: &str, at: usize, end: usize) -> Option<Mark> {
    let ticks = text[at..end].bytes().take_while(|byte| *byte == b'`').count();
    let inside = at + ticks;
    let mut close = ahead(text, inside, end, b'`')?;
    let behind = close + text[close..end].bytes().take_while(|byte| *byte == b'`').count();
    while close > inside && text.as_bytes()[close - 1] == b' ' {
        close -= 1;
    }
    (close > inside).then_some(Mark::Code(inside, close, behind))
}

fn wikilink(text: &str, at: usize, end: usize) -> Option<Mark> {
    let close = ahead(text, at, end, b']').filter(|close| text[*close..end].starts_with("]]"))?;
    let label = text[at + 2..close].rfind('|').map_or(at + 2, |bar| at + 2 + bar + 1);
    Some(Mark::Link(label, close, close + 2))
}

fn link(text: &str, at: usize, end: usize) -> Option<Mark> {
    let close = ahead(text, at, end, b']')?;
    let behind = match text.as_bytes()[..end].get(close + 1)? {
        b'(' => ahead(text, close + 1, end, b')')?,
        b'[' => ahead(text, close + 2, end, b']')?,
        _ => return None,
    };
    Some(Mark::Link(at + 1, close, behind + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_tables_are_no_prose() {
        let text = "a\n```rs\nx\n```\nb\n~~~\ny";
        assert_eq!(
            fences(text).into_iter().map(|fence| &text[fence]).collect::<Vec<_>>(),
            ["```rs\nx\n```\n", "~~~\ny"]
        );
        let body = |text: &'static str| prose(text, 0..text.len()).map(|span| &text[span]);
        assert_eq!(body("- [x] 2. Do it."), Some("Do it."));
        assert_eq!(body("1984 is a novel."), Some("1984 is a novel."));
        assert_eq!((body("# Title"), body("| a | b |")), (None, None));
    }

    #[test]
    fn links_show_their_words_and_pictures_nothing() {
        let text = "[a b](x) ![p](y) [[t|l]] `c d` <br>";
        let marks = [0, 9, 17, 25, 31].map(|at| mark(text, at, text.len()));
        assert_eq!(
            marks,
            [
                Some(Mark::Link(1, 4, 8)),
                Some(Mark::Skip(16)),
                Some(Mark::Link(21, 22, 24)),
                Some(Mark::Code(26, 29, 30)),
                Some(Mark::Skip(35))
            ]
        );
    }
}
