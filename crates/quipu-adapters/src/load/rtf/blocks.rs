//! Blocks of RTF: the results of paragraphs, cells and rows at their ends.

use super::Reader;
use crate::load::marks::{of_member, settle, spoken};
use crate::load::written::one_line;

impl Reader<'_> {
    /// Ends a paragraph.
    pub(super) fn paragraph(&mut self) {
        let words = settle(&std::mem::take(&mut self.words));
        let label = one_line(&settle(&std::mem::take(&mut self.label)));
        let state = self.state().clone();
        if !state.in_table {
            self.end_table();
        }
        let level = state.level.or_else(|| self.levels.get(&state.style).copied());
        let is_bullet = !label.is_empty() && !label.chars().any(char::is_alphanumeric);
        match (words.trim().is_empty(), level, label.as_str()) {
            (true, ..) => {}
            (_, Some(level), label) => {
                self.end_list();
                let label = if is_bullet { "" } else { label };
                self.to.heading(level, &format!("{label} {words}"));
            }
            (_, None, "") => {
                self.end_list();
                self.to.paragraph(words.trim());
            }
            (_, None, label) => {
                let indent = "    ".repeat(state.list_level.min(8));
                self.list.push(format!("{indent}{} {}", of_member(Some(label)), one_line(&words)));
            }
        }
        if !state.in_table {
            self.show_notes();
        }
    }

    /// Writes the waiting notes, below their block.
    pub(super) fn show_notes(&mut self) {
        if !self.notes.is_empty() {
            self.end_list();
            std::mem::take(&mut self.notes).iter().for_each(|note| self.to.block(note));
        }
    }

    pub(super) fn cell(&mut self) {
        let label = one_line(&std::mem::take(&mut self.label));
        let words = settle(&std::mem::take(&mut self.words));
        self.cells.push(one_line(&format!("{label} {words}")));
    }

    /// Ends a row; one of a table in a cell stays words of that cell.
    pub(super) fn row(&mut self, nested: bool) {
        let cells = std::mem::take(&mut self.cells);
        if nested {
            self.words.push_str(&cells.join(" "));
        } else if !cells.is_empty() {
            self.end_list();
            self.rows.push(cells);
        }
    }

    pub(super) fn end_table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        match rows.as_slice() {
            [] => {}
            // A table of one cell is a frame around a text.
            [row] if row.len() == 1 => row.iter().for_each(|cell| self.to.block(cell)),
            rows => self.to.table(rows),
        }
        let left = std::mem::take(&mut self.cells).join(" ");
        self.to.block(&spoken(&left));
    }

    pub(super) fn end_list(&mut self) {
        if !self.list.is_empty() {
            self.to.block(&std::mem::take(&mut self.list).join("\n"));
        }
    }
}
