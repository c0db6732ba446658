//! Choice of the elements of a page to read: not navigation, and not hidden parts.
//!
//! A part is judged by its content, not by its name alone: a form may hold the whole page, an aside a
//! warning, a hidden panel the answer to the question above it.

use crate::load::html::weights::NEVER;
use ego_tree::{NodeId, NodeRef};
use rustc_hash::FxHashSet;
use scraper::Html;
use scraper::node::{Element, Node};

use super::looks;
use super::names::{is_called, is_named};
use super::panels::{self, Panels};
use super::styles::Styles;
use super::weights::{Weight, Weights};

/// Roles of navigation and of the page's frame.
const ROLES: [&str; 8] = ["navigation", "search", "banner", "contentinfo", "menu", "menubar", "dialog", "alertdialog"];
/// Classes of elements outside the text, in widely used site software.
const CLASSES: [&str; 6] = ["mw-editsection", "noprint", "headerlink", "sr-only", "visually-hidden", "slick-cloned"];
/// Names of menus that are not a `nav`.
const MENUS: [&str; 12] = [
    "menu",
    "nav",
    "navigation",
    "navbar",
    "topnav",
    "sidenav",
    "mainmenu",
    "main-menu",
    "breadcrumb",
    "breadcrumbs",
    "toc",
    "sidebar",
];
/// Words in the names of asides that interrupt the text.
const CALLOUTS: [&str; 20] = [
    "admonition",
    "callout",
    "note",
    "notes",
    "warning",
    "tip",
    "caution",
    "danger",
    "info",
    "important",
    "hint",
    "alert",
    "example",
    "footnote",
    "footnotes",
    "notice",
    "pullquote",
    "quote",
    "definition",
    "attention",
];
/// Words in the names of asides that stand beside it.
const BESIDE: [&str; 20] = [
    "sidebar",
    "related",
    "toc",
    "share",
    "social",
    "ad",
    "ads",
    "advert",
    "advertisement",
    "promo",
    "newsletter",
    "subscribe",
    "recommended",
    "recommendations",
    "popular",
    "trending",
    "widget",
    "nav",
    "menu",
    "navigation",
];
/// Letters of a form that is more than something to fill in, and the part of the page that is.
const FORM: usize = 500;
const FORM_PART: usize = 3;
/// Levels around a part that are searched for its place.
const NEAR: usize = 64;

/// The extent of reading a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::load) enum Scope {
    /// Its main part.
    #[default]
    Main,
    /// A chapter of a book: all but the list of chapters.
    Chapter,
    /// All that has words.
    All,
}

/// A page, as it is judged.
pub(super) struct Sight<'p> {
    pub(super) page: &'p Html,
    pub(super) weights: Weights,
    pub(super) scope: Scope,
    pub(super) styles: Styles,
    panels: Panels<'p>,
    for_looks: FxHashSet<NodeId>,
}

impl<'p> Sight<'p> {
    /// Looks at a page.
    pub(super) fn of(page: &'p Html, scope: Scope) -> Self {
        Self {
            page,
            weights: Weights::of(page),
            scope,
            styles: Styles::of(page),
            panels: if scope == Scope::Main { Panels::of(page) } else { Panels::default() },
            for_looks: looks::for_looks(page),
        }
    }

    /// The weight of the whole page.
    pub(super) fn whole(&self) -> Weight {
        self.weights.get(self.page.tree.root().id())
    }

    /// True if a table serves layout only.
    pub(super) fn is_for_looks(&self, table: NodeId) -> bool {
        self.for_looks.contains(&table)
    }

    /// True if an element with its content is omitted in this scope.
    pub(super) fn leaves_out(&self, scope: Scope, part: NodeRef<'_, Node>, element: &Element) -> bool {
        let name = element.name();
        if NEVER.contains(&name) {
            return true;
        }
        match scope {
            Scope::All => false,
            Scope::Chapter => name == "nav",
            Scope::Main => self.is_around(part, element) || self.is_unseen(part, element),
        }
    }

