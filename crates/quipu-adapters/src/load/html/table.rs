//! A table of a page under construction: rows of cells, each repeated where it spans several.

use scraper::node::Element;

use crate::load::spans::{Repeats, SPAN};

/// A table, row by row.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    /// By column: number of rows that a cell still spans, and its words.
    below: Vec<(usize, String)>,
    /// Columns and rows that the open cell spans.
    span: (usize, usize),
    repeats: Repeats,
    /// Number of open tables inside it: they are read as words.
    pub(super) inside: usize,
    pub(super) caption: String,
}

impl Table {
    /// Begins a row.
    pub(super) fn row(&mut self) {
        self.finish_row();
        self.rows.push(Vec::new());
        self.fill();
    }

    /// Begins a cell.
    pub(super) fn cell(&mut self, element: &Element) {
        if self.rows.is_empty() {
            self.rows.push(Vec::new());
        }
        let number = |name: &str| element.attr(name).and_then(|text| text.trim().parse().ok()).unwrap_or(1);
        self.span = (number("colspan").clamp(1, SPAN), number("rowspan").clamp(1, SPAN));
    }

    /// Ends a cell that says this.
    pub(super) fn say(&mut self, words: &str) {
        let (columns, down) = self.span;
        self.put(words.to_owned(), down);
        for _ in 1..columns {
            let Some(words) = self.repeats.again(words) else { break };
            self.put(words, down);
        }
        self.span = (1, 1);
        self.fill();
    }

    /// Puts words into the next column of the last row, from where they reach down.
    fn put(&mut self, words: String, down: usize) {
        let Some(row) = self.rows.last_mut() else { return };
        if self.below.len() <= row.len() {
            self.below.resize(row.len() + 1, (0, String::new()));
        }
        let below = if down > 1 { self.repeats.again(&words) } else { None };
        self.below[row.len()] = below.map_or_else(Default::default, |words| (down, words));
        row.push(words);
    }

    /// Fills the next columns with cells that span down from above.
    fn fill(&mut self) {
        let first = self.rows.len() == 1;
        let Some(row) = self.rows.last_mut().filter(|_| !first) else { return };
        while let Some((down, words)) = self.below.get_mut(row.len()).filter(|(down, _)| *down > 1) {
            let Some(words) = self.repeats.again(words) else { break };
            *down -= 1;
            row.push(words);
        }
    }

    /// Ends a row: cells above that span past its end do not continue below it.
    fn finish_row(&mut self) {
        if let Some(row) = self.rows.last() {
            self.below.truncate(row.len());
        }
    }

    /// The rows that have cells.
    pub(super) fn into_rows(self) -> Vec<Vec<String>> {
        self.rows.into_iter().filter(|row| !row.is_empty()).collect()
    }
}
