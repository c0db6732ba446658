//! The gender of a person from the title before a name: "Mr. Carter" and "Mrs. Carter" are two people.
//!
//! A surname with titles of both genders in one document is no short name there, and one with a title of one
//! gender is not short for a full name with a title of the other. Cost: the first word of each name of a document.

use std::collections::{BTreeMap, BTreeSet};

use super::NamedDocument;
use super::context::NameOwner;

/// Titles of men, folded.
const HIS: [&str; 16] = [
    "mr",
    "sir",
    "lord",
    "king",
    "prince",
    "duke",
    "baron",
    "count",
    "earl",
    "emperor",
    "herr",
    "monsieur",
    "señor",
    "signor",
    "г-н",
    "господин",
];
/// Titles of women, folded.
const HERS: [&str; 18] = [
    "mrs",
    "ms",
    "miss",
    "lady",
    "dame",
    "queen",
    "princess",
    "duchess",
    "baroness",
    "countess",
    "empress",
    "frau",
    "madame",
    "mme",
    "señora",
    "signora",
    "г-жа",
    "госпожа",
];

/// The gender that the title of a folded name tells.
fn titled(folded: &str) -> Option<NameOwner> {
    let (title, _) = folded.split_once(' ')?;
    let his = HIS.contains(&title).then_some(NameOwner::His);
    his.or_else(|| HERS.contains(&title).then_some(NameOwner::Hers))
}

/// The genders of titles in a document, by surname and by full name without the title.
#[derive(Default)]
pub(super) struct Genders<'a> {
    of: BTreeMap<&'a str, BTreeSet<NameOwner>>,
}

impl<'a> Genders<'a> {
    pub(super) fn of(document: &NamedDocument<'a>) -> Self {
        let mut of: BTreeMap<&str, BTreeSet<NameOwner>> = BTreeMap::new();
        for folded in document.names.keys() {
            if let (Some(gender), Some((_, name))) = (titled(folded), folded.split_once(' ')) {
                of.entry(name).or_default().insert(gender);
            }
        }
        Self { of }
    }

    /// True if a short name cannot be short for a full one, both folded: by its titles, or those of the full name.
    pub(super) fn exclude(&self, short: &str, full: &str) -> bool {
        if self.of.is_empty() {
            return false;
        }
        let own = titled(short);
        let name = if own.is_some() { short.split_once(' ').map_or(short, |(_, name)| name) } else { short };
        let short = self.of.get(name);
        // "Mr. Carter" and "Mrs. Carter": the surname alone may be either.
        if short.is_some_and(|genders| genders.len() > 1) {
            return true;
        }
        let own = own.or_else(|| short.and_then(|genders| genders.first().copied()));
        let others = self.of.get(full);
        own.is_some_and(|own| others.is_some_and(|others| !others.contains(&own)))
    }
}
