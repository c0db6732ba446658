//! The weight of each part of a page: letters in its text, and letters in its links and controls.

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use rustc_hash::FxHashMap;
use scraper::Html;
use scraper::node::Node;

use crate::load::said;

/// Letters and digits of a part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Weight {
    /// Letters in its text.
    pub(super) words: usize,
    /// Letters in links, buttons and labels.
    pub(super) linked: usize,
    /// True if it holds a title, or the part marked as the main one.
    pub(super) titled: bool,
}

impl Weight {
    /// The loss of information without the part: a link holds less than a sentence does.
    pub(super) fn mass(self) -> usize {
        self.words * 4 + self.linked
    }

    /// True if most of it leads elsewhere.
    pub(super) fn is_links(self) -> bool {
        self.linked > self.words
    }

    /// The weight without a part of it.
    pub(super) fn without(self, part: Self) -> Self {
        let (words, linked) = (self.words.saturating_sub(part.words), self.linked.saturating_sub(part.linked));
        Self { words, linked, ..self }
    }

    fn add(&mut self, part: Self) {
        self.words += part.words;
        self.linked += part.linked;
        self.titled |= part.titled;
    }
}

/// The weight of every element of a page.
#[derive(Debug, Default)]
pub(super) struct Weights {
    of: FxHashMap<NodeId, Weight>,
}

impl Weights {
    /// Weighs a page in one pass.
    pub(super) fn of(page: &Html) -> Self {
        let mut of = FxHashMap::default();
        let mut open: Vec<Weight> = vec![Weight::default()];
        let (mut links, mut silent) = (0usize, 0usize);
        for step in page.tree.root().traverse() {
            match step {
                Edge::Open(part) => match part.value() {
                    Node::Text(text) if silent == 0 => {
                        let letters = said::letters(text);
                        if let Some(weight) = open.last_mut() {
                            *(if links > 0 { &mut weight.linked } else { &mut weight.words }) += letters;
                        }
                    }
                    Node::Element(element) => {
                        links += usize::from(is_control(element.name()));
                        silent += usize::from(NEVER.contains(&element.name()));
                        open.push(Weight::default());
                    }
                    _ => {}
                },
                Edge::Close(part) => {
                    let Some(element) = part.value().as_element() else { continue };
                    links -= usize::from(is_control(element.name()));
                    silent -= usize::from(NEVER.contains(&element.name()));
                    let mut weight = open.pop().unwrap_or_default();
                    weight.titled |= matches!(element.name(), "main" | "article" | "h1");
                    open.last_mut().into_iter().for_each(|around| around.add(weight));
                    of.insert(part.id(), weight);
                }
            }
        }
        of.insert(page.tree.root().id(), open.first().copied().unwrap_or_default());
        Self { of }
    }

    /// The weight of a part.
    pub(super) fn get(&self, part: NodeId) -> Weight {
        self.of.get(&part).copied().unwrap_or_default()
    }
}

fn is_control(name: &str) -> bool {
    matches!(name, "a" | "button" | "label" | "option")
}

/// Elements that hold nothing to read.
pub(crate) const NEVER: [&str; 16] = [
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
    "textarea",
    "map",
];
