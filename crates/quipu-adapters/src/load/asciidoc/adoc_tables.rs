//! Tables of AsciiDoc: cells behind bars, with their spans and copies, and rows with separators.

use super::adoc_attributes::BlockAttributes;
use super::adoc_blocks::AdocReader;
use super::adoc_lines::{delimiter, is_block_attributes, is_comment};

/// The most columns of a table, and the most copies of a cell.
const MOST: usize = 64;
/// The most cells of a table; the rest stands in the last one.
const MOST_CELLS: usize = 1_000_000;
/// The most bytes that the copies of a cell may have.
const MOST_COPIED: usize = 4_000;
/// The longest specification of a cell, in bytes.
const LONGEST_SPEC: usize = 16;

/// A cell with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TableCell {
    text: String,
    /// Columns and rows that it covers.
    wide: usize,
    tall: usize,
}

impl AdocReader<'_> {
    /// A table of lines between its delimiters.
    pub(super) fn table(&mut self, lines: &[&str], mark: char, attributes: &BlockAttributes) {
        let format = attributes.named.get("format").map_or("", String::as_str);
        let separator = attributes.named.get("separator").and_then(|mark| mark.chars().next());
        let rows = match (format, mark) {
            ("csv", _) | (_, ',') => separated(lines, separator.unwrap_or(',')),
            ("tsv", _) => separated(lines, '\t'),
            ("dsv", _) | (_, ':') => separated(lines, separator.unwrap_or(':')),
            _ => {
                let mark = separator.unwrap_or(mark);
                let columns = attributes.named.get("cols").map(|cols| columns_of(cols));
                let columns = columns.or_else(|| first_row(lines, mark)).unwrap_or(1);
                placed(cells(lines, mark), columns.clamp(1, MOST))
            }
        };
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| self.inline(&flat(cell))).collect()).collect();
        self.to.table(&rows);
    }
}

/// A cell without the lines around the blocks in it.
fn flat(cell: &str) -> String {
    let is_text = |line: &&str| delimiter(line).is_none() && !is_block_attributes(line) && *line != "+";
    cell.lines().filter(is_text).collect::<Vec<_>>().join("\n")
}

/// Number of columns in `1,2a,3*<h`.
fn columns_of(cols: &str) -> usize {
    let one = |part: &str| part.split_once('*').map_or(1, |(count, _)| count.trim().parse().unwrap_or(1).min(MOST));
    let count: usize = cols.split([',', ';']).take(MOST).map(one).sum();
    count.min(MOST)
}

/// Number of cells in the first line that has any.
fn first_row(lines: &[&str], mark: char) -> Option<usize> {
    let first = lines.iter().find(|line| !line.is_empty() && !is_comment(line))?;
    let count: usize = cells(&[first], mark).iter().map(|cell| cell.wide).take(MOST).sum();
    Some(count.min(MOST)).filter(|count| *count > 0)
}

/// The cells behind their marks.
fn cells(lines: &[&str], mark: char) -> Vec<TableCell> {
    let text = lines.iter().filter(|line| !is_comment(line)).copied().collect::<Vec<_>>().join("\n");
    let mut cells: Vec<TableCell> = Vec::new();
    let (mut from, mut spec) = (None, CellSpec::default());
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == mark && !escaped && cells.len() < MOST_CELLS {
            let before = &text[from.unwrap_or(0)..at];
            let next = cell_spec(before);
            if from.is_some() {
                add(&mut cells, &before[..before.len() - next.length], spec, mark);
            }
            (from, spec) = (Some(at + c.len_utf8()), next);
        }
        escaped = c == '\\';
    }
    if let Some(from) = from {
        add(&mut cells, &text[from..], spec, mark);
    }
    cells
}

fn add(cells: &mut Vec<TableCell>, text: &str, spec: CellSpec, mark: char) {
    let text = text.trim().replace(&format!("\\{mark}"), &mark.to_string());
    let copies = if text.len() * spec.copies > MOST_COPIED { 1 } else { spec.copies };
    cells.extend(std::iter::repeat_n(TableCell { text, wide: spec.wide, tall: spec.tall }, copies));
}

