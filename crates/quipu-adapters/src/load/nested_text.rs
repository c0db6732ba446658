//! Nested paragraphs as Markdown: points of lists, quotations, and words that lead a paragraph.
//!
//! A reader of a markup language opens and closes lists and adds paragraphs; this writes each point
//! with one mark, and its further paragraphs indented below. Code, tables and headings interrupt a list.

use quipu_engine::ports::{LoadError, Parsed};
use quipu_kernel::model::{Format, Metadata};
use serde_json::Value;

use super::paths::target_of;
use super::text_builder::{TextBuilder, one_line};
use super::unique::Distinct;

/// The deepest that points are indented.
const DEEPEST: usize = 8;
/// Columns between the marks of a list and those of the one inside it.
const INDENT: &str = "    ";

/// An open point of a list.
#[derive(Debug)]
struct OpenPoint {
    /// Its mark, until its first paragraph.
    mark: Option<String>,
    /// The block of lines that has a line of this point.
    shown: Option<usize>,
}

/// A text with nested parts in the making.
pub(super) struct NestedText<'a> {
    written: TextBuilder,
    path: &'a str,
    points: Vec<OpenPoint>,
    /// The lines of the list in the making.
    lines: Vec<String>,
    /// Number of blocks of lines taken.
    taken: usize,
    quotes: usize,
    /// Words that the next paragraph joins.
    leads: Vec<String>,
    /// Targets of links whose words are not in the text.
    links: Distinct,
    /// Metadata of the source.
    pub(super) fields: Metadata,
}

impl<'a> NestedText<'a> {
    /// An empty text of at most `most` bytes, read from `path`.
    pub(super) fn new(most: usize, path: &'a str) -> Self {
        Self {
            written: TextBuilder::new(most),
            path,
            points: Vec::new(),
            lines: Vec::new(),
            taken: 0,
            quotes: 0,
            leads: Vec::new(),
            links: Distinct::default(),
            fields: Metadata::new(),
        }
    }

    /// True if nothing more is taken.
    pub(super) fn is_full(&self) -> bool {
        self.written.is_full()
    }

    /// True if no list and no quotation is open.
    pub(super) fn is_outside(&self) -> bool {
        self.points.is_empty() && self.quotes == 0
    }

    /// Adds a note on a missing part of the source.
    pub(super) fn note(&mut self, note: Option<String>) {
        self.written.note(note);
    }

    /// Adds the target of a link that has no words of its own.
    pub(super) fn link(&mut self, target: &str) {
        if let Some(link) = target_of(target, self.path) {
            self.links.add(&link);
        }
    }

    /// Begins a point of a list inside those that are open.
    pub(super) fn begin_point(&mut self, mark: &str) {
        self.flush_leads();
        self.points.push(OpenPoint { mark: Some(mark.to_owned()), shown: None });
    }

    /// Ends the innermost point.
    pub(super) fn end_point(&mut self) {
        self.flush_leads();
        self.points.pop();
    }

    /// Ends a list: outside of any other its lines are written.
    pub(super) fn end_list(&mut self) {
        self.flush_leads();
        if self.points.is_empty() {
            self.take_lines();
        }
    }

    /// Begins a quotation.
    pub(super) fn begin_quote(&mut self) {
        self.flush_leads();
        self.take_lines();
        self.quotes += 1;
    }

    /// Ends the innermost quotation.
    pub(super) fn end_quote(&mut self) {
        self.flush_leads();
        self.take_lines();
        self.quotes = self.quotes.saturating_sub(1);
    }

    /// Keeps words that the next paragraph joins, as `Note` or a term.
    pub(super) fn lead(&mut self, words: &str) {
        let words = one_line(words);
        if !words.is_empty() {
            self.leads.push(words);
        }
    }

    /// Adds words to the last ones that lead, as a second term of one description.
    pub(super) fn lead_also(&mut self, words: &str) {
        match self.leads.last_mut() {
            Some(last) => {
                last.push_str(", ");
                last.push_str(&one_line(words));
            }
            None => self.lead(words),
        }
    }

