//! Layout tables: their cells are read as parts of the page.

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use rustc_hash::FxHashSet;
use scraper::Html;
use scraper::node::{Element, Node};

use crate::load::said;

/// The longest cell of a table with a table in it, in letters; a longer one is a column of the page.
const LONGEST: usize = 300;

/// Facts about an open table.
#[derive(Debug, Default)]
struct Facts {
    /// Cells of each row, those that hold a table, and letters of the longest other cell.
    rows: Vec<usize>,
    holding: usize,
    longest: usize,
    /// Letters of the open cell, and true if it holds a table.
    letters: usize,
    holds: bool,
    /// True if it has a caption or column headers.
    named: bool,
    bordered: bool,
    headed: bool,
    deep: bool,
}

impl Facts {
    fn of(element: &Element) -> Self {
        let bordered = element.attr("border").is_some_and(|border| !matches!(border.trim(), "0" | ""));
        Self { bordered, ..Self::default() }
    }

    fn end_cell(&mut self) {
        if std::mem::take(&mut self.holds) {
            self.holding += 1;
        } else {
            self.longest = self.longest.max(self.letters);
        }
        self.letters = 0;
    }

    /// True if the table serves layout only: of headings, or of other tables.
    fn is_for_looks(&self) -> bool {
        if self.named {
            return false;
        }
        let cells: usize = self.rows.iter().sum();
        let even = self.rows.len() > 1
            && self.rows.first().is_some_and(|first| *first > 1 && self.rows.iter().all(|row| row == first));
        let data = self.bordered || (even && self.holding * 2 <= cells && self.longest <= LONGEST);
        self.headed || (self.holding > 0 && (self.deep || !data))
    }
}

/// The tables of a page that are there for their looks.
pub(super) fn for_looks(page: &Html) -> FxHashSet<NodeId> {
    let mut found = FxHashSet::default();
    let mut open: Vec<Facts> = Vec::new();
    for step in page.tree.root().traverse() {
        match step {
            Edge::Open(part) => match part.value() {
                Node::Element(element) => begin(&mut open, element),
                Node::Text(text) => {
                    if let Some(facts) = open.last_mut() {
                        facts.letters += said::letters(text);
                    }
                }
                _ => {}
            },
            Edge::Close(part) => {
                let Some(element) = part.value().as_element() else { continue };
                match element.name() {
                    "td" | "th" => open.last_mut().into_iter().for_each(Facts::end_cell),
                    "table" => {
                        let Some(facts) = open.pop() else { continue };
                        let looks =
                            matches!(element.attr("role"), Some("presentation" | "none")) || facts.is_for_looks();
                        if looks {
                            found.insert(part.id());
                        }
                        if let Some(around) = open.last_mut() {
                            around.holds = true;
                            around.deep |= facts.holding > 0;
                            around.headed |= facts.headed;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

fn begin(open: &mut Vec<Facts>, element: &Element) {
    if element.name() == "table" {
        open.push(Facts::of(element));
        return;
    }
    let Some(facts) = open.last_mut() else { return };
    match element.name() {
        "tr" => facts.rows.push(0),
        "td" | "th" => {
            facts.rows.last_mut().into_iter().for_each(|row| *row += 1);
            facts.named |= element.name() == "th";
        }
        "caption" | "thead" => facts.named = true,
        "h1" | "h2" | "h3" | "h4" => facts.headed = true,
        _ => {}
    }
}
