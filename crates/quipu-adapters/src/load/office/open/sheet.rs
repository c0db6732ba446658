//! Tables and sheets of OpenDocument.

use super::blocks::Story;
use crate::load::office::xml::Tag;
use crate::load::spans::{Repeats, SPAN};

/// The most columns of a sheet.
const COLUMNS: usize = 16_384;
/// The most cells of a table that are written.
const CELLS: usize = 4_000_000;

/// The reach of a cell into the rows below: column, rows left, words.
type Reach = (usize, usize, String);

impl<'d> Story<'d> {
    /// Writes the sheets that are shown.
    pub(super) fn sheets(&mut self, body: &'d Tag) {
        let hidden = |sheet: &Tag| {
            let style = sheet.attribute("style-name").unwrap_or_default();
            self.styles.hides_sheet(style)
        };
        let sheets: Vec<(&Tag, bool)> =
            body.tags().filter(|tag| tag.name == "table").map(|sheet| (sheet, hidden(sheet))).collect();
        let all_hidden = sheets.iter().all(|(_, hidden)| *hidden);
        for (sheet, hidden) in sheets {
            let name = sheet.attribute("name").unwrap_or_default();
            if hidden && !all_hidden {
                self.hidden.push(name.to_owned());
                continue;
            }
            self.to.heading(2, name);
            self.table(sheet);
            self.show_notes();
        }
    }

    /// Writes a table: a cell that spans several places repeats in each.
    pub(super) fn table(&mut self, table: &'d Tag) {
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut above: Vec<Reach> = Vec::new();
        let mut repeats = Repeats::of_words();
        let mut left = CELLS;
        'rows: for row in rows_of(table) {
            let cells = self.row(row, &mut above, &mut repeats);
            let says = cells.iter().any(|cell| !cell.is_empty());
            let times = if says { repeated(row, "number-rows-repeated") } else { 1 };
            for at in 0..times {
                left = left.saturating_sub(cells.len() + 1);
                if left == 0 {
                    break 'rows;
                }
                if at > 0 && repeats.again(&cells.concat()).is_none() {
                    break;
                }
                rows.push(cells.clone());
            }
        }
        let spent = left == 0 || repeats.is_spent();
        self.to.note(spent.then(|| "not all could be read: a table of too many cells".to_owned()));
        match rows.as_slice() {
            // A table of one cell is a frame around a text.
            [row] if row.len() == 1 => row.iter().for_each(|cell| self.to.block(cell)),
            rows => self.to.table(rows),
        }
    }

    /// The cells of a row; `above` holds cells of rows above that span down.
    fn row(&mut self, row: &'d Tag, above: &mut Vec<Reach>, repeats: &mut Repeats) -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        let mut reach: Vec<Reach> = Vec::new();
        // Where the cell ends that was read last: not all programs write the cells that it covers.
        let mut owed = 0;
        for cell in row.tags().filter(|tag| matches!(tag.name.as_str(), "table-cell" | "covered-table-cell")) {
            let is_covered = cell.name == "covered-table-cell";
            let times = repeated(cell, "number-columns-repeated").min(COLUMNS.saturating_sub(cells.len()));
            let until = if is_covered { cells.len() + times } else { owed };
            while cells.len() < until {
                let column = cells.len();
                let beside = reach.iter().find(|(at, ..)| *at == column);
                let covering = beside.or_else(|| above.iter().find(|(at, ..)| *at == column));
                cells.push(covering.and_then(|(.., words)| repeats.again(words)).unwrap_or_default());
            }
            if is_covered {
                continue;
            }
            let words = self.cell(cell);
            let wide = repeated_as(cell, "number-columns-spanned").min(SPAN);
            let long = repeated_as(cell, "number-rows-spanned").min(1 << 20);
            owed = cells.len() + wide;
            for at in 0..if words.is_empty() || wide * long == 1 { 0 } else { wide } {
                let again = repeats.again(&words);
                reach.extend(again.map(|words| (cells.len() + at, long, words)));
            }
            for _ in 1..times {
                let again = if words.is_empty() { None } else { repeats.again(&words) };
                cells.push(again.unwrap_or_default());
            }
            // A row that is full has no place for it.
            cells.extend(Some(words).filter(|_| times > 0));
        }
        while cells.len() < owed.min(COLUMNS) {
            let column = cells.len();
            let beside = reach.iter().find(|(at, ..)| *at == column);
            cells.push(beside.and_then(|(.., words)| repeats.again(words)).unwrap_or_default());
        }
        while cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        above.retain(|(at, ..)| !reach.iter().any(|(own, ..)| own == at));
        above.append(&mut reach);
        above.iter_mut().for_each(|(_, rows, _)| *rows = rows.saturating_sub(1));
        above.retain(|(_, rows, _)| *rows > 0);
        cells
    }

    fn cell(&mut self, cell: &'d Tag) -> String {
        let words = self.flat(cell);
        // Days are written so that they sort.
        match cell.attribute("date-value") {
            Some(date) if !words.is_empty() => date.to_owned(),
            _ => words,
        }
    }
}

/// The rows of a table, in groups or not.
fn rows_of(table: &Tag) -> Vec<&Tag> {
    let mut rows = Vec::new();
    let mut left: Vec<&Tag> = table.tags().collect();
    left.reverse();
    while let Some(tag) = left.pop() {
        match tag.name.as_str() {
            "table-row" => rows.push(tag),
            "table-rows" | "table-header-rows" | "table-row-group" => {
                let inside: Vec<&Tag> = tag.tags().collect();
                left.extend(inside.into_iter().rev());
            }
            _ => {}
        }
    }
    rows
}

fn repeated(tag: &Tag, attribute: &str) -> usize {
    repeated_as(tag, attribute).min(1 << 20)
}

fn repeated_as(tag: &Tag, attribute: &str) -> usize {
    tag.attribute(attribute).and_then(|times| times.parse().ok()).unwrap_or(1).max(1)
}
