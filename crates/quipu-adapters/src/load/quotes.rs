//! Repair of quotes around cells: an unclosed quote is a letter of its cell and takes in no rows below it;
//! quotes within a cell are doubled if they are not; blanks around a quoted cell go.
//!
//! A cell over several lines is one where its quote is closed before another begins, unless all the
//! lines that it would take in are rows by themselves, in which no other quote is a stray one.
//! Cost: each byte is read twice.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

/// Number of lines that decide the usual number of cells per row.
const LINES: usize = 50;
/// Minimum of lines in a quoted cell that count as swallowed rows; higher for rows of two cells.
const ROWS: usize = 2;
const PAIRS: usize = 5;
/// Minimum of filled cells in such a line.
const FILLED: usize = 2;
/// Number of stray quotes around swallowed rows: the one that begins the cell and the one that ends it.
const STRAY: usize = 2;

/// A text of rows with reliable quotes.
pub(super) struct Quoted<'t> {
    pub(super) text: Cow<'t, str>,
    /// The lines in which a quote is never closed.
    pub(super) open: Vec<usize>,
}

/// Reads the quotes of a text whose cells are separated by a character.
pub(super) fn quoted(text: &str, separator: u8) -> Quoted<'_> {
    if separator == b'"' || memchr(b'"', text.as_bytes()).is_none() {
        return Quoted { text: text.into(), open: Vec::new() };
    }
    let width = usual_width(text, separator);
    let (bytes, out) = (text.as_bytes(), String::new());
    let mut reading = Reading { text, bytes, separator, width, out, copied: 0, hopeless: 0, line_ends: None };
    let (mut at, mut line, mut line_starts, mut open) = (0, 1, 0, Vec::new());
    while at < text.len() {
        let end = match reading.cell(at, line_starts) {
            Cell::Plain(end) => end,
            Cell::Closed(end) => {
                let inside = &text[at..end];
                line += inside.matches('\n').count();
                line_starts = inside.rfind('\n').map_or(line_starts, |last| at + last + 1);
                end
            }
            Cell::Open(end) => {
                open.push(line);
                end
            }
        };
        at = end + 1;
        if reading.bytes.get(end) == Some(&b'\n') {
            (line, line_starts) = (line + 1, at);
        }
    }
    if reading.copied == 0 {
        return Quoted { text: text.into(), open };
    }
    reading.out.push_str(&text[reading.copied..]);
    Quoted { text: reading.out.into(), open }
}

/// The kind of a cell, and its end: at the separator or the end of a line behind it.
enum Cell {
    Plain(usize),
    Closed(usize),
    Open(usize),
}

struct Reading<'t> {
    text: &'t str,
    bytes: &'t [u8],
    separator: u8,
    /// Usual number of cells per row.
    width: usize,
    out: String,
    /// Up to where the text is in `out`.
    copied: usize,
    /// Up to where no quote closes a cell that begins here.
    hopeless: usize,
    /// The end of the line of the last look-up.
    line_ends: Option<usize>,
}

