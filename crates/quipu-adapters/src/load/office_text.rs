//! What an office document says, as Markdown: a slide is a page, a sheet a section, a note stands
//! below the block that refers to it.
//!
//! Headers and footers of pages are left out. A cell that spans several repeats in each.

use office_oxide::DocumentFormat;
use office_oxide::ir::{
    CodeBlock, DocumentIR, Element, InlineContent, List, Metadata, Note, Paragraph, Section, Table, TableCell, TextSpan,
};
use rustc_hash::FxHashMap;

use super::written::{Written, one_line};

/// How deep lists and tables nest before what is inside is read as plain text.
const DEEPEST: usize = 16;
/// The widest and longest that one cell spans.
const SPAN: u32 = 256;

/// Writes a document; gives what its reviewers remarked, which is no part of the text.
pub(super) fn write(to: &mut Written, document: &DocumentIR) -> Vec<String> {
    let Metadata { format, .. } = document.metadata;
    let is_slides = matches!(format, DocumentFormat::Pptx | DocumentFormat::Ppt);
    // The title of a slide stands below that of the whole, which is on none.
    let raise = usize::from(is_slides);
    let mut text = Text {
        to,
        raise,
        notes: FxHashMap::default(),
        marks: FxHashMap::default(),
        open: Vec::new(),
        remarks: Vec::new(),
    };
    let is_sheets = matches!(format, DocumentFormat::Xlsx | DocumentFormat::Xls);
    for section in &document.sections {
        if is_slides {
            text.to.page();
        }
        if let Some(title) = section.title.as_deref().filter(|_| is_sheets) {
            text.to.heading(2, title);
        }
        text.section(section);
    }
    text.remarks
}

struct Text<'a, 'd> {
    to: &'a mut Written,
    /// How many levels headings are raised.
    raise: usize,
    /// Notes that no block has shown yet.
    notes: FxHashMap<u32, &'d Note>,
    /// The numbers of notes, in the order in which the text refers to them.
    marks: FxHashMap<u32, usize>,
    /// Notes that the block at hand refers to.
    open: Vec<u32>,
    /// What reviewers remarked.
    remarks: Vec<String>,
}

