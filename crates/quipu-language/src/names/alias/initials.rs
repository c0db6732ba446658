//! Acronyms that a document explains without brackets: where exactly one of its names has these initials.
//!
//! Three letters at least, one a word, small words left out: accidental matches are rare. Cost: a pass over
//! the document's names.

use std::collections::{BTreeMap, BTreeSet};

use super::{Document, heard};
use crate::names::lexicon::marks_of;
use crate::tables::marks::Marks;
use quipu_kernel::model::Name;

/// Lengths of acronyms, in letters.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=6;

/// Folded acronyms, each with the name whose initials it is.
pub(super) fn initials(document: &Document<'_>) -> Vec<(String, Name)> {
    let short = |form: &str| LENGTHS.contains(&form.chars().count()) && form.chars().all(char::is_uppercase);
    if !document.names.values().any(|(mention, _)| short(&mention.form)) {
        return Vec::new();
    }
    let mut long: BTreeMap<String, BTreeSet<Name>> = BTreeMap::new();
    for (folded, (_, heard)) in document.names.iter().filter(|(folded, _)| folded.contains(' ')) {
        let telling = folded.split(' ').filter(|word| !marks_of(word).any(Marks::STOP | Marks::LOOSE));
        let initials: String = telling.filter_map(|word| word.chars().next()).collect();
        let name = match heard.as_ref().map(|heard| heard.readings.as_slice()) {
            Some([words]) => heard::named(words),
            _ => Name { folded: (*folded).to_owned(), sense: String::new() },
        };
        if LENGTHS.contains(&initials.chars().count()) {
            long.entry(initials).or_default().insert(name);
        }
    }
    let mut out = Vec::new();
    for (folded, (mention, _)) in &document.names {
        let upper = short(&mention.form);
        if let Some([name]) =
            long.get(*folded).filter(|_| upper).map(|names| names.iter().collect::<Vec<_>>()).as_deref()
        {
            out.push(((*folded).to_owned(), (*name).clone()));
        }
    }
    out
}
