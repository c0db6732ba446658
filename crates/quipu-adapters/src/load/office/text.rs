//! The text of an office document, as Markdown: a slide is a page, a sheet a section, a note stands
//! below the block that refers to it.
//!
//! Headers and footers of pages are left out, except a header of the first page alone; so are hidden sheets, which are
//! named. A reviewer's remark is a quotation below the block that it is about.

use std::collections::hash_map::Entry;

use office_oxide::DocumentFormat;
use office_oxide::ir::{
    CodeBlock, DocumentIR, Element, InlineContent, List, ListStyle, Metadata, Note, Paragraph, Section, TextSpan,
    VerticalAlign,
};
use rustc_hash::FxHashMap;

use super::links::{is_address, push_link};
use super::numerals::numeral;
use crate::load::marks::{Mark, labelled, of_member, settle, spoken};
use crate::load::said::letters;
use crate::load::written::{Written, one_line};

/// Nesting limit of lists and tables; deeper parts are read as plain text.
const DEEPEST: usize = 16;

/// The result of writing a document's text.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The remarks of its reviewers.
    pub(super) remarks: Vec<String>,
    /// The sheets that are hidden and were left out.
    pub(super) hidden: Vec<String>,
    /// Number of letters that stand on every slide, and were left out.
    pub(super) left_out: usize,
}

/// The kind of a note: each kind has numbers of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Foot,
    End,
    Remark,
}

/// Writes a document.
pub(super) fn write(to: &mut Written, document: &DocumentIR) -> Outcome {
    let Metadata { format, .. } = document.metadata;
    let is_slides = matches!(format, DocumentFormat::Pptx | DocumentFormat::Ppt);
    let is_sheets = matches!(format, DocumentFormat::Xlsx | DocumentFormat::Xls);
    let mut text = Text {
        to,
        // The title of a slide stands below that of the whole, which is on none.
        raise: usize::from(is_slides),
        notes: FxHashMap::default(),
        loose: Vec::new(),
        marks: FxHashMap::default(),
        open: Vec::new(),
        remarks: Vec::new(),
        left_out: 0,
    };
    let mut hidden = Vec::new();
    // The notes of a text stand in its last section.
    if !is_slides && !is_sheets {
        document.sections.iter().for_each(|section| text.gather(section));
        document.sections.first().into_iter().for_each(|section| text.letterhead(section));
    }
    let all_hidden = document.sections.iter().all(|section| section.hidden);
    for section in &document.sections {
        if is_sheets && section.hidden && !all_hidden {
            hidden.push(section.title.clone().unwrap_or_default());
            continue;
        }
        if is_slides {
            text.to.page();
        }
        if let Some(title) = section.title.as_deref().filter(|_| is_sheets) {
            text.to.heading(2, title);
        }
        if is_slides || is_sheets {
            text.gather(section);
        }
        text.elements(&section.elements);
        if is_slides || is_sheets {
            text.show_rest();
        }
        if let Some(said) = &section.speaker_notes {
            text.elements(said);
        }
    }
    text.show_rest();
    Outcome { remarks: text.remarks, hidden, left_out: text.left_out }
}

/// A text in the making.
pub(super) struct Text<'a, 'd> {
    /// The output.
    pub(super) to: &'a mut Written,
    /// Number of levels by which headings are raised.
    raise: usize,
    /// Notes that no block has shown yet.
    notes: FxHashMap<(Kind, u32), &'d Note>,
    /// Notes whose number another has.
    loose: Vec<(Kind, &'d Note)>,
    /// The numbers of notes, in the order in which the text refers to them.
    marks: FxHashMap<(Kind, u32), usize>,
    /// Notes that the current block refers to.
    open: Vec<(Kind, u32)>,
    /// The remarks of reviewers.
    remarks: Vec<String>,
    /// Number of letters left out since they stand on every slide.
    left_out: usize,
}

impl<'d> Text<'_, 'd> {
    fn gather(&mut self, section: &'d Section) {
        for element in &section.elements {
            let (kind, note) = match element {
                Element::Footnote(note) | Element::Endnote(note) if is_remark(note) => (Kind::Remark, note),
                Element::Footnote(note) => (Kind::Foot, note),
                Element::Endnote(note) => (Kind::End, note),
                _ => continue,
            };
            match self.notes.entry((kind, note.id)) {
                Entry::Occupied(_) => self.loose.push((kind, note)),
                Entry::Vacant(place) => _ = place.insert(note),
            }
        }
    }

