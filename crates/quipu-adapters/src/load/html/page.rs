//! The walk over a page: elements open and close, words between them become blocks.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::Html;
use scraper::node::{Element, Node};

use super::scope::{Scope, is_left_out, main};
use super::table::Table;
use crate::load::written::{Written, one_line};

/// Elements that end the paragraph before them and begin another.
const BLOCKS: [&str; 26] = [
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
    "dl",
    "dt",
    "dd",
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
    "tr",
    "td",
];

/// Writes what is read of a page.
pub(super) fn write(to: &mut Written, page: &Html, scope: Scope) {
    let root = main(page)
        .filter(|_| scope == Scope::Main)
        .and_then(|id| page.tree.get(id))
        .unwrap_or_else(|| page.tree.root());
    let mut walk = Walk {
        to,
        scope,
        words: String::new(),
        lists: Vec::new(),
        points: Vec::new(),
        table: None,
        quotes: 0,
        code: None,
        links: Vec::new(),
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
}

struct List {
    ordered: bool,
    next: usize,
}

struct Walk<'a> {
    to: &'a mut Written,
    scope: Scope,
    /// The words of the block at hand.
    words: String,
    /// The lists that are open, and the lines that their points gave.
    lists: Vec<List>,
    points: Vec<String>,
    table: Option<Table>,
    quotes: usize,
    /// The language of the code that is open.
    code: Option<String>,
    /// Where the words of open links begin, and where they lead.
    links: Vec<(usize, Option<String>)>,
}