    /// Writes the leading words that no paragraph has joined.
    pub(super) fn flush_leads(&mut self) {
        let words = joined_leads(std::mem::take(&mut self.leads));
        if !words.is_empty() {
            self.say(&words);
        }
    }

    /// Adds a paragraph.
    pub(super) fn paragraph(&mut self, words: &str) {
        let words = one_line(words);
        if words.is_empty() {
            return;
        }
        let leads = joined_leads(std::mem::take(&mut self.leads));
        match leads.is_empty() {
            true => self.say(&words),
            false if is_ended(&leads) => self.say(&format!("{leads} {words}")),
            false => self.say(&format!("{leads}: {words}")),
        }
    }

    /// Adds a heading; inside of a list it is a paragraph.
    pub(super) fn heading(&mut self, level: usize, words: &str) {
        if !self.is_outside() {
            self.flush_leads();
            return self.paragraph(words);
        }
        self.interrupt();
        self.written.heading(level, words);
    }

    /// Adds code, or a text that is shown as it is.
    pub(super) fn code(&mut self, language: &str, code: &str) {
        self.interrupt();
        let name: String = language.chars().filter(|c| c.is_alphanumeric() || "+#-".contains(*c)).take(20).collect();
        self.written.code(&name, code);
    }

    /// Adds a table: its first row is the header.
    pub(super) fn table(&mut self, rows: &[Vec<String>]) {
        self.interrupt();
        self.written.table(rows);
    }

    /// Adds the lines of a verse, one below the other.
    pub(super) fn verse(&mut self, lines: &[String]) {
        self.interrupt();
        let lines: Vec<String> = lines.iter().map(|line| one_line(line)).collect();
        self.written.paragraph(lines.join("  \n").trim_end());
    }

    /// Writes what is pending before a block that stands alone.
    fn interrupt(&mut self) {
        if let Some(last) = self.leads.last_mut()
            && !is_ended(last)
        {
            last.push(':');
        }
        self.flush_leads();
        self.take_lines();
    }

    fn say(&mut self, words: &str) {
        if self.written.is_full() {
            return;
        }
        let shown = self.points.iter().filter(|point| point.shown == Some(self.taken)).count();
        let taken = self.taken;
        let Some(point) = self.points.last_mut() else {
            self.take_lines();
            return match self.quotes {
                0 => self.written.paragraph(words),
                quotes => self.written.block(&format!("{} {words}", ">".repeat(quotes.min(DEEPEST)))),
            };
        };
        let stands = point.shown == Some(taken);
        let indent = INDENT.repeat((shown - usize::from(stands)).min(DEEPEST));
        match point.mark.take() {
            Some(mark) => {
                point.shown = Some(taken);
                self.lines.push(format!("{indent}{mark} {words}"));
            }
            // A paragraph behind an interruption of the list.
            None if !stands => {
                self.take_lines();
                self.written.paragraph(words);
            }
            None => self.lines.push(format!("{indent}{INDENT}{words}")),
        }
    }

    fn take_lines(&mut self) {
        if !self.lines.is_empty() {
            self.taken += 1;
            let lines = std::mem::take(&mut self.lines);
            self.written.block(&lines.join("\n"));
        }
    }

    /// The document.
    ///
    /// # Errors
    /// When nothing was written.
    pub(super) fn finish(mut self, mime: &str) -> Result<Parsed, LoadError> {
        self.interrupt();
        if let Some(links) = self.links.into_value() {
            self.fields.entry("links").or_insert(links);
        }
        // Revision control systems write their own keywords there.
        self.fields.retain(|name, value| !name.eq_ignore_ascii_case("id") && *value != Value::String(String::new()));
        self.written.finish(self.path, mime, Format::Markdown, self.fields)
    }
}

fn joined_leads(leads: Vec<String>) -> String {
    let mut all = String::new();
    for lead in leads {
        if !all.is_empty() {
            all.push_str(if is_ended(&all) { " " } else { ": " });
        }
        all.push_str(&lead);
    }
    all
}

/// True if words end in a mark after which a sentence may begin.
fn is_ended(words: &str) -> bool {
    words.ends_with(['.', ':', ';', ',', '!', '?', '…', '。', '：', '？', '！'])
}
