//! The contributions of a paper, in five cells (contribution table, data extraction form of a systematic review): the
//! problem, the method, the data, the metric, the result, each with the sentence that states it.
//!
//! By rules ([`contributions`]: cue phrases weighed by the rhetorical role of the section, argumentative zoning) or
//! from a model's reply ([`model`]). A cell that the paper does not state is missing. Cost: linear in the text, of
//! which at most 2,000 sentences are weighed.

mod assigned;
pub mod model;
mod place;
mod proposed;
mod quoted;
mod seen;
mod sentence;
mod weigh;

use quipu_language::scholarly::{MOST_SHORTENED, shortened};
use serde::{Deserialize, Serialize};

use sentence::read_sentences;
use weigh::Weighed;

/// Maximal number of words of a cell's text.
pub const MOST_CELL_WORDS: usize = MOST_SHORTENED;

/// One of the five questions that a contribution table asks of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContributionCell {
    /// The gap or deficiency before the paper.
    Problem,
    /// The proposal or action of the paper.
    Method,
    /// The data of its experiments.
    Data,
    /// The measure of success.
    Metric,
    /// The outcome.
    Result,
}

impl ContributionCell {
    /// All five, in the order of the table.
    pub const ALL: [Self; 5] = [Self::Problem, Self::Method, Self::Data, Self::Metric, Self::Result];

    /// Its name: `problem`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Problem => "problem",
            Self::Method => "method",
            Self::Data => "data",
            Self::Metric => "metric",
            Self::Result => "result",
        }
    }
}

impl std::fmt::Display for ContributionCell {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A stretch of a paper's text that stands under one path of headings.
#[derive(Clone, Copy, Debug)]
pub struct PaperStretch<'a> {
    /// The headings above it, the outermost first; none where the text has no headings.
    pub heading: &'a [String],
    /// The byte of the document at which `text` begins.
    pub start: usize,
    /// The text.
    pub text: &'a str,
}

/// The text of one cell, and the sentences of the paper that it is taken from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct StatedCell {
    /// The cell.
    pub cell: ContributionCell,
    /// Its text, in at most [`MOST_CELL_WORDS`] words; an ellipsis stands where words were left out.
    pub text: String,
    /// The document's byte at which its sentence begins.
    pub start: usize,
    /// One past the last byte of its sentence.
    pub end: usize,
    /// Its score: from 1, which is just enough, to some 4; a cell read from a model's reply has 1.
    pub score: f64,
}

/// Reads the contributions of a paper, by rules, in English and Russian: at most one entry a cell, in the order
/// of the cells. A cell is missing where no sentence has a sufficient score for it. One sentence stands in two cells
/// only where one of them has no other sentence.
pub fn contributions(title: &str, stretches: &[PaperStretch<'_>]) -> Vec<StatedCell> {
    let places = place::places(stretches);
    let read = read_sentences(stretches, &places);
    let weighed = Weighed::of(title, &read);
    let chosen = assigned::assigned(&weighed);
    let cell = |(cell, at): (ContributionCell, usize)| {
        let (one, score) = (&read[at], weighed.scores[at][cell as usize]);
        let text = shortened(&one.words, one.text, weighed.focus(cell, at));
        StatedCell { cell, text, start: one.start, end: one.start.saturating_add(one.text.len()), score }
    };
    chosen.into_iter().map(cell).collect()
}

#[cfg(test)]
mod tests;