    /// Writes the head of the first page where it is another than that of the others: it stands there once.
    fn letterhead(&mut self, section: &'d Section) {
        let Some(head) = &section.first_page_header else { return };
        let words = self.flat(&head.content, 0);
        let running = section.header.as_ref().map(|head| self.flat(&head.content, 0));
        if running.as_ref() != Some(&words) {
            self.elements(&head.content);
        }
    }

    /// Writes the notes that no block referred to.
    fn show_rest(&mut self) {
        let mut left: Vec<(Kind, u32)> = self.notes.keys().copied().collect();
        left.sort_unstable();
        self.open = left;
        self.show_notes();
        for (kind, note) in std::mem::take(&mut self.loose) {
            self.show_note(kind, note, None);
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
                let words = spoken(&self.inline(&heading.content));
                let level = usize::from(heading.clamped_level());
                self.to.heading(level.saturating_sub(self.raise).max(1), &words);
            }
            Element::Paragraph(paragraph) if repeats(paragraph) => {
                self.left_out += letters(&office_oxide::ir::inline_to_text(&paragraph.content));
            }
            Element::Paragraph(paragraph) => {
                let words = spoken(&self.inline(&paragraph.content));
                self.to.paragraph(&words);
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

    /// The words of a block, its line breaks kept; links with where they lead.
    fn inline(&mut self, content: &'d [InlineContent]) -> String {
        let mut words = String::new();
        let mut parts = content.iter().peekable();
        while let Some(part) = parts.next() {
            match part {
                InlineContent::Text(span @ TextSpan { hyperlink: Some(to), .. }) if is_address(to) => {
                    let mut inside = marked(span);
                    // A link in several letter shapes is one.
                    while let Some(InlineContent::Text(next)) = parts.peek() {
                        if next.hyperlink.as_ref() != Some(to) {
                            break;
                        }
                        inside.push_str(&marked(next));
                        parts.next();
                    }
                    push_link(&mut words, &settle(&inside), to);
                }
                InlineContent::Text(span) => words.push_str(&marked(span).replace('\t', " ")),
                InlineContent::LineBreak => words.push('\n'),
                InlineContent::FootnoteRef(at) => self.refer(Kind::Foot, at.note_id, &mut words),
                InlineContent::EndnoteRef(at) => self.refer(Kind::End, at.note_id, &mut words),
                InlineContent::CommentRef(at) => self.refer(Kind::Remark, at.comment_id, &mut words),
                _ => {}
            }
        }
        settle(&words)
    }

    /// Puts the mark of a note where the text refers to it; a remark has none.
    fn refer(&mut self, kind: Kind, id: u32, words: &mut String) {
        if self.notes.contains_key(&(kind, id)) {
            if kind != Kind::Remark {
                words.push_str(&self.mark(kind, id));
            }
            self.open.push((kind, id));
        }
    }

    /// The mark of a note, as Markdown writes it.
    fn mark(&mut self, kind: Kind, note: u32) -> String {
        let next = self.marks.len() + 1;
        format!("[^{}]", self.marks.entry((kind, note)).or_insert(next))
    }

    fn show_notes(&mut self) {
        for (kind, id) in std::mem::take(&mut self.open) {
            if let Some(note) = self.notes.remove(&(kind, id)) {
                self.show_note(kind, note, Some(id));
            }
        }
    }

    /// Writes a note below the block that refers to it, a remark as a quotation with its author.
    fn show_note(&mut self, kind: Kind, note: &'d Note, id: Option<u32>) {
        let words = one_line(&spoken(&self.flat(&note.content, 0)));
        if words.is_empty() {
            return;
        }
        let author = note.author.as_deref().map(str::trim).filter(|author| !author.is_empty());
        let block = match (kind, id, author) {
            (Kind::Remark, _, Some(author)) => {
                self.remarks.push(format!("{author}: {words}"));
                format!("> Comment by {author}: {words}")
            }
            (Kind::Remark, _, None) => {
                self.remarks.push(words.clone());
                format!("> Comment: {words}")
            }
            (_, Some(id), _) => format!("{}: {words}", self.mark(kind, id)),
            (_, None, _) => words,
        };
        self.to.block(&block);
    }

    /// Everything that blocks say, as one text.
    pub(super) fn flat(&mut self, elements: &'d [Element], depth: usize) -> String {
        let mut words = Vec::new();
        for element in elements {
            words.push(match element {
                Element::Heading(heading) => self.inline(&heading.content),
                Element::Paragraph(paragraph) => self.inline(&paragraph.content),
                Element::CodeBlock(code) => code.content.clone(),
                Element::TextBox(held) if depth < DEEPEST => self.flat(&held.content, depth + 1),
                Element::List(list) if depth < DEEPEST => self.points(list, depth + 1),
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

    /// The items of a list, and those of lists inside, as one text.
    fn points(&mut self, list: &'d List, depth: usize) -> String {
        let mut words = Vec::new();
        for point in &list.items {
            words.push(self.flat(&point.content, depth));
            let nested = point.nested.as_ref().filter(|_| depth < DEEPEST);
            words.extend(nested.map(|nested| self.points(nested, depth + 1)));
        }
        words.retain(|part| !part.trim().is_empty());
        words.join(" ")
    }

    fn list(&mut self, list: &'d List, depth: usize, lines: &mut Vec<String>) {
        let first = list.start_number.unwrap_or(1);
        for (at, point) in list.items.iter().enumerate() {
            let words = self.flat(&point.content, 0);
            let (label, words) = labelled(&words);
            let words = one_line(&spoken(words));
            let mark = match label {
                None if list.ordered => numbered(list, first.saturating_add(at as u32)),
                label => of_member(label),
            };
            if !words.is_empty() {
                lines.push(format!("{}{mark} {words}", "    ".repeat(depth)));
            }
            if let Some(nested) = point.nested.as_ref().filter(|_| depth < DEEPEST) {
                self.list(nested, depth + 1, lines);
            }
        }
    }
}

/// True if a note is a reviewer's remark: a document's own notes have no author.
fn is_remark(note: &Note) -> bool {
    note.author.is_some() || note.marker.is_some()
}

/// True if a paragraph stands on every slide: a footer, a date, a number.
fn repeats(paragraph: &Paragraph) -> bool {
    matches!(paragraph.placeholder_role.as_deref(), Some("ftr" | "sldNum" | "dt" | "hdr"))
}

/// The mark of a member of a list whose document gives only the format of its numbers.
fn numbered(list: &List, number: u32) -> String {
    let format = match list.style {
        Some(ListStyle::LowerAlpha) => "lowerLetter",
        Some(ListStyle::UpperAlpha) => "upperLetter",
        Some(ListStyle::LowerRoman) => "lowerRoman",
        Some(ListStyle::UpperRoman) => "upperRoman",
        _ => return format!("{number}."),
    };
    format!("- {}.", numeral(format, number).unwrap_or_default())
}

/// The text of a span, with marks for the meaning of its letters.
fn marked(span: &TextSpan) -> String {
    let mut words = span.text.clone();
    if words.trim().is_empty() {
        return words;
    }
    let has = |mark: Mark| span.text.contains(mark.pair().0);
    match span.vertical_align {
        Some(VerticalAlign::Superscript) if !has(Mark::Up) => words = Mark::Up.around(&words),
        Some(VerticalAlign::Subscript) if !has(Mark::Down) => words = Mark::Down.around(&words),
        _ => {}
    }
    if span.strikethrough && !has(Mark::Struck) { Mark::Struck.around(&words) } else { words }
}

/// A paragraph that is written in a style of code.
fn code_line(element: &Element) -> Option<String> {
    let Element::Paragraph(paragraph) = element else { return None };
    let style = paragraph.style.as_deref()?.to_lowercase();
    let is_code = ["code", "source", "preformatted", "htmlpreformatted"].iter().any(|word| style.contains(word));
    is_code
        .then(|| office_oxide::ir::inline_to_text(&paragraph.content))
        .filter(|line| !line.contains(Mark::Label.pair().0))
}