impl Reading<'_> {
    fn cell(&mut self, at: usize, line_starts: usize) -> Cell {
        let start = skip_blanks(self.bytes, at, self.separator);
        let plain = at + memchr2(self.separator, b'\n', &self.bytes[at..]).unwrap_or(self.bytes.len() - at);
        if self.bytes.get(start) != Some(&b'"') {
            return Cell::Plain(plain);
        }
        match self.closed(start, line_starts) {
            Some((close, end, odd)) => {
                if odd || start > at || end > close + 1 {
                    self.replace(at, end, start + 1, close);
                }
                Cell::Closed(end)
            }
            // A quote after a blank is a letter for CSV parsers.
            None if start > at => Cell::Plain(plain),
            None => {
                let end = self.text[..plain].trim_end_matches('\r').len().max(start + 1);
                self.replace(at, end, start, end);
                Cell::Open(plain)
            }
        }
    }

    /// The closing quote of the quote at `start`, the end of its cell, and true if quotes inside are not doubled.
    fn closed(&mut self, start: usize, line_starts: usize) -> Option<(usize, usize, bool)> {
        if start < self.hopeless {
            return None;
        }
        let (mut at, mut odd) = (start + 1, false);
        let line_ends = self.line_ends(start);
        while let Some(found) = self.bytes.get(at..).and_then(|rest| memchr(b'"', rest)) {
            let quote = at + found;
            let end = skip_blanks(self.bytes, quote + 1, self.separator);
            let ends = |at: usize| {
                self.bytes.get(at).is_none_or(|byte| *byte == self.separator || matches!(byte, b'\n' | b'\r'))
            };
            if ends(end) {
                // Bytes of blanks belong to the cell, the end of a line does not.
                let is_cell = self.is_cell(start, quote, line_starts, line_ends);
                self.hopeless = if is_cell { self.hopeless } else { quote };
                return is_cell.then_some((quote, end, odd));
            }
            if self.bytes.get(quote + 1) == Some(&b'"') {
                at = quote + 2;
                continue;
            }
            if quote > line_ends && self.begins_a_cell(quote) {
                self.hopeless = quote;
                return None;
            }
            (at, odd) = (quote + 1, true);
        }
        self.hopeless = usize::MAX;
        None
    }

    /// The end of the line at a position, searched once per line.
    fn line_ends(&mut self, at: usize) -> usize {
        let known = self.line_ends.filter(|end| *end >= at);
        let ends = known.unwrap_or_else(|| at + memchr(b'\n', &self.bytes[at..]).unwrap_or(self.bytes.len() - at));
        self.line_ends = Some(ends);
        ends
    }

    fn begins_a_cell(&self, quote: usize) -> bool {
        let is_blank = |byte: &&u8| **byte != self.separator && matches!(**byte, b' ' | b'\t');
        let before = self.bytes[..quote].iter().rev().find(|byte| !is_blank(byte));
        before.is_none_or(|byte| *byte == self.separator || *byte == b'\n')
    }

    /// True if the text between two quotes is a cell, and not rows that a stray one took in.
    fn is_cell(&self, start: usize, close: usize, line_starts: usize, line_ends: usize) -> bool {
        if close < line_ends || self.width < 2 {
            return true;
        }
        let is_row = |line: &str| cells(line, self.separator).count() == self.width;
        let separator = char::from(self.separator);
        let says = |line: &str| line.split(separator).filter(|cell| !cell.trim().is_empty()).count() >= FILLED;
        let last = close + memchr(b'\n', &self.bytes[close..]).unwrap_or(self.bytes.len() - close);
        let mut taken = self.text[line_ends + 1..last].lines().filter(|line| !line.trim().is_empty());
        let begins = self.text.get(line_starts..line_ends).is_some_and(is_row) && start >= line_starts;
        let count = taken.clone().count();
        let enough = count >= if self.width > 2 { ROWS } else { PAIRS };
        let are_rows = begins && enough && taken.all(|line| is_row(line) && says(line));
        !(are_rows && self.strays(&self.text[line_starts..last]) == STRAY)
    }

    /// Number of quotes that begin a cell of a line and do not end it, or end it and do not begin it.
    fn strays(&self, lines: &str) -> usize {
        let cells = lines.lines().flat_map(|line| cells(line, self.separator));
        cells.filter(|cell| !cell.is_closed && (cell.text.starts_with('"') || cell.text.ends_with('"'))).count()
    }

    /// Rewrites a cell from `at` to `end`: the text from `start` to `close`, in quotes, those inside doubled.
    fn replace(&mut self, at: usize, end: usize, start: usize, close: usize) {
        self.out.push_str(&self.text[self.copied..at]);
        let inside = &self.text[start..close];
        // Those that are doubled stay so where the cell was closed.
        let single = if start > at { inside.replace("\"\"", "\"") } else { inside.to_owned() };
        self.out.push('"');
        self.out.push_str(&single.replace('"', "\"\""));
        self.out.push('"');
        self.copied = end;
    }
}

fn skip_blanks(bytes: &[u8], at: usize, separator: u8) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| **byte != separator && matches!(byte, b' ' | b'\t')).count()
}

/// Number of cells in most of the first lines.
fn usual_width(text: &str, separator: u8) -> usize {
    let widths: Vec<usize> =
        text.lines().take(LINES).map(|line| cells(line, separator).count()).filter(|width| *width > 1).collect();
    let often = |width: &usize| widths.iter().filter(|other| *other == width).count();
    widths.iter().copied().rev().max_by_key(|width| often(width)).unwrap_or_default()
}

/// A cell of a line by itself, without the blanks around it.
struct LineCell<'t> {
    text: &'t str,
    /// True if a quote begins it and another one ends it.
    is_closed: bool,
}