/// The specification of a cell before its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CellSpec {
    length: usize,
    wide: usize,
    tall: usize,
    copies: usize,
}

impl Default for CellSpec {
    fn default() -> Self {
        Self { length: 0, wide: 1, tall: 1, copies: 1 }
    }
}

/// The specification `2.3+^.>s` at the end of a text.
fn cell_spec(text: &str) -> CellSpec {
    let length = text.bytes().rev().take(LONGEST_SPEC + 1).take_while(|byte| !byte.is_ascii_whitespace()).count();
    let Some(spec) = text.get(text.len() - length..).filter(|spec| !spec.is_empty() && length <= LONGEST_SPEC) else {
        return CellSpec::default();
    };
    let (count, rest) = match spec.find(['+', '*']) {
        Some(at) => (&spec[..=at], &spec[at + 1..]),
        None => ("", spec),
    };
    let style = rest.trim_start_matches(['<', '^', '>', '.']);
    let is_style = style.is_empty() || (style.len() == 1 && "adehlmsv".contains(style));
    let is_count =
        count.is_empty() || count[..count.len() - 1].bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !is_style || !is_count || count.len() == 1 {
        return CellSpec::default();
    }
    let mut found = CellSpec { length, ..CellSpec::default() };
    let number = |digits: &str| digits.parse().unwrap_or(1usize).clamp(1, MOST);
    if let Some(copies) = count.strip_suffix('*') {
        found.copies = number(copies);
    } else if let Some(spans) = count.strip_suffix('+') {
        let (wide, tall) = spans.split_once('.').unwrap_or((spans, ""));
        (found.wide, found.tall) = (number(wide), number(tall));
    }
    found
}

/// The cells in rows; a cell that covers several places stands in the first.
fn placed(cells: Vec<TableCell>, columns: usize) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut covered = vec![0usize; columns];
    let mut row: Vec<String> = Vec::new();
    for mut cell in cells {
        skip(&mut row, &mut covered, &mut rows);
        let wide = cell.wide.min(columns - row.len());
        for place in 0..wide {
            covered[row.len()] = cell.tall - 1;
            row.push(if place == 0 { std::mem::take(&mut cell.text) } else { String::new() });
        }
        if row.len() == columns {
            rows.push(std::mem::take(&mut row));
        }
    }
    if !row.is_empty() {
        rows.push(row);
    }
    rows
}

/// Adds the places that cells of the rows above cover.
fn skip(row: &mut Vec<String>, covered: &mut [usize], rows: &mut Vec<Vec<String>>) {
    while let Some(left) = covered.get_mut(row.len()).filter(|left| **left > 0) {
        *left -= 1;
        row.push(String::new());
        if row.len() == covered.len() {
            rows.push(std::mem::take(row));
        }
    }
}

/// Rows of cells with a separator.
fn separated(lines: &[&str], separator: char) -> Vec<Vec<String>> {
    // Blanks before a quote are no text.
    let text = lines.join("\n").replace(&format!("{separator} \""), &format!("{separator}\""));
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).trim(csv::Trim::All);
    reader.delimiter(u8::try_from(separator).unwrap_or(b','));
    let rows = reader.from_reader(text.as_bytes()).into_records().filter_map(Result::ok);
    rows.map(|row| row.iter().take(MOST).map(str::to_owned).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cover_and_repeat() {
        let lines = ["| Buoy | Depth | Light", "", ".2+| North | 12 m 2*s| lit", "2+| dark", "a| South | 9 m", "| out"];
        let rows = placed(cells(&lines, '|'), 3);
        let rows: Vec<String> = rows.iter().map(|row| row.join("|")).collect();
        assert_eq!(rows, ["Buoy|Depth|Light", "North|12 m|lit", "|lit|dark", "South|9 m|out"]);
    }
}
