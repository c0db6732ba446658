//! Collapsible parts: hidden panels that hold text of the page, and the buttons that are their titles.

use ego_tree::{NodeId, NodeRef};
use rustc_hash::{FxHashMap, FxHashSet};
use scraper::Html;
use scraper::node::{Element, Node};

use super::names::is_named;
use super::weights::Weights;

/// Words in the names of panels.
const PANELS: [&str; 24] = [
    "accordion",
    "collapse",
    "collapsible",
    "collapsed",
    "panel",
    "pane",
    "tab",
    "tabs",
    "tabpanel",
    "toggle",
    "faq",
    "answer",
    "expand",
    "expandable",
    "more",
    "details",
    "spoiler",
    "disclosure",
    "foldable",
    "content",
    "body",
    "slide",
    "step",
    "section",
];
/// Words in the names of overlays.
const OVER: [&str; 24] = [
    "modal",
    "cookie",
    "cookies",
    "consent",
    "popup",
    "overlay",
    "dialog",
    "menu",
    "nav",
    "navigation",
    "toast",
    "error",
    "offcanvas",
    "lightbox",
    "tooltip",
    "popover",
    "newsletter",
    "template",
    "captcha",
    "search",
    "loading",
    "loader",
    "preloader",
    "gdpr",
];
/// Words in the names of buttons that are titles of panels.
const TITLES: [&str; 10] =
    ["accordion", "collapsible", "collapse", "faq", "question", "toggle", "expander", "disclosure", "spoiler", "tab"];
/// Minimum of letters in a hidden part that counts as text under any name; in a panel behind its title.
const TEXT: usize = 100;
const LEAST: usize = 2;
/// Levels around a button that are searched for its heading.
const NEAR: usize = 4;

/// The collapsible parts of a page.
#[derive(Debug, Default)]
pub(super) struct Panels<'p> {
    /// Ids that a control opens.
    opened: FxHashSet<&'p str>,
    places: FxHashMap<&'p str, NodeId>,
}

impl<'p> Panels<'p> {
    /// Finds them in one pass.
    pub(super) fn of(page: &'p Html) -> Self {
        let mut panels = Self::default();
        for part in page.tree.nodes() {
            let Some(element) = part.value().as_element() else { continue };
            panels.opened.extend(targets(element));
            if let Some(id) = element.id() {
                panels.places.entry(id).or_insert_with(|| part.id());
            }
        }
        panels
    }

    /// True if a hidden part is text of the page that opens, as the answer below a question.
    pub(super) fn is_panel(&self, part: NodeRef<'_, Node>, element: &Element, weights: &Weights) -> bool {
        let weight = weights.get(part.id());
        if weight.words == 0 || weight.is_links() || comes_over(element) {
            return false;
        }
        let opened = element.id().is_some_and(|id| self.opened.contains(id));
        let called = matches!(element.attr("role"), Some("tabpanel" | "region")) || is_named(element, &PANELS);
        let seen = element.attr("aria-hidden") != Some("true");
        let block = (element.name() == "span" && seen)
            || matches!(
                element.name(),
                "div"
                    | "section"
                    | "article"
                    | "main"
                    | "dd"
                    | "p"
                    | "ul"
                    | "ol"
                    | "li"
                    | "tr"
                    | "tbody"
                    | "table"
                    | "figure"
            );
        opened || (weight.words >= LEAST && called && block) || (weight.words >= TEXT && block)
    }

    /// True if a button is the title of the part below it: most of a heading, or the control of a panel.
    pub(super) fn is_title(&self, part: NodeRef<'_, Node>, element: &Element, weights: &Weights) -> bool {
        let total = |part: NodeRef<'_, Node>| {
            let weight = weights.get(part.id());
            weight.words + weight.linked
        };
        let own = total(part);
        let heading = part.ancestors().take(NEAR).find(|part| part.value().as_element().is_some_and(is_heading));
        let opens = element.attr("aria-expanded").is_some()
            || matches!(element.attr("role"), Some("tab"))
            || is_named(element, &TITLES)
            || targets(element).next().is_some();
        if let Some(heading) = heading {
            // A button beside the words of a heading has another purpose, unless it opens the part below.
            let rest = total(heading).saturating_sub(own);
            return own > 0 && (rest == 0 || (opens && rest <= own));
        }
        opens && own > 0 && self.opens_text(part, element, weights)
    }

    /// True if a button opens text.
    fn opens_text(&self, part: NodeRef<'_, Node>, element: &Element, weights: &Weights) -> bool {
        let is_text = |id: NodeId| {
            let weight = weights.get(id);
            weight.words >= LEAST && !weight.is_links()
        };
        let mut named = targets(element).filter_map(|id| self.places.get(id)).peekable();
        if named.peek().is_some() {
            return named.any(|id| is_text(*id));
        }
        let next =
            |part: NodeRef<'_, Node>| part.next_siblings().find(|part| part.value().is_element()).map(|part| part.id());
        let behind = next(part).or_else(|| part.parent().and_then(next));
        behind.is_some_and(is_text)
    }
}

/// True if the class or id of an element names an overlay: a notice, a menu or a dialogue.
pub(super) fn comes_over(element: &Element) -> bool {
    is_named(element, &OVER)
}

/// True if an element is a heading, or has the place of one.
fn is_heading(element: &Element) -> bool {
    matches!(element.name(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" | "summary" | "legend" | "caption" | "th")
        || element.attr("role") == Some("heading")
}

/// The ids of the parts that an element opens.
fn targets(element: &Element) -> impl Iterator<Item = &str> {
    let named = element.attr("aria-controls").into_iter().flat_map(str::split_whitespace);
    let toggles = ["data-toggle", "data-bs-toggle"].into_iter().any(|name| element.attr(name).is_some())
        || matches!(element.attr("role"), Some("tab" | "button"));
    let places = ["data-target", "data-bs-target"].into_iter().filter_map(|name| element.attr(name));
    let places = places.chain(element.attr("href").filter(|_| toggles));
    named.chain(places.filter_map(|place| place.strip_prefix('#')))
}
