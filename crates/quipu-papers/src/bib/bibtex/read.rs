//! The papers of a BibTeX file: entries with the fields that they inherit from others (`crossref`, `xdata`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::paper::paper;
use super::scan::{Entry, entries};
use crate::PaperTrouble;
use crate::bib::Bibliography;
use crate::bib::settle;

/// Maximal length of an inherited value, and of all inherited values together, in bytes.
const LONGEST: usize = 4 * 1024;
const MOST: usize = 64 << 20;

/// Reads the papers of a text whose lines end in `\n`.
pub(in crate::bib) fn read(text: &str) -> Bibliography {
    let found = entries(text);
    let mut bibliography = Bibliography { papers: Vec::new(), troubles: found.troubles };
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for (place, entry) in found.entries.iter().enumerate() {
        places.entry(entry.key.to_lowercase()).or_insert(place);
    }
    let mut seen = FxHashSet::default();
    let mut left = MOST;
    for entry in found.entries.iter().filter(|entry| entry.kind != "xdata") {
        let mut tell = |told: String| {
            bibliography.troubles.push(PaperTrouble { line: Some(entry.line), told: format!("{}: {told}", entry.key) });
        };
        if !seen.insert(entry.key.as_str()) {
            tell("the key stands twice (both are kept)".to_owned());
        }
        let whole = inherited(entry, &found.entries, &places, &mut left, &mut tell);
        let paper = paper(&whole, &mut tell);
        if settle::is_empty(&paper) {
            tell("nothing is said of it".to_owned());
        } else {
            bibliography.papers.push(paper);
        }
    }
    bibliography.troubles.sort_by_key(|trouble| trouble.line);
    bibliography
}

/// The fields that a part does not inherit from its containing work.
const OWN: [&str; 20] = [
    "author",
    "doi",
    "url",
    "urldate",
    "eprint",
    "eprinttype",
    "archiveprefix",
    "eprintclass",
    "primaryclass",
    "abstract",
    "keywords",
    "note",
    "annote",
    "annotation",
    "file",
    "pages",
    "crossref",
    "xdata",
    "subtitle",
    "pmid",
];

/// An entry with the fields that it takes from the entries that it names.
fn inherited(
    entry: &Entry,
    all: &[Entry],
    places: &FxHashMap<String, usize>,
    left: &mut usize,
    tell: &mut impl FnMut(String),
) -> Entry {
    let mut whole =
        Entry { kind: entry.kind.clone(), key: entry.key.clone(), line: entry.line, fields: entry.fields.clone() };
    for (name, all_fields) in [("xdata", true), ("crossref", false)] {
        let Some(named) = entry.fields.get(name) else { continue };
        for key in named.split(',').map(str::trim).filter(|key| !key.is_empty()).take(16) {
            let Some(parent) = places.get(&key.to_lowercase()).and_then(|place| all.get(*place)) else {
                tell(format!("{name} {key} is not in the file"));
                continue;
            };
            for (field, value) in &parent.fields {
                let into = match field.as_str() {
                    "title" if !all_fields => "booktitle",
                    field if !all_fields && OWN.contains(&field) => continue,
                    field => field,
                };
                if value.len() <= LONGEST && value.len() <= *left && !whole.fields.contains_key(into) {
                    *left -= value.len();
                    whole.fields.insert(into.to_owned(), value.clone());
                }
            }
        }
    }
    whole
}
