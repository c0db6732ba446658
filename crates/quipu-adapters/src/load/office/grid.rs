//! Tables of office documents: a cell that spans several places repeats in each, a number is as its format shows it.

use office_oxide::ir::{CellDataType, Table, TableCell};

use super::shown::shown;
use super::text::Text;
use crate::load::marks::spoken;
use crate::load::written::one_line;

/// The widest and longest that one cell spans.
const SPAN: u32 = 256;

impl<'d> Text<'_, 'd> {
    /// Writes a table.
    pub(super) fn table(&mut self, table: &'d Table) {
        if let Some(caption) = table.caption.as_deref().filter(|caption| !caption.trim().is_empty()) {
            self.to.block(&one_line(caption));
        }
        // What a cell of a row above reaches down to: column, rows left, words.
        let mut above: Vec<(usize, u32, String)> = Vec::new();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in &table.rows {
            let mut cells: Vec<String> = Vec::new();
            let mut from_above = std::mem::take(&mut above).into_iter().peekable();
            let mut reach = Vec::new();
            let mut own = row.cells.iter();
            loop {
                if let Some((_, left, words)) = from_above.next_if(|(column, ..)| *column <= cells.len()) {
                    if left > 1 {
                        reach.push((cells.len(), left - 1, words.clone()));
                    }
                    cells.push(words);
                } else if let Some(cell) = own.next() {
                    let words = self.cell(cell);
                    for _ in 0..cell.col_span.clamp(1, SPAN) {
                        if cell.row_span > 1 {
                            reach.push((cells.len(), cell.row_span.min(1 << 20) - 1, words.clone()));
                        }
                        cells.push(words.clone());
                    }
                } else if let Some((_, left, words)) = from_above.next() {
                    if left > 1 {
                        reach.push((cells.len(), left - 1, words.clone()));
                    }
                    cells.push(words);
                } else {
                    break;
                }
            }
            above = reach;
            rows.push(cells);
        }
        match rows.as_slice() {
            // A table of one cell is a frame around a text.
            [row] if row.len() == 1 => self.to.block(&row[0]),
            rows => self.to.table(rows),
        }
    }

    fn cell(&mut self, cell: &'d TableCell) -> String {
        let words = by_format(cell).unwrap_or_else(|| one_line(&spoken(&self.flat(&cell.content, 0))));
        if cell.data_type == Some(CellDataType::Date) { with_its_time(&words) } else { words }
    }
}

/// What a cell shows where its number and its format say more than its words.
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
