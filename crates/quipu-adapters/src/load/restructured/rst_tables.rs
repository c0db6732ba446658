//! Tables of reStructuredText that are drawn: grids, and simple tables with columns of blanks.

use super::rst_body::{BodyMemo, RstReader};
use super::rst_lines::{indent, is_blank};

/// The most columns of a table.
const MOST_COLUMNS: usize = 64;
/// The most cells of a table: a short line may stand for many.
const MOST_CELLS: usize = 1_000_000;

impl RstReader<'_> {
    /// A drawn table; gives the place behind it.
    pub(super) fn table(&mut self, lines: &[&str], at: usize, memo: &mut BodyMemo) -> Option<usize> {
        let (rows, end) = match lines[at].chars().next() {
            Some('+') if is_border(lines[at]) => grid(lines, at)?,
            Some('=') if is_simple_border(lines[at]) => simple(lines, at, memo),
            _ => return None,
        };
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| self.inline(cell.trim())).collect()).collect();
        self.to.table(&rows);
        Some(end)
    }
}

/// True for `+---+---+`.
fn is_border(line: &str) -> bool {
    line.len() >= 3 && line.ends_with('+') && line.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'='))
}

/// True for `====  ====`.
fn is_simple_border(line: &str) -> bool {
    line.starts_with("==")
        && line.contains("= =") | line.contains("=  ")
        && line.bytes().all(|byte| matches!(byte, b'=' | b' '))
}

