//! Open lists, and the lines of their items: each item has one mark, regardless of its content.

use ego_tree::NodeRef;
use scraper::node::{Element, Node};

use crate::load::roman::roman;
use crate::load::written::one_line;

/// The deepest that points are indented.
const DEEPEST: usize = 8;
/// The largest number that Markdown takes for one of a list.
const LARGEST: i64 = 999_999_999;
/// Columns between the marks of a list and those of the one inside it.
const INDENT: &str = "    ";

/// The numbering of a list's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    Marks,
    Numbers,
    Letters { large: bool },
    Roman { large: bool },
}

#[derive(Debug)]
struct List {
    count: Count,
    next: i64,
    step: i64,
    /// The mark of the point that is open, until it has said something.
    mark: Option<String>,
    /// The block of lines that has a line of this list.
    shown: Option<usize>,
}

/// The lists that are open, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Lists {
    open: Vec<List>,
    lines: Vec<String>,
    /// Number of blocks of lines taken, and number of open lists with a line in the current one.
    taken: usize,
    shown: usize,
}

impl Lists {
    /// Number of open lists.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Begins a list.
    pub(super) fn begin(&mut self, part: NodeRef<'_, Node>, element: &Element) {
        let count = count(element);
        let reversed = element.attr("reversed").is_some() && element.name() == "ol";
        let is_point = |part: &NodeRef<'_, Node>| part.value().as_element().is_some_and(|part| part.name() == "li");
        let start = number(element, "start").filter(|_| element.name() == "ol");
        let next = start.unwrap_or_else(|| if reversed { part.children().filter(is_point).count() as i64 } else { 1 });
        self.open.push(List { count, next, step: if reversed { -1 } else { 1 }, mark: None, shown: None });
    }

    /// Ends the innermost list; true if it was the last.
    pub(super) fn end(&mut self) -> bool {
        let shown = self.open.pop().is_some_and(|list| list.shown == Some(self.taken));
        self.shown -= usize::from(shown);
        self.open.is_empty()
    }

    /// Begins a point, with the number that the page may give it.
    pub(super) fn point(&mut self, element: &Element) {
        let Some(list) = self.open.last_mut() else { return };
        let at = number(element, "value").unwrap_or(list.next);
        list.next = at.saturating_add(list.step);
        let count = match element.attr("type").and_then(|name| kind(name.trim())) {
            Some(count) if list.count != Count::Marks => count,
            _ => list.count,
        };
        list.mark = Some(mark(count, at));
    }

    /// Ends a point.
    pub(super) fn end_point(&mut self) {
        if let Some(list) = self.open.last_mut() {
            list.mark = None;
        }
    }

    /// The number of the point that is open, for a heading that begins it.
    pub(super) fn take_number(&mut self) -> Option<String> {
        let list = self.open.last_mut().filter(|list| list.count != Count::Marks)?;
        list.mark.take().map(|mark| mark.trim_start_matches("- ").to_owned())
    }

    /// Adds a paragraph of the point that is open; gives it back where it stands in no list.
    pub(super) fn say(&mut self, words: &str) -> Option<String> {
        let Some(list) = self.open.last_mut() else { return Some(words.to_owned()) };
        let stands = list.shown == Some(self.taken);
        let indent = INDENT.repeat((self.shown - usize::from(stands)).min(DEEPEST));
        match list.mark.take() {
            Some(mark) => {
                self.lines.push(format!("{indent}{mark} {}", one_line(words)));
                list.shown = Some(self.taken);
                self.shown += usize::from(!stands);
            }
            // A paragraph behind an interruption of the list.
            None if !stands => return Some(words.to_owned()),
            None => self.lines.push(format!("{indent}{INDENT}{}", one_line(words))),
        }
        None
    }

    /// Takes the lines that stand so far.
    pub(super) fn take(&mut self) -> Option<String> {
        (self.taken, self.shown) = (self.taken + 1, 0);
        let lines = std::mem::take(&mut self.lines);
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

fn number(element: &Element, name: &str) -> Option<i64> {
    element.attr(name).and_then(|text| text.trim().parse().ok())
}

fn count(element: &Element) -> Count {
    if element.name() != "ol" {
        return Count::Marks;
    }
    let style = element.attr("style").unwrap_or_default().to_lowercase();
    let rule = style
        .split(';')
        .filter_map(|rule| rule.split_once(':'))
        .find(|(name, _)| matches!(name.trim(), "list-style" | "list-style-type"));
    let by_style = rule.and_then(|(_, value)| value.split_whitespace().find_map(kind));
    by_style.or_else(|| element.attr("type").and_then(|name| kind(name.trim()))).unwrap_or(Count::Numbers)
}

/// A way to count, as HTML and CSS name it.
fn kind(name: &str) -> Option<Count> {
    Some(match name {
        "1" | "decimal" => Count::Numbers,
        "a" | "lower-alpha" | "lower-latin" => Count::Letters { large: false },
        "A" | "upper-alpha" | "upper-latin" => Count::Letters { large: true },
        "i" | "lower-roman" => Count::Roman { large: false },
        "I" | "upper-roman" => Count::Roman { large: true },
        _ => return None,
    })
}

/// The mark of a point. Markdown counts in numbers only, so letters stand behind a mark.
fn mark(count: Count, at: i64) -> String {
    let (name, large) = match count {
        Count::Marks => return "-".to_owned(),
        Count::Numbers if (0..=LARGEST).contains(&at) => return format!("{at}."),
        Count::Numbers => (None, false),
        Count::Letters { large } => (letters(at), large),
        Count::Roman { large } => (u32::try_from(at).ok().and_then(roman), large),
    };
    let name = name.unwrap_or_else(|| at.to_string());
    format!("- {}.", if large { name.to_uppercase() } else { name })
}

/// a, b, … z, aa, ab …
fn letters(at: i64) -> Option<String> {
    let mut rest = u64::try_from(at).ok().filter(|at| *at > 0)?;
    let mut out = String::new();
    while rest > 0 {
        rest -= 1;
        out.insert(0, char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_as_the_page_says() {
        let large = Count::Roman { large: true };
        for (count, at, said) in [
            (Count::Numbers, 0, "0."),
            (Count::Numbers, -1, "- -1."),
            (Count::Letters { large: false }, 28, "- ab."),
            (large, 1994, "- MCMXCIV."),
            (large, 0, "- 0."),
        ] {
            assert_eq!(mark(count, at), said);
        }
    }
}
