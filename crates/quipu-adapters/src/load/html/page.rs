//! The walk over a page: elements open and close, words between them become blocks.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::node::{Element, Node};

use super::inline::{Inline, mark};
use super::lists::Lists;
use super::math::formula;
use super::pictures::picture;
use super::reading::Reading;
use super::scope::{Scope, Sight};
use super::table::Table;
use super::terms::Terms;
use crate::load::written::{Written, one_line};

/// Elements that end the paragraph before them and begin another.
const BLOCKS: [&str; 25] = [
    "p",
    "div",
    "section",
    "article",
    "header",
    "main",
    "body",
    "figure",
    "figcaption",
    "address",
    "details",
    "summary",
    "fieldset",
    "legend",
    "hr",
    "form",
    "center",
    "nav",
    "footer",
    "aside",
    "hgroup",
    "dialog",
    "tr",
    "td",
    "caption",
];

/// Writes the part of a page to read; true if there was any text.
pub(super) fn write(to: &mut Written, sight: &Sight<'_>, reading: &Reading) -> bool {
    let page = &sight.page.tree;
    let root = page.get(reading.root).unwrap_or_else(|| page.root());
    to.heading(1, reading.heading.as_deref().unwrap_or_default());
    let mut walk = Walk {
        to,
        sight,
        scope: reading.scope,
        inline: Inline::default(),
        lists: Lists::default(),
        terms: Terms::default(),
        table: None,
        quotes: 0,
        code: None,
        said: false,
    };
    let mut skipped: Option<ego_tree::NodeId> = None;
    for step in root.traverse() {
        match (step, skipped) {
            (Edge::Close(part), Some(id)) if part.id() == id => skipped = None,
            (_, Some(_)) => {}
            (Edge::Open(part), None) => {
                if walk.open(part) {
                    skipped = Some(part.id());
                }
            }
            (Edge::Close(part), None) => walk.close(part),
        }
    }
    walk.end_block();
    walk.end_list();
    walk.said
}

struct Walk<'a, 's> {
    to: &'a mut Written,
    sight: &'a Sight<'s>,
    scope: Scope,
    /// The words of the current block.
    inline: Inline,
    lists: Lists,
    terms: Terms,
    table: Option<Table>,
    quotes: usize,
    /// The language of the code that is open.
    code: Option<String>,
    /// True if there was any text.
    said: bool,
}

impl Walk<'_, '_> {
    /// Takes an opening element; true if it is to be skipped.
    fn open(&mut self, part: NodeRef<'_, Node>) -> bool {
        match part.value() {
            Node::Text(text) => {
                self.inline.say(text);
                false
            }
            Node::Element(element) => {
                let skipped = self.say_whole(part, element) || self.sight.leaves_out(self.scope, part, element);
                if !skipped {
                    self.begin(part, element);
                    if let Some(mark) = mark(part, element, self.scope, &self.sight.styles) {
                        self.inline.begin(mark);
                    }
                }
                skipped
            }
            _ => false,
        }
    }

    /// Writes an element that is read as a whole: a formula, a picture, a ticked box.
    fn say_whole(&mut self, part: NodeRef<'_, Node>, element: &Element) -> bool {
        if let Some(formula) = formula(part, element) {
            self.inline.say(&formula);
            return true;
        }
        if let Some(words) = picture(part, element) {
            self.inline.picture(&words);
            return true;
        }
        if element.name() == "input" && self.lists.depth() > 0 && element.attr("type") == Some("checkbox") {
            self.inline.say(if element.attr("checked").is_some() { "[x] " } else { "[ ] " });
        }
        false
    }

    fn begin(&mut self, part: NodeRef<'_, Node>, element: &Element) {
        match element.name() {
            "br" => self.inline.line(),
            "table" => self.begin_table(part),
            _ if self.table.is_some() => self.begin_in_table(element),
            "ul" | "ol" | "menu" | "dir" => {
                self.end_block();
                self.end_terms();
                self.lists.begin(part, element);
            }
            "li" => {
                self.end_block();
                self.lists.point(element);
            }
            "dl" => {
                self.end_block();
                self.end_terms();
                self.terms.begin(self.lists.depth());
            }
            "dt" => {
                self.end_block();
                let before = self.terms.term();
                self.write(before);
            }
            "dd" => {
                self.end_block();
                self.terms.description();
            }
            "pre" => {
                self.end_block();
                self.end_list();
                self.code = Some(language(element).unwrap_or_default());
                self.inline.verbatim = true;
            }
            "code" if self.code.is_some() => {
                if let Some(language) = language(element) {
                    self.code = Some(language);
                }
            }
            "blockquote" => {
                self.end_block();
                self.end_list();
                self.quotes += 1;
            }
            _ if is_block(element) || stands_alone(part, element) => self.end_block(),
            _ => {}
        }
    }

    fn close(&mut self, part: NodeRef<'_, Node>) {
        let Node::Element(element) = part.value() else { return };
        if mark(part, element, self.scope, &self.sight.styles).is_some() {
            self.inline.end();
        }
        match element.name() {
            "table" => self.end_table(),
            _ if self.table.is_some() => self.end_in_table(element),
            "ul" | "ol" | "menu" | "dir" => {
                self.end_block();
                if self.lists.end() {
                    self.end_list();
                }
            }
            "li" => {
                self.end_block();
                self.lists.end_point();
            }
            "dl" => {
                self.end_block();
                let last = self.terms.end();
                self.write(last);
            }
            "dt" | "dd" => {
                self.end_block();
                self.terms.between();
            }
            "pre" => {
                let code = self.inline.take();
                self.inline.verbatim = false;
                let language = self.code.take().unwrap_or_default();
                self.said |= !code.trim().is_empty();
                self.to.code(&language, &code);
            }
            "blockquote" => {
                self.end_block();
                self.quotes = self.quotes.saturating_sub(1);
            }
            _ => match level(element) {
                Some(level) => self.heading(level),
                None if is_block(element) || stands_alone(part, element) => self.end_block(),
                None => {}
            },
        }
    }

