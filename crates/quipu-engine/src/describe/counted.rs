//! How much models say of each thing: counted by the numbers that things get in the order in which they are met.

use quipu_kernel::model::{Extractor, Name};

use super::held::{Held, Numbered};
use super::numbers::Numbers;
use crate::ports::StoredChunk;

/// How much is said of something before one description is made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    /// More descriptions than this, or
    pub(super) fragments: u64,
    /// more tokens than this.
    pub(super) tokens: u64,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) count: u64,
    pub(super) bytes: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.count += other.count;
        self.bytes += other.bytes;
    }

    pub(super) fn exceeds(self, bound: Bound) -> bool {
        self.count > bound.fragments || self.bytes.div_ceil(4) > bound.tokens
    }
}

/// How much is said of things, by their numbers.
#[derive(Default)]
pub(super) struct Tallies(Vec<Tally>);

impl Tallies {
    /// Counts a text; how many there were before it.
    pub(super) fn add(&mut self, number: u32, text: &str) -> u64 {
        let at = number as usize;
        self.0.resize(self.0.len().max(at + 1), Tally::default());
        self.0[at].add(Tally { count: 1, bytes: text.len() as u64 });
        self.0[at].count - 1
    }

    /// How much is said of a thing; of a name that is the end of relations alone, nothing.
    pub(super) fn of(&self, number: u32) -> Tally {
        self.0.get(number as usize).copied().unwrap_or_default()
    }
}

/// A relation as chunks state it: its ends by their numbers among the names, its predicate by that among predicates.
pub(super) type Stated = (u32, u32, u32);

/// What is counted in the first pass: of each name and of each relation, by their numbers.
#[derive(Default)]
pub(super) struct Counted {
    pub(super) names: Numbers<Name>,
    pub(super) of_names: Tallies,
    pub(super) predicates: Numbers<String>,
    pub(super) relations: Numbers<Stated>,
    pub(super) of_relations: Tallies,
}

/// What something is said of.
pub(super) enum Of<'a> {
    Entity(&'a Name),
    /// Source, predicate in lower case, target.
    Relation(&'a Name, String, &'a Name),
}

/// What models say in a chunk, and of what.
pub(super) fn said(stored: &StoredChunk) -> impl Iterator<Item = (Of<'_>, &str)> {
    let all = stored.facts.iter().filter(|facts| facts.extractor != Extractor::Rules).flat_map(|facts| {
        let entities = facts.descriptions.iter().map(|said| (Of::Entity(&said.name), said.text.as_str()));
        let relations = facts.statements.iter().map(|said| {
            let of = Of::Relation(&said.source, said.predicate.to_lowercase(), &said.target);
            (of, said.description.as_str())
        });
        entities.chain(relations)
    });
    all.filter(|(_, text)| !text.is_empty())
}

impl Counted {
    /// Counts what models say of a chunk, and gives it to `held`.
    pub(super) fn count(&mut self, stored: &StoredChunk, held: &mut Held) {
        let chunk = stored.chunk.key;
        for (of, text) in said(stored) {
            let (of, before) = match of {
                Of::Entity(name) => {
                    let number = self.names.of(name);
                    (Numbered::Entity(number), self.of_names.add(number, text))
                }
                Of::Relation(source, predicate, target) => {
                    let ends = (self.names.of(source), self.predicates.of(predicate.as_str()), self.names.of(target));
                    let number = self.relations.of(&ends);
                    (Numbered::Relation(number), self.of_relations.add(number, text))
                }
            };
            held.add(of, chunk, text, before == 0);
        }
    }

    /// The number of what was counted.
    pub(super) fn known(&self, of: &Of<'_>) -> Option<Numbered> {
        match of {
            Of::Entity(name) => self.names.known(*name).map(Numbered::Entity),
            Of::Relation(source, predicate, target) => {
                let predicate = self.predicates.known(predicate.as_str())?;
                let ends = (self.names.known(*source)?, predicate, self.names.known(*target)?);
                self.relations.known(&ends).map(Numbered::Relation)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::{Chunk, Description, Facts, Key, Period, Span, Statement};

    use super::*;

    fn chunk(number: u8, names: &[&str]) -> StoredChunk {
        let mut facts = Facts { extractor: Extractor::Model, ..Facts::default() };
        for name in names {
            let text = format!("{name} is here.");
            facts.descriptions.push(Description { name: Name::new(name), kind: String::new(), text });
        }
        for pair in names.windows(2) {
            facts.statements.push(Statement {
                source: Name::new(pair[0]),
                predicate: "Knows".to_owned(),
                target: Name::new(pair[1]),
                description: format!("{} knows {}.", pair[0], pair[1]),
                quote: Span::default(),
                weight: 1.0,
                period: Period::default(),
                keywords: Vec::new(),
            });
        }
        StoredChunk { chunk: Chunk { key: Key::from_bytes([number; 16]), ..Chunk::default() }, facts: vec![facts] }
    }

    #[test]
    fn what_is_held_is_what_a_second_reading_finds() {
        let all = [chunk(1, &["Ada", "Babbage", "Ada"]), chunk(2, &["Babbage", "Ada", "Menabrea"])];
        let (mut counted, mut again) = (Counted::default(), Counted::default());
        let (mut held, mut over) = (Held::default(), Held::new(20));
        all.iter().for_each(|stored| counted.count(stored, &mut held));
        all.iter().for_each(|stored| again.count(stored, &mut over));
        let read = all.iter().flat_map(|stored| {
            let chunk = stored.chunk.key;
            said(stored).map(move |(of, text)| (of, chunk, text))
        });
        let mut met = std::collections::HashSet::new();
        let read = read.map(|(of, chunk, text)| {
            let of = again.known(&of).expect("it was counted");
            (of, chunk, (!met.insert(of)).then_some(text))
        });
        let read: Vec<_> = read.collect();
        let texts: Vec<_> = held.all().collect();
        assert_eq!(read, texts);
        assert!(texts.iter().any(|(.., text)| text.is_some()));
        assert!(!held.over && over.over && over.all().next().is_none());
        assert_eq!((again.names.in_order().len(), again.relations.in_order().len()), (3, 3));
    }
}
