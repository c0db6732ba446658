//! Tables of office documents: a cell that spans several places repeats in each; a number appears as in its format.

use office_oxide::ir::{CellDataType, Table, TableCell, TableRow};

use super::shown::shown;
use super::text::Text;
use crate::load::marks::spoken;
use crate::load::spans::{Repeats, SPAN};
use crate::load::written::one_line;

/// The reach of a cell into the rows below: column, rows left, words.
type Reach = (usize, u32, String);

impl<'d> Text<'_, 'd> {
    /// Writes a table.
    pub(super) fn table(&mut self, table: &'d Table) {
        if let Some(caption) = table.caption.as_deref().filter(|caption| !caption.trim().is_empty()) {
            self.to.block(&one_line(caption));
        }
        let mut above: Vec<Reach> = Vec::new();
        let mut repeats = Repeats::default();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in &table.rows {
            let cells = self.row(row, &mut above, &mut repeats);
            rows.push(cells);
        }
        match rows.as_slice() {
            // A table of one cell is a frame around a text.
            [row] if row.len() == 1 => self.to.block(&row[0]),
            rows => self.to.table(rows),
        }
    }

    /// The cells of a row, with those of rows above that reach down into it.
    fn row(&mut self, row: &'d TableRow, above: &mut Vec<Reach>, repeats: &mut Repeats) -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        let mut reach: Vec<Reach> = Vec::new();
        let mut from_above = std::mem::take(above).into_iter().peekable();
        let mut own = row.cells.iter();
        loop {
            let down = from_above.next_if(|(column, ..)| *column <= cells.len());
            let cell = if down.is_none() { own.next() } else { None };
            if let Some(cell) = cell {
                let words = self.cell(cell);
                let wide = usize::try_from(cell.col_span).unwrap_or(SPAN).clamp(1, SPAN);
                for at in 0..wide {
                    let Some(words) = (if at == 0 { Some(words.clone()) } else { repeats.again(&words) }) else {
                        break;
                    };
                    put(words, cell.row_span, &mut cells, &mut reach, repeats);
                }
            } else if let Some((_, left, words)) = down.or_else(|| from_above.next()) {
                put(words, left, &mut cells, &mut reach, repeats);
            } else {
                break;
            }
        }
        *above = reach;
        cells
    }

    fn cell(&mut self, cell: &'d TableCell) -> String {
        let words = by_format(cell).unwrap_or_else(|| one_line(&spoken(&self.flat(&cell.content, 0))));
        if cell.data_type == Some(CellDataType::Date) { with_its_time(&words) } else { words }
    }
}

/// Puts words into the next column, from where they span `rows` rows, their own among them.
fn put(words: String, rows: u32, cells: &mut Vec<String>, reach: &mut Vec<Reach>, repeats: &mut Repeats) {
    let below = if rows > 1 { repeats.again(&words) } else { None };
    reach.extend(below.map(|words| (cells.len(), rows - 1, words)));
    cells.push(words);
}

/// The displayed form of a cell where its number and its format hold more than its words.
fn by_format(cell: &TableCell) -> Option<String> {
    shown(cell.number_format.as_deref()?, cell.raw_number?)
}

/// A day with its time, as one word that sorts: `2026-03-04T09:30:00`.
fn with_its_time(words: &str) -> String {
    let is = |part: &str, sign: char, parts: usize| {
        part.split(sign).count() == parts && part.chars().all(|c| c == sign || c.is_ascii_digit())
    };
    match words.split_once(' ') {
        Some((day, time)) if is(day, '-', 3) && is(time, ':', 3) => format!("{day}T{time}"),
        _ => words.to_owned(),
    }
}