/// The cells of a line; quotes count that are closed in it.
fn cells(line: &str, separator: u8) -> impl Iterator<Item = LineCell<'_>> {
    let bytes = line.as_bytes();
    // Where one quote is not closed, none behind it is.
    let (mut next, mut all_closed) = (Some(0), true);
    std::iter::from_fn(move || {
        let at = next?;
        let start = skip_blanks(bytes, at, separator);
        let is_quoted = all_closed && bytes.get(start) == Some(&b'"');
        let closed = is_quoted.then(|| closed_in_line(bytes, start + 1, separator)).flatten();
        all_closed &= !is_quoted || closed.is_some();
        let end = closed.or_else(|| Some(at + memchr(separator, &bytes[at..])?)).unwrap_or(bytes.len());
        next = (bytes.get(end) == Some(&separator)).then_some(end + 1);
        Some(LineCell { text: line[at..end].trim(), is_closed: closed.is_some() })
    })
}

/// The end of a quoted cell from its first byte, if it is in this line.
fn closed_in_line(line: &[u8], mut from: usize, separator: u8) -> Option<usize> {
    loop {
        let quote = from + memchr(b'"', line.get(from..)?)?;
        let after = skip_blanks(line, quote + 1, separator);
        if line.get(after).is_none_or(|byte| *byte == separator || *byte == b'\r') {
            return Some(after);
        }
        from = quote + 1 + usize::from(line.get(quote + 1) == Some(&b'"'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Vec<usize>) {
        let quoted = quoted(text, b',');
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(quoted.text.as_bytes());
        let rows =
            reader.records().map(|row| row.map(|row| row.iter().collect::<Vec<_>>().join("|")).unwrap_or_default());
        (rows.collect::<Vec<_>>().join("/"), quoted.open)
    }

    #[test]
    fn a_quote_that_nothing_closes_is_a_letter() {
        for (text, rows, open) in [
            ("a,b,c\n1,\"2,x\n3,4,y\n5,6,z\n", "a|b|c/1|\"2|x/3|4|y/5|6|z", vec![2]),
            ("a,b,c\r\n1,2,\"x\r\n3,4,y\r\n", "a|b|c/1|2|\"x/3|4|y", vec![2]),
            ("a,b,c\n1,\"2,x\n3,4,y\n5,\"6\",z\n", "a|b|c/1|\"2|x/3|4|y/5|6|z", vec![2]),
            ("a,b,c\n1,\"2,x\n3,4,y\n5,6\",z\n", "a|b|c/1|\"2|x/3|4|y/5|6\"|z", vec![2]),
            ("a,b\n\"1,x\n\"2,y\n3,z\n", "a|b/\"1|x/\"2|y/3|z", vec![2, 3]),
            ("a,b\n1,\"", "a|b/1|\"", vec![2]),
        ] {
            assert_eq!(read(text), (rows.to_owned(), open), "{text:?}");
        }
    }

    #[test]
    fn a_long_line_of_cells_costs_no_more_than_its_bytes() {
        let line = "\"a\" ,".repeat(400_000);
        assert_eq!(quoted(&line, b',').text.len(), line.len() - 400_000);
    }

    #[test]
    fn cells_in_quotes_are_whole() {
        for (text, rows) in [
            ("a,b\n1,\"x, y\"\n", "a|b/1|x, y"),
            ("a,b\n1,\"x\ny, z\"\n2,w\n", "a|b/1|x\ny, z/2|w"),
            ("a,b,c\n1,\"x\n\nand \"\"y\"\", z\",3\n", "a|b|c/1|x\n\nand \"y\", z|3"),
            (
                "a,b,c\n1,2,\"Dear Ada,\nthe bell rings.\nYours, Olu\"\n4,5,6\n",
                "a|b|c/1|2|Dear Ada,\nthe bell rings.\nYours, Olu/4|5|6",
            ),
            ("a,b,c\n1,\"\n,\"\"x\"\",0\ny\",\",\nz\"\n", "a|b|c/1|\n,\"x\",0\ny|,\nz"),
            ("a,b\n1,\"He said \"hi\" there\"\n2,x\n", "a|b/1|He said \"hi\" there/2|x"),
            ("a, b\n1, \"x, y\" \n", "a| b/1|x, y"),
            ("a,b\n5\" pipe,\"\"\n,\"\"\"x\"\"\"\n", "a|b/5\" pipe|/|\"x\""),
        ] {
            assert_eq!(read(text), (rows.to_owned(), Vec::new()), "{text:?}");
        }
    }
}
