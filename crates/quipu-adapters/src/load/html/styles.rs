//! Style sheets in a page, as far as they change the meaning of words: struck out, raised or lowered.
//!
//! Word processors write classes (`.c3`) whose rules stand in the head of the page.

use rustc_hash::FxHashMap;
use scraper::node::Element;
use scraper::{Html, Selector};

use super::mark::Mark;

/// Limit in bytes of a page's style sheets that are read.
const MOST: usize = 1 << 20;

/// Effects of classes on the words in them.
#[derive(Debug, Default)]
pub(super) struct Styles {
    marks: FxHashMap<String, Mark>,
}

impl Styles {
    /// Reads the style sheets of a page.
    pub(super) fn of(page: &Html) -> Self {
        let mut styles = Self::default();
        let Ok(sheets) = Selector::parse("style") else { return styles };
        let mut left = MOST;
        for text in page.select(&sheets).flat_map(|sheet| sheet.text()) {
            if text.len() > left {
                break;
            }
            left -= text.len();
            for (selectors, rules) in text.split('}').filter_map(|rule| rule.rsplit_once('{')) {
                if let Some(mark) = mark_of(rules) {
                    let classes = selectors.split(',').filter_map(class);
                    styles.marks.extend(classes.map(|class| (class.to_owned(), mark.clone())));
                }
            }
        }
        styles
    }

    /// The effect of an element's style, or of its classes, on its words.
    pub(super) fn mark(&self, element: &Element) -> Option<Mark> {
        let own = element.attr("style").and_then(mark_of);
        own.or_else(|| element.classes().find_map(|class| self.marks.get(class).cloned())).or_else(|| named(element))
    }
}

/// The effect of rules on words.
fn mark_of(rules: &str) -> Option<Mark> {
    let rules = rules.to_lowercase();
    rules.split(';').filter_map(|rule| rule.split_once(':')).find_map(|(name, value)| {
        let value = value.trim().trim_end_matches("!important").trim_end();
        match (name.trim(), value) {
            ("text-decoration" | "text-decoration-line", value) if value.contains("line-through") => Some(Mark::Struck),
            ("vertical-align", "super") => Some(Mark::Raised),
            ("vertical-align", "sub") => Some(Mark::Lowered),
            _ => None,
        }
    })
}

/// The class that a selector names, if it names nothing else than that and an element.
fn class(selector: &str) -> Option<&str> {
    let (element, class) = selector.trim().split_once('.')?;
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    (is_name(element) && is_name(class) && !class.is_empty()).then_some(class)
}

/// The effect of classes of widely used style sheets.
fn named(element: &Element) -> Option<Mark> {
    element.classes().find_map(|class| match class {
        "line-through" | "text-decoration-line-through" | "strikethrough" | "strike" => Some(Mark::Struck),
        "superscript" | "sup" if element.name() == "span" => Some(Mark::Raised),
        "subscript" if element.name() == "span" => Some(Mark::Lowered),
        _ => None,
    })
}
