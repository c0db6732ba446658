//! Blocks of OpenDocument: headings, paragraphs, lists, frames and slides.

use rustc_hash::FxHashMap;

use super::numbered::Count;
use super::styles::Styles;
use crate::load::marks::of_member;
use crate::load::office::xml::Tag;
use crate::load::written::{Written, one_line};

/// Nesting limit of blocks; deeper parts are read as one line.
const DEEPEST: usize = 24;

/// A document in the making.
pub(super) struct Story<'d> {
    pub(super) to: Written,
    pub(super) styles: &'d Styles,
    /// Elements of the current paragraph that become blocks of their own.
    pub(super) after: Vec<&'d Tag>,
    /// Notes and remarks of the current block, as blocks.
    pub(super) notes: Vec<String>,
    pub(super) noted: usize,
    pub(super) remarks: Vec<String>,
    /// Formulas by the objects that hold them, as their program writes them.
    pub(super) formulas: FxHashMap<String, String>,
    /// The sheets that are hidden and were left out.
    pub(super) hidden: Vec<String>,
    /// The current count of headings.
    headings: Count,
    /// The counts of lists, by their ids and styles, for those that go on.
    lists: FxHashMap<String, Count>,
}

impl<'d> Story<'d> {
    pub(super) fn new(to: Written, styles: &'d Styles) -> Self {
        Self {
            to,
            styles,
            after: Vec::new(),
            notes: Vec::new(),
            noted: 0,
            remarks: Vec::new(),
            formulas: FxHashMap::default(),
            hidden: Vec::new(),
            headings: Count::default(),
            lists: FxHashMap::default(),
        }
    }

    /// The text written, and the remarks of reviewers.
    pub(super) fn finish(mut self) -> (Written, Vec<String>) {
        let hidden = self.hidden.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(", ");
        self.to.note((!hidden.is_empty()).then(|| format!("hidden sheets are not read: {hidden}")));
        (self.to, self.remarks)
    }

    /// Writes the blocks of an element.
    pub(super) fn blocks(&mut self, tag: &'d Tag) {
        self.all(tag, 0);
    }

    fn all(&mut self, tag: &'d Tag, depth: usize) {
        for block in tag.tags() {
            if self.to.is_full() {
                return;
            }
            self.block(block, depth);
            self.show_notes();
            for frame in std::mem::take(&mut self.after) {
                self.block(frame, depth + 1);
                self.show_notes();
            }
        }
    }

    pub(super) fn show_notes(&mut self) {
        std::mem::take(&mut self.notes).iter().for_each(|note| self.to.block(note));
    }

    fn block(&mut self, tag: &'d Tag, depth: usize) {
        if depth > DEEPEST {
            let words = self.flat(tag);
            self.to.block(&words);
            return;
        }
        match tag.name.as_str() {
            "h" => self.heading(tag),
            "p" if self.styles.is_title(tag.attribute("style-name").unwrap_or_default()) => {
                let words = self.words(tag);
                self.to.heading(1, &words);
            }
            "p" => {
                let words = self.words(tag);
                self.to.paragraph(words.trim());
            }
            "list" => {
                let mut lines = Vec::new();
                self.list(tag, None, 1, &mut lines);
                self.to.block(&lines.join("\n"));
            }
            "table" => self.table(tag),
            "annotation" => _ = self.flat(tag),
            // Contents pages and indices, deletions of tracked changes, running heads, forms, notes of slides, which
            // are read after them.
            "tracked-changes" | "table-of-content" | "alphabetical-index" | "illustration-index" | "table-index"
            | "user-index" | "object-index" | "bibliography" | "forms" | "sequence-decls" | "notes" | "image"
            | "object" => {}
            _ => self.all(tag, depth + 1),
        }
    }

    fn heading(&mut self, tag: &'d Tag) {
        let level: usize = tag.attribute("outline-level").and_then(|level| level.parse().ok()).unwrap_or(1);
        let unnumbered = tag.attribute("is-list-header") == Some("true");
        let start = tag.attribute("start-value").and_then(|start| start.parse().ok());
        let styles = self.styles;
        let label = (!unnumbered).then(|| self.headings.label(styles.headings(), level, start)).flatten();
        let words = self.words(tag);
        if !words.trim().is_empty() {
            self.to.heading(level, &format!("{} {words}", label.unwrap_or_default()));
        }
    }

    /// Writes a list into lines; a list inside has the style of the one around, unless it says otherwise.
    fn list(&mut self, tag: &'d Tag, around: Option<&'d str>, level: usize, lines: &mut Vec<String>) {
        let style = tag.attribute("style-name").or(around);
        let levels = style.and_then(|style| self.styles.list(style));
        let goes_on = tag.attribute("continue-numbering") == Some("true") || tag.attribute("continue-list").is_some();
        let key = format!("{} {level}", style.unwrap_or_default());
        let mut count = self.lists.remove(&key).filter(|_| goes_on).unwrap_or_default();
        for member in tag.tags().filter(|tag| matches!(tag.name.as_str(), "list-item" | "list-header")) {
            let start = member.attribute("start-value").and_then(|start| start.parse().ok());
            let label =
                levels.filter(|_| member.name == "list-item").and_then(|levels| count.label(levels, level, start));
            let own: Vec<String> = member.tags().filter(|tag| tag.name != "list").map(|tag| self.flat(tag)).collect();
            let own = one_line(&own.join(" "));
            if !own.is_empty() {
                let mark = of_member(label.as_deref());
                lines.push(format!("{}{mark} {own}", "    ".repeat(level.saturating_sub(1).min(DEEPEST))));
            }
            for inner in member.tags().filter(|tag| tag.name == "list" && level < DEEPEST) {
                self.list(inner, style, level + 1, lines);
            }
        }
        self.lists.insert(key, count);
    }

    /// Writes slides: the title of each as a heading, its notes at its end.
    pub(super) fn slides(&mut self, body: &'d Tag) {
        for slide in body.tags().filter(|tag| tag.name == "page") {
            self.to.page();
            for shape in slide.tags() {
                self.shape(shape, 0);
                self.show_notes();
            }
            for shape in slide.tags().filter(|tag| tag.name == "notes").flat_map(Tag::tags) {
                if shape.attribute("class") == Some("notes") {
                    self.all(shape, 1);
                }
            }
        }
    }

    fn shape(&mut self, shape: &'d Tag, depth: usize) {
        match (shape.name.as_str(), shape.attribute("class")) {
            (_, Some("footer" | "header" | "date-time" | "page-number")) => {}
            (_, Some("title")) => {
                let title = self.flat(shape);
                self.to.heading(1, &title);
            }
            ("g", _) if depth < DEEPEST => shape.tags().for_each(|inner| self.shape(inner, depth + 1)),
            ("notes" | "forms", _) => {}
            _ => {
                self.block(shape, 1);
            }
        }
    }
}
