//! The documents of descriptions, held between counting and gathering: most documents have no description of the few
//! things that are described, and need not be read again.

use std::collections::BTreeSet;

use quipu_kernel::model::Key;

/// Maximum number of held descriptions, about three megabytes.
const MOST: usize = 1 << 18;

/// The subject of a description, by its number in the first pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbered {
    /// An entity's name.
    Entity(u32),
    /// A relation between names.
    Relation(u32),
}

/// The things that each document describes, unless there are more than may be held.
pub(super) struct Held {
    said: Vec<(Numbered, u32)>,
    documents: Vec<Key>,
    most: usize,
    /// True if there was more.
    pub(super) over: bool,
}

impl Default for Held {
    fn default() -> Self {
        Self::new(MOST)
    }
}

impl Held {
    /// Room for at most `most` entries.
    pub(super) fn new(most: usize) -> Self {
        Self { said: Vec::new(), documents: Vec::new(), most, over: false }
    }

    /// Records that a document describes a thing; the descriptions of one document come together.
    pub(super) fn add(&mut self, of: Numbered, document: Key) {
        if self.over || self.said.len() == self.most {
            *self = Self { over: true, ..Self::new(0) };
            return;
        }
        if self.documents.last() != Some(&document) {
            self.documents.push(document);
        }
        self.said.push((of, self.documents.len() as u32 - 1));
    }

    /// The documents that describe a wanted thing.
    pub(super) fn documents(&self, wanted: impl Fn(Numbered) -> bool) -> BTreeSet<Key> {
        let said = self.said.iter().filter(|(of, _)| wanted(*of));
        said.map(|(_, document)| self.documents[*document as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_found_by_what_they_speak_of_until_it_is_too_much() {
        let document = |at: u8| Key::from_bytes([at; 16]);
        let mut held = Held::new(6);
        for (thing, at) in [(1, 2), (2, 2), (1, 2), (2, 1), (3, 1), (1, 3)] {
            held.add(Numbered::Entity(thing), document(at));
        }
        let of = |held: &Held, thing| held.documents(|of| of == Numbered::Entity(thing));
        assert_eq!([1, 2, 3, 4].map(|thing| of(&held, thing).len()), [2, 2, 1, 0]);
        assert_eq!(of(&held, 1), BTreeSet::from([document(2), document(3)]));
        assert!(held.documents(|of| of == Numbered::Relation(1)).is_empty());
        held.add(Numbered::Relation(0), document(4));
        held.add(Numbered::Relation(0), document(4));
        assert!(held.over && held.documents(|_| true).is_empty(), "once too much, always too much");
    }
}
