//! Rows of tables as units: each with the header of its table, so that it can be read alone.

use std::ops::Range;

use super::reader::Reader;
use super::{UnitKind, idle, span, trimmed};

impl Reader<'_> {
    /// The rows below the header of a Markdown table.
    pub(super) fn table(&mut self, range: &Range<usize>, header: &Range<usize>) {
        self.lead = None;
        let mut at = header.end;
        while at < range.end {
            let end = self.text[at..range.end].find('\n').map_or(range.end, |length| at + length);
            self.row(at..end, Some(header));
            at = end + 1;
        }
    }

    /// Rows of wikis and of Yandex Flavored Markdown, which go over several lines: `|| cell | cell ||`.
    pub(super) fn wide_rows(&mut self, range: &Range<usize>) {
        self.lead = None;
        let mut at = range.start;
        while let Some(open) = self.text[at..range.end].find("||") {
            let start = at + open + 2;
            let end = self.text[start..range.end].find("||").map_or(range.end, |length| start + length);
            self.row(start..end, None);
            at = (end + 2).min(range.end);
        }
    }

    fn row(&mut self, row: Range<usize>, header: Option<&Range<usize>>) {
        let row = trimmed(self.text, row);
        if row.start >= self.from && !idle::is_silent(self.seen(row.clone())) {
            self.push(UnitKind::Row, &row, header.map(span).into_iter().collect());
        }
    }
}

/// The cells of a row, without white space around them, as places in the text. A bar after a backslash or in a
/// code span is no border, unless nothing closes the span.
pub(in crate::answer) fn cells(text: &str, row: Range<usize>) -> Vec<Range<usize>> {
    cut(text, &row, true).or_else(|| cut(text, &row, false)).unwrap_or_default()
}

fn cut(text: &str, row: &Range<usize>, spans: bool) -> Option<Vec<Range<usize>>> {
    let mut out = Vec::new();
    let (mut start, mut coded, mut escaped) = (row.start, false, false);
    for (at, c) in text[row.clone()].char_indices() {
        match c {
            '`' if spans && !escaped => coded = !coded,
            '|' if !escaped && !coded => {
                out.push(start..row.start + at);
                start = row.start + at + 1;
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    out.push(start..row.end);
    let line = text[row.clone()].trim();
    if line.ends_with('|') && out.len() > 1 {
        out.pop();
    }
    if line.starts_with('|') && out.len() > 1 {
        out.remove(0);
    }
    (!coded).then(|| out.into_iter().map(|cell| trimmed(text, cell)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(row: &str) -> Vec<&str> {
        cells(row, 0..row.len()).into_iter().map(|cell| &row[cell]).collect()
    }

    #[test]
    fn bars_are_borders_unless_they_are_text() {
        assert_eq!(of("| a | b. c |  |"), ["a", "b. c", ""]);
        assert_eq!(of("a | b"), ["a", "b"]);
        assert_eq!(of("| `a|b` | c\\|d |"), ["`a|b`", "c\\|d"]);
        assert_eq!(of("| ` | c |"), ["`", "c"]);
        assert_eq!(of("|"), [""]);
    }
}