/// The cells of a grid, and the place behind it.
///
/// Its columns are those of all its borders. A cell that covers several stands in the first of them;
/// one that covers several rows stands in the row that it begins in.
fn grid(lines: &[&str], at: usize) -> Option<(Vec<Vec<String>>, usize)> {
    let end = at + lines[at..].iter().take_while(|line| line.starts_with(['+', '|'])).count();
    let drawn: Vec<Vec<char>> = lines[at..end].iter().map(|line| line.chars().collect()).collect();
    let width = drawn[0].len();
    let mut cuts: Vec<usize> = Vec::new();
    for line in drawn.iter().filter(|line| line.first() == Some(&'+') || line.contains(&'+')) {
        let is_cut = |at: usize| {
            line[at] == '+'
                && (at == 0 || matches!(line[at - 1], '-' | '=')) | matches!(line.get(at + 1), Some('-' | '='))
        };
        cuts.extend((0..line.len().min(width)).filter(|at| is_cut(*at)));
        cuts.sort_unstable();
        cuts.dedup();
    }
    if cuts.len() < 2 || cuts.len() > MOST_COLUMNS + 1 || end - at < 3 || (end - at) * cuts.len() > MOST_CELLS {
        return None;
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut begun = vec![0usize; cuts.len() - 1];
    for line in &drawn {
        let is_rule = |column: usize| {
            let part = line.get(cuts[column] + 1..cuts[column + 1]).unwrap_or_default();
            !part.is_empty() && (part.iter().all(|c| *c == '-') || part.iter().all(|c| *c == '='))
        };
        let ruled: Vec<bool> = (0..begun.len()).map(is_rule).collect();
        if ruled.contains(&true) {
            rows.push(vec![String::new(); begun.len()]);
            ruled.iter().zip(&mut begun).filter(|(ruled, _)| **ruled).for_each(|(_, row)| *row = rows.len() - 1);
        }
        cells_of(line, &cuts, &ruled, &begun, &mut rows);
    }
    Some((rows, end))
}

/// Adds the text of one line to the cells in which it stands.
fn cells_of(line: &[char], cuts: &[usize], ruled: &[bool], begun: &[usize], rows: &mut [Vec<String>]) {
    let mut owner = 0;
    for column in 0..ruled.len() {
        let bar = line.get(cuts[column]).copied().unwrap_or(' ');
        // Without a bar the text goes on from the column before.
        let is_apart = column == 0 || matches!(bar, '|' | '+') || ruled[column] || ruled[column - 1];
        if is_apart {
            owner = column;
        }
        if ruled[column] {
            continue;
        }
        let from = if is_apart { cuts[column] + 1 } else { cuts[column] };
        let last = column + 1 == ruled.len();
        let end = if last { line.len().max(cuts[column + 1]) } else { cuts[column + 1] };
        let mut part: String = line.get(from..end.min(line.len())).unwrap_or_default().iter().collect();
        if last {
            part = part.trim_end().trim_end_matches('|').to_owned();
        }
        if let Some(cell) = rows.get_mut(begun[owner]).map(|row| &mut row[owner]) {
            let part = if is_apart { format!("\n{}", part.trim()) } else { part };
            cell.push_str(&part);
        }
    }
}

/// The cells of a simple table, and the place behind it.
fn simple(lines: &[&str], at: usize, memo: &mut BodyMemo) -> (Vec<Vec<String>>, usize) {
    let end = simple_end(lines, at, memo);
    let starts: Vec<usize> = starts_of(lines[at]);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut after_blank = true;
    for (place, line) in lines.iter().enumerate().take(end).skip(at + 1) {
        let is_rule = is_simple_border(line) || is_span_rule(line);
        if is_rule || is_blank(line) {
            after_blank = true;
            continue;
        }
        let fits = rows.len() * starts.len() < MOST_CELLS;
        let cells = if fits {
            {
                let spans = lines.get(place + 1).filter(|below| place + 1 < end && is_span_rule(below));
                simple_cells(line, &starts, spans.copied())
            }
        } else {
            vec![(*line).to_owned()]
        };
        match rows.last_mut() {
            // Text without a first cell goes on from the row above.
            Some(row) if indent(line) > 0 && cells[0].is_empty() && !after_blank => {
                row.iter_mut().zip(&cells).filter(|(_, cell)| !cell.is_empty()).for_each(|(all, cell)| {
                    all.push('\n');
                    all.push_str(cell);
                });
            }
            _ => rows.push(cells),
        }
        after_blank = false;
    }
    (rows, end)
}

/// The place behind the border below a simple table; without one, the next blank line.
fn simple_end(lines: &[&str], at: usize, memo: &mut BodyMemo) -> usize {
    let closes = |at: &usize| is_simple_border(lines[*at]) && lines.get(at + 1).is_none_or(|line| is_blank(line));
    if !memo.endless {
        if let Some(last) = (at + 1..lines.len()).find(closes) {
            return last + 1;
        }
        memo.endless = true;
    }
    at + lines[at..].iter().take_while(|line| !is_blank(line)).count()
}

/// Places in characters at which the columns of a border begin.
fn starts_of(border: &str) -> Vec<usize> {
    let bytes = border.as_bytes();
    let begins = |at: &usize| bytes[*at] == b'=' && (*at == 0 || bytes[at - 1] == b' ');
    (0..bytes.len()).filter(begins).take(MOST_COLUMNS).collect()
}

/// True for the line below cells that cover several columns: `-----  ----`.
fn is_span_rule(line: &str) -> bool {
    line.contains("--") && line.bytes().all(|byte| matches!(byte, b'-' | b' '))
}

/// The cells of one line. Text in the gap between two columns belongs to the first up to the next blank, unless
/// the line below says which columns are one.
fn simple_cells(line: &str, starts: &[usize], spans: Option<&str>) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    let is_joined = |start: usize| {
        let under = spans.map(|spans| spans.as_bytes().get(start.saturating_sub(1)..=start).unwrap_or_default());
        under == Some(b"--".as_slice())
    };
    let mut cells = vec![String::new(); starts.len()];
    let (mut owner, mut from) = (0, 0);
    for (column, start) in starts.iter().enumerate().skip(1) {
        if is_joined(*start) {
            continue;
        }
        let start = (*start).max(from).min(letters.len());
        let crosses = start > 0 && letters.get(start - 1).is_some_and(|c| *c != ' ') && start < letters.len();
        let gap = letters[start..].iter().position(|c| *c == ' ').map_or(letters.len(), |gap| start + gap);
        let end = if crosses { gap } else { start };
        cells[owner] = letters[from..end].iter().collect();
        (owner, from) = (column, end);
    }
    cells[owner] = letters[from..].iter().collect();
    cells.iter_mut().for_each(|cell| *cell = cell.trim().trim_matches('\\').trim().to_owned());
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(rows: &[Vec<String>]) -> Vec<String> {
        let cell = |cell: &String| cell.split_whitespace().collect::<Vec<_>>().join(" ");
        let row = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(" | ");
        rows.iter().map(row).filter(|row| row.contains(char::is_alphanumeric)).collect()
    }

    #[test]
    fn a_grid_with_wide_and_tall_cells_is_read() {
        let lines = [
            "+--------+-------+",
            "| Buoy   | Depth |",
            "+========+=======+",
            "| North  | 12 m  |",
            "| bank   +-------+",
            "|        | 14 m  |",
            "+--------+-------+",
            "| All are lit    |",
            "+----------------+",
        ];
        let (rows, end) = grid(&lines, 0).expect("it is a grid");
        assert_eq!(end, lines.len());
        assert_eq!(flat(&rows), ["Buoy | Depth", "North bank | 12 m", " | 14 m", "All are lit | "]);
    }

    #[test]
    fn a_simple_table_is_read() {
        let lines = [
            "=====  ======",
            "Buoy   Depth",
            "=====  ======",
            "North  12 m",
            "       deep",
            "South",
            "=====  ======",
            "",
            "x",
        ];
        let (rows, end) = simple(&lines, 0, &mut BodyMemo::default());
        assert_eq!(end, 7);
        assert_eq!(flat(&rows), ["Buoy | Depth", "North | 12 m deep", "South | "]);
        let lines = ["===  ===  ===", "all lit   dim", "--------  ---", "North-b 3 4", "===  ===  ==="];
        let (rows, _) = simple(&lines, 0, &mut BodyMemo::default());
        assert_eq!(flat(&rows), ["all lit |  | dim", "North-b | 3 | 4"]);
    }
}
