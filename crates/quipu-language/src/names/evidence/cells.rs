//! Cells of tables: the head of a column is a label, a value of a column is a category, the key of a row may be a name.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::name_tokens::{NameToken, TokenShape};
use crate::parser::is_common;

/// The most words of a short value.
const SHORT: usize = 5;
/// Letters of the longest code: "CLE", "NYA".
const LONGEST_CODE: usize = 4;
/// Of so many values of a column of keys at most one is a repetition.
const KEYS: usize = 8;

/// A cell around a find.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableCell<'a> {
    /// Its words.
    words: &'a str,
    /// True in the head of a table.
    head: bool,
    /// True in the first column of words, where it has few values twice.
    key: bool,
}

impl TableCell<'_> {
    /// True if a find is all of the cell.
    pub(super) fn is(&self, form: &str) -> bool {
        self.words.trim_matches(['*', '_', '`', '"']) == form
    }

    /// True if its place decides on a find: in the head, for all of a cell, and for a part of a short value.
    pub(super) fn is_open(&self, form: &str) -> bool {
        self.head || self.is(form) || !self.key && self.words.split_whitespace().count() <= SHORT
    }
}

/// The tables of a text.
#[derive(Debug, Default)]
pub(super) struct TableCells<'a> {
    text: &'a str,
    /// Starts of head rows.
    heads: Vec<usize>,
    columns: FxHashMap<usize, Column<'a>>,
}

/// The values of a column.
#[derive(Debug, Default)]
struct Column<'a> {
    values: FxHashSet<&'a str>,
    /// Number of values with letters.
    worded: usize,
    cells: usize,
}

impl<'a> TableCells<'a> {
    /// Reads the rows of a text.
    pub(super) fn of(text: &'a str) -> Self {
        let mut out = Self { text, ..Self::default() };
        if !text.contains('|') {
            return out;
        }
        let (mut at, mut above) = (0, None);
        for line in text.split_inclusive('\n') {
            if is_rule(line) {
                out.heads.extend(above);
            } else if is_row(line) {
                for (column, cell) in cells(line).enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    let column = out.columns.entry(column).or_default();
                    column.cells += 1;
                    column.values.insert(cell);
                    column.worded += usize::from(cell.chars().all(|c| !c.is_numeric()));
                }
            }
            above = is_row(line).then_some(at);
            at += line.len();
        }
        out
    }

    /// The cell around a position; none outside of tables.
    pub(super) fn at(&self, at: usize) -> Option<TableCell<'a>> {
        if self.columns.is_empty() {
            return None;
        }
        let start = self.text[..at].rfind('\n').map_or(0, |found| found + 1);
        let line = self.text[start..].lines().next().filter(|line| is_row(line))?;
        let column = self.text[start..at].matches('|').count().checked_sub(1)?;
        let words = cells(line).nth(column)?;
        Some(TableCell { words, head: self.heads.contains(&start), key: self.is_key(column) })
    }

    fn is_key(&self, column: usize) -> bool {
        let worded = |column: &Column<'_>| 2 * column.worded > column.cells;
        let of = self.columns.get(&column);
        let earlier = (0..column).any(|before| self.columns.get(&before).is_some_and(worded));
        !earlier && of.is_some_and(|of| worded(of) && (of.cells - of.values.len()) * KEYS <= of.cells)
    }
}

/// True if a name that is a whole cell is a value or a label of the table, and no name by itself.
pub(super) fn is_value(cell: &TableCell<'_>, words: &[NameToken]) -> bool {
    let code = |word: &NameToken| word.shape == TokenShape::Upper && word.length <= LONGEST_CODE;
    // A bold cell is the label of its row.
    cell.head
        || !cell.key
        || cell.words.starts_with("**")
        || matches!(words, [word] if code(word) || is_common(cell.words))
}

fn is_row(line: &str) -> bool {
    line.trim_start_matches([' ', '\t']).starts_with('|')
}

/// True for the line below the head: "|---|:-:|".
fn is_rule(line: &str) -> bool {
    is_row(line) && line.contains('-') && line.trim().chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim();
    line.strip_prefix('|').unwrap_or(line).trim_end_matches('|').split('|').map(str::trim)
}
