//! Counts of models' descriptions per thing: things are numbered in the order of their first occurrence.

use std::borrow::Cow;

use quipu_kernel::model::{ExtractedBy, Name};

use super::held::{Held, Numbered};
use super::numbers::Numbers;
use crate::base::ports::StoredChunk;

/// The amount of descriptions above which one description is made of them.
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

/// Amounts of descriptions, by numbers of things.
#[derive(Default)]
pub(super) struct Tallies(Vec<Tally>);

impl Tallies {
    /// Counts a text.
    pub(super) fn add(&mut self, number: u32, text: &str) {
        let at = number as usize;
        self.0.resize(self.0.len().max(at + 1), Tally::default());
        self.0[at].add(Tally { count: 1, bytes: text.len() as u64 });
    }

    /// The amount of descriptions of a thing; zero for a name that only ends relations.
    pub(super) fn of(&self, number: u32) -> Tally {
        self.0.get(number as usize).copied().unwrap_or_default()
    }
}

/// A relation as chunks state it: its ends by their numbers among the names, its predicate by that among predicates.
pub(super) type Stated = (u32, u32, u32);

/// The counts of the first pass: of each name and of each relation, by their numbers.
#[derive(Default)]
pub(super) struct Counted {
    pub(super) names: Numbers<Name>,
    pub(super) of_names: Tallies,
    pub(super) predicates: Numbers<String>,
    pub(super) relations: Numbers<Stated>,
    pub(super) of_relations: Tallies,
}

/// The subject of a description.
pub(super) enum Of<'a> {
    Entity(&'a Name),
    /// Source, predicate, target.
    Relation(&'a Name, &'a str, &'a Name),
}

/// A predicate in lower case, as most are.
fn lower(predicate: &str) -> Cow<'_, str> {
    let plain = predicate.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if plain { predicate.into() } else { predicate.to_lowercase().into() }
}

/// The descriptions by models in a chunk, with their subjects.
pub(super) fn said(stored: &StoredChunk) -> impl Iterator<Item = (Of<'_>, &str)> {
    let all = stored.facts.iter().filter(|facts| facts.extractor != ExtractedBy::Rules).flat_map(|facts| {
        let entities = facts.descriptions.iter().map(|said| (Of::Entity(&said.name), said.text.as_str()));
        let relations = facts
            .statements
            .iter()
            .map(|said| (Of::Relation(&said.source, &said.predicate, &said.target), said.description.as_str()));
        entities.chain(relations)
    });
    all.filter(|(_, text)| !text.is_empty())
}

impl Counted {
    /// Counts the descriptions in a chunk, and adds them to `held`.
    pub(super) fn count(&mut self, stored: &StoredChunk, held: &mut Held) {
        for (of, text) in said(stored) {
            let of = match of {
                Of::Entity(name) => {
                    let number = self.names.of(name);
                    self.of_names.add(number, text);
                    Numbered::Entity(number)
                }
                Of::Relation(source, predicate, target) => {
                    let ends = (self.names.of(source), self.predicates.of(&*lower(predicate)), self.names.of(target));
                    let number = self.relations.of(&ends);
                    self.of_relations.add(number, text);
                    Numbered::Relation(number)
                }
            };
            held.add(of, stored.chunk.document);
        }
    }

    /// The number of a counted thing.
    pub(super) fn known(&self, of: &Of<'_>) -> Option<Numbered> {
        match of {
            Of::Entity(name) => self.names.known(*name).map(Numbered::Entity),
            Of::Relation(source, predicate, target) => {
                let predicate = self.predicates.known(&*lower(predicate))?;
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
        let mut facts = Facts { extractor: ExtractedBy::Model, ..Facts::default() };
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
        let key = Key::from_bytes([number; 16]);
        StoredChunk { chunk: Chunk { key, document: key, ..Chunk::default() }, facts: vec![facts] }
    }

    #[test]
    fn what_was_counted_is_known_again_and_held_where_it_is_said() {
        let all = [chunk(1, &["Ada", "Babbage", "Ada"]), chunk(2, &["Babbage", "Ada", "Menabrea"])];
        let (mut counted, mut held) = (Counted::default(), Held::default());
        all.iter().for_each(|stored| counted.count(stored, &mut held));
        for stored in &all {
            for (of, _) in said(stored) {
                let of = counted.known(&of).expect("it was counted");
                assert!(held.documents(|other| other == of).contains(&stored.chunk.document));
            }
        }
        let menabrea = counted.names.known(&Name::new("Menabrea")).expect("it was counted");
        let only = held.documents(|of| of == Numbered::Entity(menabrea));
        assert!(only.into_iter().eq([all[1].chunk.document]));
        assert_eq!((counted.names.in_order().len(), counted.relations.in_order().len()), (3, 3));
    }
}