    /// A heading; where it begins a numbered point, with its number.
    fn heading(&mut self, level: usize) {
        if self.inline.is_empty() {
            return;
        }
        let words = self.inline.take();
        let number = self.lists.take_number().map(|number| number + " ").unwrap_or_default();
        self.end_list();
        self.said = true;
        self.to.heading(level, &(number + &words));
    }

    /// Ends a paragraph, or the text of a list item.
    fn end_block(&mut self) {
        if self.code.is_some() {
            return;
        }
        let words = self.inline.take();
        let words = words.trim();
        if !words.is_empty() {
            let parts = self.terms.say(words, self.lists.depth());
            parts.into_iter().for_each(|words| self.write(Some(words)));
        }
    }

    /// Writes a paragraph where it belongs: in a list, in a quotation, or by itself.
    fn write(&mut self, words: Option<String>) {
        let Some(words) = words else { return };
        self.said = true;
        let Some(words) = self.lists.say(&words) else { return };
        if let Some(lines) = self.lists.take() {
            self.to.block(&lines);
        }
        match self.quotes {
            0 => self.to.block(&words),
            _ => self.to.block(&format!("> {}", words.replace('\n', "\n> "))),
        }
    }

    /// Writes the term before a description that does not begin with a paragraph.
    fn end_terms(&mut self) {
        let before = self.terms.flush();
        self.write(before);
    }

    /// Writes the points of the lists that were open.
    fn end_list(&mut self) {
        self.end_terms();
        if let Some(lines) = self.lists.take() {
            self.to.block(&lines);
        }
    }

    /// A table in a cell is read as words of the cell, one for its looks as parts of the page.
    fn begin_table(&mut self, part: NodeRef<'_, Node>) {
        if let Some(table) = &mut self.table {
            table.inside += 1;
            self.inline.part(":");
            return;
        }
        self.end_block();
        self.end_list();
        if !self.sight.is_for_looks(part.id()) {
            self.table = Some(Table::default());
        }
    }

    fn begin_in_table(&mut self, element: &Element) {
        let Some(table) = &mut self.table else { return };
        match (element.name(), table.inside) {
            ("tr", 0) => table.row(),
            ("td" | "th", 0) => table.cell(element),
            ("tr", _) => self.inline.part(";"),
            ("li", _) => self.inline.part(";"),
            ("dd", _) => self.inline.part(":"),
            (_, _)
                if is_block(element) || matches!(element.name(), "ul" | "ol" | "dl" | "dt" | "pre" | "blockquote") =>
            {
                self.inline.say(" ");
            }
            _ => {}
        }
    }

    fn end_in_table(&mut self, element: &Element) {
        let Some(table) = &mut self.table else { return };
        match (element.name(), table.inside) {
            ("td" | "th", 0) => table.say(&one_line(&self.inline.take())),
            ("caption", 0) => table.caption = one_line(&self.inline.take()),
            _ if is_block(element) => self.inline.say(" "),
            _ => {}
        }
    }

    fn end_table(&mut self) {
        match &mut self.table {
            Some(table) if table.inside > 0 => {
                table.inside -= 1;
                self.inline.say(" ");
            }
            Some(_) => {
                self.inline.take();
                let mut table = self.table.take().unwrap_or_default();
                let caption = std::mem::take(&mut table.caption);
                self.to.block(&caption);
                let rows = table.into_rows();
                self.said |= !caption.is_empty() || rows.iter().flatten().any(|cell| !cell.is_empty());
                match rows.as_slice() {
                    [row] if row.len() == 1 => self.to.block(&row[0]),
                    rows => self.to.table(rows),
                }
            }
            None => self.end_block(),
        }
    }
}

fn is_block(element: &Element) -> bool {
    let name = element.name();
    BLOCKS.contains(&name) || matches!(name, "li" | "table" | "th" | "dt" | "dd" | "dl") || level(element).is_some()
}

/// True if a button is read as a paragraph: the title of a panel, in no heading.
fn stands_alone(part: NodeRef<'_, Node>, element: &Element) -> bool {
    let titled = |part: NodeRef<'_, Node>| {
        part.value()
            .as_element()
            .is_some_and(|element| level(element).is_some() || matches!(element.name(), "dt" | "th"))
    };
    let button = element.name() == "button" || matches!(element.attr("role"), Some("button" | "tab"));
    button && !part.ancestors().take(4).any(titled)
}

/// The level of a heading.
fn level(element: &Element) -> Option<usize> {
    if element.attr("role") == Some("heading") {
        return Some(element.attr("aria-level").and_then(|level| level.trim().parse().ok()).unwrap_or(2).clamp(1, 6));
    }
    let digit = element.name().strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&digit).then_some(digit)
}

/// The language of code, as given to syntax highlighters.
fn language(element: &Element) -> Option<String> {
    let class = element.classes().find_map(|class| class.strip_prefix("language-").or(class.strip_prefix("lang-")))?;
    Some(class.chars().filter(|c| c.is_alphanumeric() || matches!(c, '+' | '#' | '-')).take(20).collect())
}