    /// True if a part is navigation for sure, regardless of its content.
    pub(super) fn is_of_the_site(&self, part: NodeRef<'_, Node>, element: &Element) -> bool {
        match element.name() {
            "nav" | "dialog" => true,
            "footer" => !closes_the_text(part, element),
            _ if is_hidden(element) && panels::comes_over(element) => true,
            _ => element.attr("role").is_some_and(|role| ROLES.contains(&role)),
        }
    }

    fn is_around(&self, part: NodeRef<'_, Node>, element: &Element) -> bool {
        let weight = self.weights.get(part.id());
        let role = element.attr("role").unwrap_or_default();
        if self.is_of_the_site(part, element) || element.classes().any(|class| CLASSES.contains(&class)) {
            return true;
        }
        match element.name() {
            "aside" => !self.interrupts(part, element),
            "form" => !self.is_the_page(weight),
            "button" => !self.panels.is_title(part, element, &self.weights),
            "div" | "section" | "ul" | "ol" | "table" | "td" if is_called(element, &MENUS) => weight.is_links(),
            _ if role == "complementary" => !self.interrupts(part, element),
            _ if role == "button" => !self.panels.is_title(part, element, &self.weights),
            _ => false,
        }
    }

    /// True if an aside is part of the text that it stands in.
    fn interrupts(&self, part: NodeRef<'_, Node>, element: &Element) -> bool {
        let weight = self.weights.get(part.id());
        let role = element.attr("role").unwrap_or_default();
        if weight.words == 0 || is_named(element, &BESIDE) {
            return false;
        }
        if is_named(element, &CALLOUTS) || role.starts_with("doc-") || role == "note" {
            return true;
        }
        let inside = || is_inside(part, |name| matches!(name, "main" | "article"));
        !weight.is_links() && (inside() || stands_between_paragraphs(part))
    }

    /// True if a form of this weight holds the page, or a good part of it.
    fn is_the_page(&self, weight: Weight) -> bool {
        let whole = self.whole().words;
        weight.words > 0 && (weight.titled || weight.words >= FORM || weight.words * FORM_PART >= whole)
    }

    /// True if a part is hidden, and no panel that opens.
    fn is_unseen(&self, part: NodeRef<'_, Node>, element: &Element) -> bool {
        is_hidden(element)
            && !matches!(element.name(), "html" | "body")
            && !self.panels.is_panel(part, element, &self.weights)
    }
}

/// True if a page says that an element is not to be seen.
pub(super) fn is_hidden(element: &Element) -> bool {
    let style = || {
        element.attr("style").is_some_and(|style| {
            let style = style.to_lowercase().replace(' ', "");
            style.contains("display:none") || style.contains("visibility:hidden")
        })
    };
    // A part that is hidden until found is to be found.
    element.attr("hidden").is_some_and(|hidden| hidden != "until-found")
        || element.attr("aria-hidden") == Some("true")
        || style()
}

/// True if a footer names the source of a quotation, or holds the notes of a text.
fn closes_the_text(part: NodeRef<'_, Node>, element: &Element) -> bool {
    let role = element.attr("role").unwrap_or_default();
    role.starts_with("doc-")
        || is_named(element, &["footnotes", "endnotes"])
        || is_inside(part, |name| matches!(name, "blockquote" | "figure"))
}

fn is_inside(part: NodeRef<'_, Node>, is: impl Fn(&str) -> bool) -> bool {
    part.ancestors().take(NEAR).filter_map(|part| part.value().as_element()).any(|element| is(element.name()))
}

/// True if paragraphs stand before and behind a part.
fn stands_between_paragraphs(part: NodeRef<'_, Node>) -> bool {
    let is = |part: Option<NodeRef<'_, Node>>| {
        let name = part.and_then(|part| part.value().as_element()).map_or("", Element::name);
        matches!(
            name,
            "p" | "ul" | "ol" | "dl" | "table" | "pre" | "blockquote" | "figure" | "h2" | "h3" | "h4" | "h5" | "h6"
        )
    };
    let element = |part: &NodeRef<'_, Node>| part.value().is_element();
    is(part.prev_siblings().find(element)) && is(part.next_siblings().find(element))
}
