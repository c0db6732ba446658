//! What of a page is read: its main part, without what serves to move about in the site.

use scraper::node::Element;
use scraper::{Html, Selector};

/// Elements that hold nothing to read.
const NEVER: [&str; 17] = [
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "head",
    "iframe",
    "object",
    "canvas",
    "audio",
    "video",
    "select",
    "datalist",
    "annotation",
    "annotation-xml",
    "textarea",
    "map",
];
/// Elements that serve to move about, or to be filled in.
const AROUND: [&str; 6] = ["nav", "footer", "aside", "form", "button", "dialog"];
/// Roles of the same.
const ROLES: [&str; 8] = ["navigation", "search", "banner", "contentinfo", "complementary", "menu", "dialog", "button"];
/// Words in the class of what is no part of the text, in widely used site software.
const CLASSES: [&str; 5] = ["mw-editsection", "noprint", "headerlink", "sr-only", "visually-hidden"];

/// How much of a page is read.
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

/// Where reading begins: the element that the page calls its main one, or its only article.
pub(super) fn main(page: &Html) -> Option<ego_tree::NodeId> {
    ["main, [role=main]", "article"].into_iter().find_map(|selector| {
        let selector = Selector::parse(selector).ok()?;
        let mut found = page.select(&selector);
        let first = found.next()?;
        found.next().is_none().then(|| first.id())
    })
}

/// Whether an element and all in it is left out.
pub(super) fn is_left_out(element: &Element, scope: Scope) -> bool {
    let name = element.name();
    if NEVER.contains(&name) {
        return true;
    }
    if scope != Scope::Main {
        return scope == Scope::Chapter && name == "nav";
    }
    let hidden = element.attr("hidden").is_some()
        || element.attr("aria-hidden") == Some("true")
        || element.attr("style").is_some_and(|style| style.replace(' ', "").contains("display:none"));
    hidden
        || AROUND.contains(&name)
        || element.attr("role").is_some_and(|role| ROLES.contains(&role))
        || element.classes().any(|class| CLASSES.contains(&class))
}
