//! A small world of documents that changes at random: the plain model of a workspace's expected
//! content.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::{Document, Format, SourceFile};
use quipu_kernel::random::SplitMix;
use quipu_kernel::text::language_of;
use serde_json::{Value, json};

const IDS: [&str; 9] = ["w/a", "w/b", "w/c", "w/d", "w/e", "w/f", "w/g", "w/h", "w/i"];
const TITLES: [&str; 5] = ["", "Ada", "The Engine", "Knots", "Общество Аналитиков"];
const TAGS: [&str; 3] = ["cord", "knot", "story"];
/// Paragraphs that texts are made of: few, so that they repeat within a text and across texts.
const PARAGRAPHS: [&str; 14] = [
    "Ada uses Engine .",
    "Engine (AE) counts Bernoulli numbers; Ada met Babbage in 1843.",
    "AE was never finished .",
    "# Knots\nA knot of Quipu holds ten.",
    "# The Engine\nBabbage uses Quipu .",
    "Quipu uses Cord .",
    "nothing has a name here",
    "Москва и Урал далеко.",
    "Ада знала Бэббиджа. Общество (ОА) молчало.",
    "Ada uses Engine . Ada uses Engine .",
    "Cord (AE) is another matter; Engine uses Cord .",
    "Bernoulli, Bernoulli and Bernoulli.",
    "Ada uses Engine since 1843 .",
    "Babbage uses Quipu until 1871 . Ada uses Engine until 1852 . Ada uses Engine since 1843 .",
];

/// Documents by id.
pub(super) type Documents = BTreeMap<String, Document>;

/// Operations that happen together: added documents, and the ids of removed ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Step {
    pub(super) put: Documents,
    pub(super) removed: BTreeSet<String>,
}

/// The world and its possible changes.
pub(super) struct World {
    pub(super) documents: Documents,
    pub(super) random: SplitMix,
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        Self { documents: Documents::new(), random: SplitMix::new(seed) }
    }

    /// A world with a random history, until it has this number of documents.
    pub(super) fn of_at_least(documents: usize, seed: u64) -> Self {
        let mut world = Self::new(seed);
        while world.documents.len() < documents {
            world.step();
        }
        world
    }

    /// Up to four operations; the world is as they leave it.
    pub(super) fn step(&mut self) -> Step {
        let before = self.documents.clone();
        for _ in 0..=self.random.below(4) {
            self.happen();
        }
        let changed = |(id, document): &(&String, &Document)| before.get(*id) != Some(*document);
        let put = self.documents.iter().filter(changed).map(|(id, document)| (id.clone(), document.clone())).collect();
        let removed = before.into_keys().filter(|id| !self.documents.contains_key(id)).collect();
        Step { put, removed }
    }

    /// One operation: add, edit, retitle, tag, move, copy or delete.
    fn happen(&mut self) {
        let id = (*self.random.of(&IDS)).to_owned();
        let Some(mut document) = self.documents.get(&id).cloned() else { return self.add(id) };
        match self.random.below(8) {
            0 | 1 => self.edit(&mut document),
            2 => document.title = (*self.random.of(&TITLES)).to_owned(),
            3 => drop(document.metadata.insert("tags".to_owned(), self.tags())),
            4 => {
                self.documents.remove(&id);
                document.id = (*self.random.of(&IDS)).to_owned();
            }
            5 | 6 => {
                document.id = (*self.random.of(&IDS)).to_owned();
                document.title = (*self.random.of(&TITLES)).to_owned();
            }
            _ => return drop(self.documents.remove(&id)),
        }
        document.source.path.clone_from(&document.id);
        self.documents.insert(document.id.clone(), document);
    }

    fn add(&mut self, id: String) {
        let paragraphs: Vec<&str> = (0..=self.random.below(5)).map(|_| *self.random.of(&PARAGRAPHS)).collect();
        let text = paragraphs.join("\n\n");
        let mut document = Document {
            source: SourceFile { path: id.clone(), mime: "text/markdown".to_owned(), text_offset: Some(0) },
            title: (*self.random.of(&TITLES)).to_owned(),
            language: language_of(&text).to_owned(),
            format: if self.random.chance(1, 5) { Format::Plain } else { Format::Markdown },
            id: id.clone(),
            pages: self.pages(&text),
            text,
            ..Document::default()
        };
        document.metadata.insert("tags".to_owned(), self.tags());
        self.documents.insert(id, document);
    }

    /// Now and then, pages that begin wherever characters do.
    fn pages(&mut self, text: &str) -> Vec<u32> {
        if !self.random.chance(1, 4) {
            return Vec::new();
        }
        let starts = text.char_indices().map(|(at, _)| at as u32);
        starts.filter(|at| *at == 0 || self.random.chance(1, 40)).collect()
    }

    /// Puts in, takes out or replaces a paragraph.
    fn edit(&mut self, document: &mut Document) {
        let mut paragraphs: Vec<&str> = document.text.split("\n\n").collect();
        let at = self.random.below(paragraphs.len());
        let new = *self.random.of(&PARAGRAPHS);
        match self.random.below(3) {
            0 => paragraphs.insert(at, new),
            1 if paragraphs.len() > 1 => drop(paragraphs.remove(at)),
            _ => paragraphs[at] = new,
        }
        document.text = paragraphs.join("\n\n");
        document.pages = self.pages(&document.text);
        document.language = language_of(&document.text).to_owned();
    }

    fn tags(&mut self) -> Value {
        let (a, b) = (self.random.of(&TAGS), self.random.of(&TAGS));
        json!([a, b])
    }
}
