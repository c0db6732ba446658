//! Reference lists: finding the section, splitting it into entries, reading their fields, matching them against known
//! papers, and finding the in-text citations.
//!
//! A field that an entry does not state stays empty. Every step is linear in the text.

mod authors;
mod cited;
mod columns;
mod entries;
mod fields;
mod find;
mod folded;
pub(crate) mod ids;
pub(crate) mod joined;
mod known;
mod labels;
mod lines;
pub(crate) mod marks;
mod mentions;
pub(crate) mod naming;
mod sentences;
#[cfg(test)]
mod tests;
mod titles;
mod tokens;
mod venues;
mod years;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use cited::cited;
pub use entries::{split, split_with};
pub use find::find;
pub use known::{KnownPapers, Match, MatchRule, matched};

use crate::PaperTrouble;

/// One entry of a reference list. A field that the entry does not state is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct Reference {
    /// The label without its brackets: `3`, `3a` for the first work of an entry with several, `VSP+17`. An entry of a
    /// list without labels is labelled by family name and year, `Smith2021a`, `Smithnd`.
    pub label: Option<String>,
    /// The entry as printed, on one line, without marks of Markdown.
    pub printed: String,
    /// The bytes of the list where the entry stands, its label included. Where two columns stand side by side, they run
    /// from the entry's first line to its last one below that.
    pub place: Range<usize>,
    /// The family names of the authors and names of bodies, in their order.
    pub authors: Vec<String>,
    /// True if the entry has more authors than are listed ("et al.", "and 10 others", an ellipsis).
    pub authors_cut: bool,
    /// The title.
    pub title: Option<String>,
    /// The year of publication.
    pub year: Option<i32>,
    /// The letter after the year: `a` in `2021a`.
    pub year_letter: Option<char>,
    /// The journal, the proceedings or the publisher.
    pub venue: Option<String>,
    /// The volume.
    pub volume: Option<String>,
    /// The first page, or the number of the article.
    pub page: Option<String>,
    /// The DOI: lower case, without the address before it.
    pub doi: Option<String>,
    /// The id in arXiv, with its version where that is printed.
    pub arxiv: Option<String>,
    /// The address, except that of a DOI.
    pub url: Option<String>,
    /// The entry that this one repeats ("Ibid."), as an index into the list; its fields are that entry's.
    pub same_as: Option<usize>,
}

/// The entries of a list, and its oddities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferenceList {
    /// The entries, in their order.
    pub entries: Vec<Reference>,
    /// Gaps in the numbers and text that belongs to no entry. Lines are counted from the beginning of the list.
    pub troubles: Vec<PaperTrouble>,
}
