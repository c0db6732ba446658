//! Choice of the part of a page to read: its main part if that holds the page's text, else the page without its
//! frame, else all that has words. The choice is weighed against the page, so that lost text is reported.

use ego_tree::{NodeId, NodeRef};
use scraper::node::Node;
use scraper::{ElementRef, Selector};

use super::scope::{Scope, Sight};
use super::weights::Weight;
use crate::load::written::one_line;

/// Minimum share of the readable text in the part marked as the main one, in percent.
const MAIN: usize = 40;
/// Minimum for its only article, which may be a teaser.
const ARTICLE: usize = 50;
/// The least percent of a page, without its menus and footers, that is read without reading all.
const BODY: usize = 35;
/// The least percent of the whole page, menus and footers included.
const WHOLE: usize = 5;
/// Letters that are too few to turn the choice.
const FEW: usize = 100;
/// Percent and letters left out from which on a note is written.
const LEFT: usize = 40;
const LETTERS: usize = 300;

/// Limit of headings, and of main parts, that are considered.
const PARTS: usize = 16;

/// The part to read, and a note about the rest.
pub(super) struct Reading {
    /// The root element of the part.
    pub(super) root: NodeId,
    /// The scope of the part.
    pub(super) scope: Scope,
    /// The heading of the page, where it stands outside of that part.
    pub(super) heading: Option<String>,
    /// A note on the part left out.
    pub(super) note: Option<String>,
}

/// Chooses the part of a page to read.
pub(super) fn reading(sight: &Sight<'_>) -> Reading {
    let root = sight.page.tree.root();
    let all = |scope: Scope| Reading { root: root.id(), scope, heading: None, note: None };
    if sight.scope != Scope::Main {
        return all(sight.scope);
    }
    let (body, site) = (kept(sight, root), of_the_site(sight));
    let text = sight.whole().without(site);
    let enough = |part: Weight, of: Weight, percent: usize| part.mass() > 0 && part.mass() * 100 >= of.mass() * percent;
    let few = text.words.saturating_sub(body.words) < FEW;
    if body.mass() == 0 || !(few || enough(body, text, BODY)) || !(few || enough(body, sight.whole(), WHOLE)) {
        return all(Scope::All);
    }
    let found = [("main, [role=main]", MAIN), ("article", ARTICLE)].into_iter().find_map(|(selector, least)| {
        let selector = Selector::parse(selector).ok()?;
        let mut found = sight.page.select(&selector);
        let only = found.next()?;
        // One inside of it is a part of it, as a comment below an article.
        if !found.take(PARTS).all(|part| is_inside(part, only.id())) {
            return None;
        }
        let part = sight.page.tree.get(only.id())?;
        let weight = kept(sight, part);
        enough(weight, body, least).then_some((only.id(), weight))
    });
    let (root, weight) = found.unwrap_or((root.id(), body));
    let heading = heading_outside(sight, root);
    Reading { root, scope: Scope::Main, heading, note: note(weight, text) }
}

/// The heading of a page of which none is read: the one with which the title of the page begins, since that
/// of the site stands at its end.
fn heading_outside(sight: &Sight<'_>, root: NodeId) -> Option<String> {
    let titles = Selector::parse("h1").ok()?;
    let leaves_out = |part: NodeRef<'_, Node>| {
        part.value().as_element().is_some_and(|element| sight.leaves_out(Scope::Main, part, element))
    };
    let is_read = |heading: &ElementRef<'_>| {
        is_inside(*heading, root) && !heading.ancestors().take_while(|part| part.id() != root).any(leaves_out)
    };
    let headings: Vec<ElementRef<'_>> = sight.page.select(&titles).take(PARTS).collect();
    if headings.iter().any(is_read) {
        return None;
    }
    let title = sight.page.select(&Selector::parse("title").ok()?).next()?.text().collect::<String>();
    let title = one_line(&title).to_lowercase();
    let words = headings.iter().map(|heading| one_line(&heading.text().collect::<String>()));
    words.filter(|words| !words.is_empty()).find(|words| title.starts_with(&words.to_lowercase()))
}

fn is_inside(part: ElementRef<'_>, around: NodeId) -> bool {
    part.ancestors().any(|part| part.id() == around)
}

/// The weight of a part's text that is read.
fn kept(sight: &Sight<'_>, root: NodeRef<'_, Node>) -> Weight {
    without(sight, root, |part| {
        part.value().as_element().is_some_and(|element| sight.leaves_out(Scope::Main, part, element))
    })
}

/// The weight of the site's navigation.
fn of_the_site(sight: &Sight<'_>) -> Weight {
    let root = sight.page.tree.root();
    let is =
        |part: NodeRef<'_, Node>| part.value().as_element().is_some_and(|element| sight.is_of_the_site(part, element));
    sight.weights.get(root.id()).without(without(sight, root, is))
}

/// The weight of a part without the parts left out of it.
fn without(sight: &Sight<'_>, root: NodeRef<'_, Node>, is_left_out: impl Fn(NodeRef<'_, Node>) -> bool) -> Weight {
    let mut weight = sight.weights.get(root.id());
    let mut open: Vec<NodeRef<'_, Node>> = root.children().collect();
    while let Some(part) = open.pop() {
        if is_left_out(part) {
            weight = weight.without(sight.weights.get(part.id()));
        } else {
            open.extend(part.children());
        }
    }
    weight
}

fn note(read: Weight, text: Weight) -> Option<String> {
    let left = text.words.saturating_sub(read.words);
    let percent = left * 100 / text.words.max(1);
    (left >= LETTERS && percent >= LEFT).then(|| {
        format!("{percent} percent of the page stand beside its main part and are not read (set `load.html` to `all`)")
    })
}
