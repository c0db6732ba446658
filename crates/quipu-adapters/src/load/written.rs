//! Markdown that a loader writes from another format, bounded by the maximal size of a text.

use quipu_engine::ports::{LoadError, Parsed};
use quipu_kernel::model::{Format, Metadata};
use quipu_kernel::text::char_start;

use super::decode::cut_at;
use super::markup::read_markup;
use super::metadata::describe;

/// A text in the making.
pub(super) struct Written {
    text: String,
    most: usize,
    /// True if something did not fit.
    full: bool,
    /// The starts of pages.
    pages: Vec<u32>,
    /// Notes on missing parts of the source.
    notes: Vec<String>,
}

impl Written {
    /// An empty text that will hold `most` bytes.
    pub(super) fn new(most: usize) -> Self {
        Self { text: String::new(), most, full: false, pages: Vec::new(), notes: Vec::new() }
    }

    /// A text that was written elsewhere, with where its pages begin.
    pub(super) fn ready(text: String, pages: &[usize], most: usize) -> Self {
        let mut ready = Self::new(most);
        ready.push(&text);
        ready.pages = pages.iter().map(|start| (*start).min(ready.text.len()) as u32).collect();
        ready
    }

    /// An empty text in its place, with its notes on missing parts.
    pub(super) fn anew(self) -> Self {
        Self { notes: self.notes, ..Self::new(self.most) }
    }

    /// True if nothing more is taken, so that nothing more needs to be read.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// The text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Begins a page or slide.
    pub(super) fn page(&mut self) {
        self.pages.push(self.text.len() as u32);
    }

    /// Adds a note on a missing part of the source, with the reason.
    pub(super) fn note(&mut self, note: Option<String>) {
        self.notes.extend(note);
    }

    /// Adds a heading of a level from 1.
    pub(super) fn heading(&mut self, level: usize, words: &str) {
        let words = one_line(words);
        if !words.is_empty() {
            self.block(&format!("{} {words}", "#".repeat(level.clamp(1, 6))));
        }
    }

    /// Adds a table: its first row is the header.
    pub(super) fn table(&mut self, rows: &[Vec<String>]) {
        // Empty columns at the edges are dropped.
        let says = |cell: &String| !cell.trim().is_empty();
        let first = rows.iter().filter_map(|row| row.iter().position(says)).min();
        let last = rows.iter().filter_map(|row| row.iter().rposition(says)).max();
        let (Some(first), Some(last)) = (first, last) else { return };
        let mut begun = false;
        for row in rows.iter().filter(|row| row.iter().any(says)) {
            let cells = (first..=last).map(|at| row.get(at).map(String::as_str).unwrap_or_default());
            match std::mem::replace(&mut begun, true) {
                false => self.header(cells),
                true => self.row(cells),
            }
            if self.full {
                return;
            }
        }
    }

    /// Adds a paragraph or another block, separated by a blank line.
    pub(super) fn block(&mut self, block: &str) {
        let block = block.trim_matches(['\n', '\r']);
        if !block.trim().is_empty() {
            self.push(if self.text.is_empty() { "" } else { "\n\n" });
            self.push(block);
        }
    }

    /// Adds a paragraph in which a mark of a heading is escaped.
    pub(super) fn paragraph(&mut self, words: &str) {
        match words.trim_start() {
            letters if letters.starts_with('#') => self.block(&format!("\\{letters}")),
            _ => self.block(words),
        }
    }

    /// Adds code, or a text to be shown as it is.
    pub(super) fn code(&mut self, language: &str, code: &str) {
        let code = code.trim_matches(['\n', '\r']);
        if code.trim().is_empty() {
            return;
        }
        // A fence is longer than any inside.
        let inside = code.lines().map(|line| line.trim_start().bytes().take_while(|byte| *byte == b'`').count());
        let fence = "`".repeat(inside.max().unwrap_or_default().max(2) + 1);
        self.block(&format!("{fence}{language}"));
        self.line(code);
        self.line(&fence);
    }

    /// Adds the first row of a table, and the line below it.
    pub(super) fn header<'c>(&mut self, cells: impl Iterator<Item = &'c str> + Clone) {
        self.push(if self.text.is_empty() { "" } else { "\n\n" });
        let rule: String = cells.clone().map(|_| "---|").collect();
        self.cells(cells);
        self.line(&format!("|{rule}"));
    }

    /// Adds a row to the table that was begun.
    pub(super) fn row<'c>(&mut self, cells: impl Iterator<Item = &'c str>) {
        self.push("\n");
        self.cells(cells);
    }

    fn cells<'c>(&mut self, cells: impl Iterator<Item = &'c str>) {
        self.push("|");
        for cell in cells {
            self.push(" ");
            self.push(&one_line(cell).replace('|', "\\|"));
            self.push(" |");
        }
    }

    /// Adds a line right below the last one.
    pub(super) fn line(&mut self, line: &str) {
        self.push("\n");
        self.push(line);
    }

    fn push(&mut self, part: &str) {
        if self.full {
            return;
        }
        let end = char_start(part, self.most - self.text.len());
        self.full = end < part.len();
        self.text.push_str(&part[..end]);
    }

    /// The document, with the metadata in its text; `fields` are those of the source.
    ///
    /// # Errors
    /// When nothing was written.
    pub(super) fn finish(self, path: &str, mime: &str, format: Format, fields: Metadata) -> Result<Parsed, LoadError> {
        if self.text.trim().is_empty() {
            return Err(LoadError::Empty);
        }
        let markup = read_markup(&self.text, format, path);
        let notes: Vec<String> = self.full.then(|| cut_at(self.most)).into_iter().chain(self.notes).collect();
        let partial = (!notes.is_empty()).then(|| notes.join("; "));
        let (mime, pages) = (mime.to_owned(), self.pages);
        let mut parsed = Parsed { text: self.text, mime, format, partial, pages, ..Parsed::default() };
        describe(&mut parsed, fields, markup);
        Ok(parsed)
    }
}

/// A text without line breaks and rows of blanks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