impl Walk<'_> {
    /// Takes what opens; says whether it is to be skipped.
    fn open(&mut self, part: NodeRef<'_, Node>) -> bool {
        match part.value() {
            Node::Text(text) => {
                self.say(text);
                false
            }
            Node::Element(element) if is_left_out(element, self.scope) => true,
            Node::Element(element) => {
                self.begin(element, part);
                false
            }
            _ => false,
        }
    }

    fn say(&mut self, text: &str) {
        if self.code.is_some() {
            self.words.push_str(text);
            return;
        }
        for c in text.chars() {
            match c.is_whitespace() {
                true if self.words.is_empty() || self.words.ends_with([' ', '\n']) => {}
                true => self.words.push(' '),
                // Soft hyphens and marks of direction are no letters.
                false if matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{feff}') => {}
                false => self.words.push(c),
            }
        }
    }

    fn begin(&mut self, element: &Element, part: NodeRef<'_, Node>) {
        match element.name() {
            "br" => self.words.push('\n'),
            "a" => self.links.push((self.words.len(), element.attr("href").and_then(target))),
            "table" => self.begin_table(part),
            "tr" if self.is_in_table() => self.table.iter_mut().for_each(Table::row),
            "td" | "th" if self.is_in_table() => self.table.iter_mut().for_each(|table| table.cell(element)),
            _ if self.table.is_some() => self.say(" "),
            "ul" | "ol" => {
                self.end_block();
                let next = element.attr("start").and_then(|start| start.parse().ok()).unwrap_or(1);
                self.lists.push(List { ordered: element.name() == "ol", next });
            }
            "pre" => {
                self.end_block();
                self.end_list();
                self.code = Some(language(element).unwrap_or_default());
            }
            "code" if self.code.is_some() => {
                if let Some(language) = language(element) {
                    self.code = Some(language);
                }
            }
            "blockquote" => {
                self.end_block();
                self.quotes += 1;
            }
            name if is_block(name) => self.end_block(),
            _ => {}
        }
    }

    fn close(&mut self, part: NodeRef<'_, Node>) {
        let Node::Element(element) = part.value() else { return };
        match element.name() {
            "a" => self.end_link(),
            "table" => self.end_table(),
            "td" | "th" if self.is_in_table() => {
                let words = std::mem::take(&mut self.words);
                self.links.clear();
                self.table.iter_mut().for_each(|table| table.say(&one_line(&words)));
            }
            "caption" if self.is_in_table() => {
                let words = std::mem::take(&mut self.words);
                self.table.iter_mut().for_each(|table| table.caption = one_line(&words));
            }
            _ if self.table.is_some() => {}
            "ul" | "ol" => {
                self.end_block();
                self.lists.pop();
                if self.lists.is_empty() {
                    self.end_list();
                }
            }
            "pre" => {
                if let Some(language) = self.code.take() {
                    let code = std::mem::take(&mut self.words);
                    self.to.code(&language, &code);
                }
                self.links.clear();
            }
            "blockquote" => {
                self.end_block();
                self.quotes = self.quotes.saturating_sub(1);
            }
            name => match level(name) {
                Some(level) => {
                    let words = std::mem::take(&mut self.words);
                    self.links.clear();
                    self.end_list();
                    self.to.heading(level, &words);
                }
                None if is_block(name) => self.end_block(),
                None => {}
            },
        }
    }

    /// Ends a paragraph, or what an item of a list says.
    fn end_block(&mut self) {
        if self.code.is_some() {
            return;
        }
        self.links.clear();
        let words = std::mem::take(&mut self.words);
        let words = words.trim();
        if words.is_empty() {
            return;
        }
        match self.lists.last_mut() {
            Some(list) => {
                let mark = if list.ordered { format!("{}.", list.next) } else { "-".to_owned() };
                list.next = list.next.saturating_add(1);
                let indent = "    ".repeat((self.lists.len() - 1).min(8));
                self.points.push(format!("{indent}{mark} {}", one_line(words)));
            }
            None if self.quotes > 0 => self.to.block(&format!("> {}", words.replace('\n', "\n> "))),
            None => self.to.block(words),
        }
    }

    /// Writes the points of the lists that were open.
    fn end_list(&mut self) {
        if !self.points.is_empty() {
            let points = std::mem::take(&mut self.points);
            self.to.block(&points.join("\n"));
        }
    }

    fn end_link(&mut self) {
        let Some((from, Some(target))) = self.links.pop() else { return };
        let Some(inside) = self.words.get(from..) else { return };
        let words = inside.trim();
        if words.is_empty() || self.code.is_some() || words == target {
            return;
        }
        let blank = if inside.starts_with(char::is_whitespace) { " " } else { "" };
        let link = format!("{blank}[{}]({target})", one_line(words).replace(['[', ']'], " "));
        self.words.truncate(from);
        self.words.push_str(&link);
    }

    /// A table that holds another is there for its looks: only the inner one is a table.
    fn begin_table(&mut self, part: NodeRef<'_, Node>) {
        if let Some(table) = &mut self.table {
            table.inside += 1;
            return;
        }
        self.end_block();
        self.end_list();
        let is = |part: NodeRef<'_, Node>| part.value().as_element().is_some_and(|element| element.name() == "table");
        if !part.descendants().skip(1).any(is) {
            self.table = Some(Table::default());
        }
    }

    fn end_table(&mut self) {
        match &mut self.table {
            Some(table) if table.inside > 0 => table.inside -= 1,
            Some(_) => {
                self.words.clear();
                let mut table = self.table.take().unwrap_or_default();
                let caption = std::mem::take(&mut table.caption);
                self.to.block(&caption);
                match table.into_rows().as_slice() {
                    [row] if row.len() == 1 => self.to.block(&row[0]),
                    rows => self.to.table(rows),
                }
            }
            None => self.end_block(),
        }
    }

    fn is_in_table(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.inside == 0)
    }
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name) || matches!(name, "li" | "table" | "th") || level(name).is_some()
}

fn level(name: &str) -> Option<usize> {
    let digit = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&digit).then_some(digit)
}

/// Where a link leads, if that is not a place on the same page.
fn target(href: &str) -> Option<String> {
    let href = href.trim();
    let leads = !href.is_empty() && !href.starts_with('#') && !href.to_lowercase().starts_with("javascript:");
    (leads && !href.contains(char::is_whitespace)).then(|| href.replace('(', "%28").replace(')', "%29"))
}

/// The language of code, as highlighters are told it.
fn language(element: &Element) -> Option<String> {
    let class = element.classes().find_map(|class| class.strip_prefix("language-").or(class.strip_prefix("lang-")))?;
    Some(class.chars().filter(|c| c.is_alphanumeric() || matches!(c, '+' | '#' | '-')).take(20).collect())
}