impl<'d> Text<'_, 'd> {
    fn section(&mut self, section: &'d Section) {
        for element in &section.elements {
            match element {
                Element::Footnote(note) | Element::Endnote(note) if is_remark(note) => {
                    let words = one_line(&self.flat(&note.content, 0));
                    let author = note.author.as_deref().or(note.marker.as_deref()).unwrap_or_default();
                    self.remarks.push(if author.is_empty() { words } else { format!("{author}: {words}") });
                }
                Element::Footnote(note) | Element::Endnote(note) => {
                    self.notes.insert(note.id, note);
                }
                _ => {}
            }
        }
        self.elements(&section.elements);
        let mut left: Vec<u32> = self.notes.keys().copied().collect();
        left.sort_unstable();
        self.open = left;
        self.show_notes();
        if let Some(said) = &section.speaker_notes {
            self.elements(said);
        }
    }

    /// Writes blocks one after the other; code in rows is one block.
    fn elements(&mut self, elements: &'d [Element]) {
        let mut code: Vec<String> = Vec::new();
        for element in elements {
            if let Some(line) = code_line(element) {
                code.push(line);
                continue;
            }
            self.code(&mut code);
            self.element(element);
            self.show_notes();
        }
        self.code(&mut code);
    }

    fn code(&mut self, lines: &mut Vec<String>) {
        if !lines.is_empty() {
            self.to.code("", &lines.join("\n"));
            lines.clear();
        }
    }

    fn element(&mut self, element: &'d Element) {
        match element {
            Element::Heading(heading) => {
                let words = self.inline(&heading.content);
                let level = usize::from(heading.clamped_level());
                self.to.heading(level.saturating_sub(self.raise).max(1), &words);
            }
            Element::Paragraph(paragraph) if repeats(paragraph) => {}
            Element::Paragraph(paragraph) => {
                let words = self.paragraph(paragraph);
                self.to.block(&words);
            }
            Element::Table(table) => self.table(table),
            Element::List(list) => {
                let mut lines = Vec::new();
                self.list(list, 0, &mut lines);
                self.to.block(&lines.join("\n"));
            }
            Element::TextBox(held) => self.elements(&held.content),
            Element::CodeBlock(CodeBlock { language, content }) => {
                self.to.code(language.as_deref().unwrap_or_default(), content);
            }
            _ => {}
        }
    }

    fn paragraph(&mut self, paragraph: &'d Paragraph) -> String {
        let words = self.inline(&paragraph.content);
        // What would be a mark of Markdown is a letter here.
        match words.trim_start().starts_with('#') {
            true => format!("\\{}", words.trim_start()),
            false => words,
        }
    }

    /// The words of a block, its line breaks kept; links with where they lead.
    fn inline(&mut self, content: &'d [InlineContent]) -> String {
        let mut words = String::new();
        let mut parts = content.iter().peekable();
        while let Some(part) = parts.next() {
            match part {
                InlineContent::Text(TextSpan { hyperlink: Some(to), text, .. }) if is_address(to) => {
                    let mut inside = text.clone();
                    // A link in several letter shapes is one.
                    while let Some(InlineContent::Text(next)) = parts.peek() {
                        if next.hyperlink.as_ref() != Some(to) {
                            break;
                        }
                        inside.push_str(&next.text);
                        parts.next();
                    }
                    push_link(&mut words, &inside, to);
                }
                InlineContent::Text(span) => words.push_str(&span.text.replace('\t', " ")),
                InlineContent::LineBreak => words.push('\n'),
                InlineContent::FootnoteRef(at) | InlineContent::EndnoteRef(at)
                    if self.notes.contains_key(&at.note_id) =>
                {
                    words.push_str(&self.mark(at.note_id));
                    self.open.push(at.note_id);
                }
                _ => {}
            }
        }
        words
    }

    /// The mark of a note, as Markdown writes it.
    fn mark(&mut self, note: u32) -> String {
        let next = self.marks.len() + 1;
        format!("[^{}]", self.marks.entry(note).or_insert(next))
    }

    fn show_notes(&mut self) {
        for id in std::mem::take(&mut self.open) {
            if let Some(note) = self.notes.remove(&id) {
                let words = one_line(&self.flat(&note.content, 0));
                if !words.is_empty() {
                    let mark = self.mark(id);
                    self.to.block(&format!("{mark}: {words}"));
                }
            }
        }
    }

    /// Everything that blocks say, as one text.
    fn flat(&mut self, elements: &'d [Element], depth: usize) -> String {
        let mut words = Vec::new();
        for element in elements {
            words.push(match element {
                Element::Heading(heading) => self.inline(&heading.content),
                Element::Paragraph(paragraph) => self.inline(&paragraph.content),
                Element::CodeBlock(code) => code.content.clone(),
                Element::TextBox(held) if depth < DEEPEST => self.flat(&held.content, depth + 1),
                Element::List(list) if depth < DEEPEST => {
                    let points = list.items.iter().map(|point| self.flat(&point.content, depth + 1));
                    points.collect::<Vec<_>>().join(" ")
                }
                Element::Table(table) if depth < DEEPEST => {
                    let cells = table.rows.iter().flat_map(|row| &row.cells);
                    let cells = cells.map(|cell| self.flat(&cell.content, depth + 1));
                    cells.collect::<Vec<_>>().join(" ")
                }
                _ => String::new(),
            });
        }
        words.retain(|part| !part.trim().is_empty());
        words.join(" ")
    }

    fn list(&mut self, list: &'d List, depth: usize, lines: &mut Vec<String>) {
        let first = list.start_number.unwrap_or(1);
        for (at, point) in list.items.iter().enumerate() {
            let mark = if list.ordered { format!("{}.", first.saturating_add(at as u32)) } else { "-".to_owned() };
            let words = one_line(&self.flat(&point.content, 0));
            if !words.is_empty() {
                lines.push(format!("{}{mark} {words}", "    ".repeat(depth)));
            }
            if let Some(nested) = point.nested.as_ref().filter(|_| depth < DEEPEST) {
                self.list(nested, depth + 1, lines);
            }
        }
    }

    fn table(&mut self, table: &'d Table) {
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
                    let words = time_of_day(cell).unwrap_or_else(|| one_line(&self.flat(&cell.content, 0)));
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
}

/// Whether a note is a reviewer's remark: a document's own notes have no author.
fn is_remark(note: &Note) -> bool {
    note.author.is_some() || note.marker.is_some()
}

/// Whether a paragraph stands on every slide: a footer, a date, a number.
fn repeats(paragraph: &Paragraph) -> bool {
    matches!(paragraph.placeholder_role.as_deref(), Some("ftr" | "sldNum" | "dt" | "hdr"))
}

/// What a cell says: a time of day where it is a number shown as one.
fn time_of_day(cell: &TableCell) -> Option<String> {
    let format = cell.number_format.as_deref()?.to_lowercase();
    let day = cell.raw_number.filter(|number| (0.0..1.0).contains(number))?;
    let is_time = format.contains('h') && format.contains(':') && !format.contains(['y', 'd']);
    let minutes = (day * 1440.0).round() as u32;
    is_time.then(|| format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60))
}

fn is_address(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

fn push_link(words: &mut String, inside: &str, to: &str) {
    let said = inside.trim();
    if said.is_empty() || said == to || to.contains([' ', '(', ')']) {
        words.push_str(inside);
        return;
    }
    let blanks = |text: &str| text.chars().all(char::is_whitespace);
    let (before, after) = inside.split_once(said).unwrap_or_default();
    words.push_str(if blanks(before) { before } else { "" });
    words.push_str(&format!("[{said}]({to})"));
    words.push_str(if blanks(after) { after } else { "" });
}

/// A paragraph that is written in a style of code.
fn code_line(element: &Element) -> Option<String> {
    let Element::Paragraph(paragraph) = element else { return None };
    let style = paragraph.style.as_deref()?.to_lowercase();
    let is_code = ["code", "source", "preformatted", "htmlpreformatted"].iter().any(|word| style.contains(word));
    is_code.then(|| office_oxide::ir::inline_to_text(&paragraph.content))
}
