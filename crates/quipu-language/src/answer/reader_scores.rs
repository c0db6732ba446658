//! A reader's scores of units: a model that sees question and unit together (a cross-encoder) rates the best units of the
//! passages, and its rates are two signs beside the others. Without one nothing changes.

use super::Passage;
use super::read_text::ReadText;
use super::score::{ScoredUnit, sort};
use crate::trust::logistic;

/// A unit as a reader sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitToRead {
    passage: usize,
    unit: usize,
    /// Title, heading, lead-in and text, in this order.
    pub text: String,
}

/// The scores of units by a reader.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UnitScores {
    /// Passage, unit and score: a logit.
    scores: Vec<(usize, usize, f64)>,
}

impl UnitToRead {
    /// A scored unit of passages that were read.
    pub(super) fn new(one: &ScoredUnit, passages: &[Passage<'_>], read: &[ReadText]) -> Self {
        let units = &read[one.passage].units;
        let unit = &units.units[one.unit];
        let heading = units.sections[unit.section].last().map(String::as_str);
        let above = [Some(passages[one.passage].title), heading].into_iter().flatten().filter(|text| !text.is_empty());
        let led = unit.lead.iter().map(|lead| units.seen(*lead)).chain([units.seen(unit.span)]);
        let parts: Vec<String> = above.map(|text| format!("{text}.")).chain(led).collect();
        let text = parts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        Self { passage: one.passage, unit: one.unit, text }
    }
}

impl UnitScores {
    /// The scores of units in their order: logits, comparable within one question.
    pub fn new(units: &[UnitToRead], logits: &[f32]) -> Self {
        let scored = units.iter().zip(logits);
        Self { scores: scored.map(|(unit, logit)| (unit.passage, unit.unit, f64::from(*logit))).collect() }
    }

    /// Adds the signs of the reader to scored units. One that was not read is no better than the last that was.
    pub(super) fn sign(&self, scored: &mut [ScoredUnit]) {
        let least = self.scores.iter().map(|(.., logit)| *logit).fold(f64::INFINITY, f64::min);
        for one in scored.iter_mut() {
            let found = self.scores.iter().find(|(passage, unit, _)| (*passage, *unit) == (one.passage, one.unit));
            let logit = found.map_or(least, |(.., logit)| *logit);
            if logit.is_finite() {
                let better = self.scores.iter().filter(|(.., other)| *other > logit).count();
                one.signs.read = logistic(logit);
                one.signs.read_rank = found.map_or(0.0, |_| 1.0 / (1.0 + better as f64));
                one.rescore();
            }
        }
        sort(scored);
    }
}
