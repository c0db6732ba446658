//! The score of a sentence for each cell (weighted features, linear scoring).

use quipu_language::scholarly::Sign;

use crate::sections::SectionKind;

use super::ContributionCell;
use super::place::Role;
use super::proposed::Proposed;
use super::seen::Seen;
use super::sentence::ReadSentence;

/// Points for cue phrases, numbers and names.
mod points {
    pub(super) const STRONG: f64 = 1.4;
    pub(super) const WEAK: f64 = 0.6;
    pub(super) const PROPOSES: f64 = 2.0;
    pub(super) const OWN: f64 = 0.4;
    pub(super) const SMALL: f64 = 0.3;
}

/// The sentences of a paper, weighed.
pub(super) struct Weighed<'s, 'a> {
    sentences: &'s [ReadSentence<'a>],
    /// The scores of each sentence by cell.
    pub(super) scores: Vec<[f64; 5]>,
}

impl<'s, 'a> Weighed<'s, 'a> {
    /// Weighs the sentences of a paper.
    pub(super) fn of(title: &str, sentences: &'s [ReadSentence<'a>]) -> Self {
        let known = Proposed::of(title, sentences);
        let scores = sentences.iter().enumerate().map(|(at, one)| scores(&known, at, one)).collect();
        Self { sentences, scores }
    }

    /// The word of a sentence at which the text for a cell begins.
    pub(super) fn focus(&self, cell: ContributionCell, at: usize) -> Option<usize> {
        let cues = &self.sentences[at].cues;
        let signs: &[Sign] = match cell {
            ContributionCell::Problem => &[Sign::Lacks, Sign::Asks],
            ContributionCell::Method => &[Sign::Proposes, Sign::Works],
            ContributionCell::Data => &[Sign::DataNoun, Sign::TriedOn, Sign::DataUnit],
            ContributionCell::Metric => &[Sign::MeasureNamed, Sign::MeasuredBy],
            ContributionCell::Result => &[Sign::Achieves, Sign::Finds, Sign::Compares],
        };
        signs.iter().find_map(|sign| cues.at(*sign))
    }
}

/// The scores of a sentence by cell.
fn scores(known: &Proposed, at: usize, one: &ReadSentence<'_>) -> [f64; 5] {
    // A finding before a word on the future is a finding.
    let future =
        one.cues.at(Sign::Future).is_some_and(|future| one.cues.at(Sign::Finds).is_none_or(|finds| future < finds));
    if one.cues.has(Sign::Outline) || future {
        return [0.0; 5];
    }
    let seen = Seen::of(at, one, known);
    let raw = [problem(one, &seen), method(one, &seen), data(one, &seen), metric(one, &seen), result(one, &seen)];
    let mut out = one.role.weights();
    for (cell, (weight, points)) in out.iter_mut().zip(raw).enumerate() {
        let early = if cell < 2 { 1.0 - 0.2 * one.depth } else { 1.0 };
        *weight *= points * early * seen.common;
        if one.caption {
            *weight *= if cell == 2 || cell == 3 { 0.5 } else { 0.0 };
        }
    }
    out
}

/// True if a word expresses a possibility and not a fact.
fn is_supposed(lower: &str) -> bool {
    matches!(lower, "could" | "would" | "should" | "might" | "бы" | "мог" | "могло" | "могли" | "возможно" | "следует")
}

/// The points of each cue of a sign, for at most `most` of them.
fn each(one: &ReadSentence<'_>, sign: Sign, points: f64, most: usize) -> f64 {
    points * one.cues.count(sign).min(most) as f64
}

fn problem(one: &ReadSentence<'_>, seen: &Seen) -> f64 {
    let cues = &one.cues;
    let mut out = each(one, Sign::Asks, points::WEAK, 2);
    if cues.has(Sign::Lacks) {
        out += points::STRONG + each(one, Sign::Lacks, points::SMALL, 3) - points::SMALL;
    }
    if out > 0.0 && one.role.opens() && (seen.before || seen.none) {
        out += points::SMALL;
    }
    if !seen.before && !seen.none {
        out *= 0.6;
    }
    let told = seen.own && !seen.before && (cues.has(Sign::Achieves) || cues.has(Sign::Finds));
    if seen.proposal || told {
        out *= 0.5;
    }
    if seen.number && cues.has(Sign::Achieves) {
        out *= 0.6;
    }
    if cues.has(Sign::Back) {
        out *= 0.4;
    }
    if seen.lean { out * 0.75 } else { out }
}

fn method(one: &ReadSentence<'_>, seen: &Seen) -> f64 {
    let cues = &one.cues;
    let mut out = each(one, Sign::Works, points::WEAK, 2);
    if out > 0.0 && (seen.own || one.first && !seen.others) {
        // A paper without a proposal states its actions at its beginning, or where its methods begin.
        let opens_methods = one.first && one.role == Role::Named(SectionKind::Methods);
        out += match seen.none {
            true if opens_methods => 3.0 * points::SMALL,
            true if seen.own && one.role.opens() => 2.0 * points::SMALL,
            _ => points::SMALL,
        };
    }
    if seen.proposal {
        out += points::PROPOSES;
    }
    if cues.has(Sign::Shows) {
        out *= 0.5;
    }
    if (cues.has(Sign::Achieves) || cues.has(Sign::Finds)) && !seen.proposal {
        out *= 0.5;
    }
    if seen.others {
        out *= 0.4;
    }
    if seen.lean && !cues.has(Sign::Own) {
        out * 0.7
    } else if seen.lean {
        out * 0.85
    } else {
        out
    }
}

fn data(one: &ReadSentence<'_>, seen: &Seen) -> f64 {
    let cues = &one.cues;
    let noun = cues.has(Sign::DataNoun);
    let used = cues.has(Sign::TriedOn) || cues.has(Sign::MadeFrom) && (seen.sized || seen.own);
    let named = seen.named_trial && in_results(one);
    if !(noun || named || seen.sized && cues.has(Sign::TriedOn)) || !used {
        return 0.0;
    }
    let mut out = points::WEAK + if noun { points::WEAK } else { 0.0 };
    out += if seen.named_data || named { 2.0 * points::SMALL } else { 0.0 };
    out += if seen.sized { 2.0 * points::SMALL } else { 0.0 };
    if !seen.named_data && !seen.sized && !named {
        out *= 0.7;
    }
    if seen.others { out * 0.5 } else { out }
}

fn metric(one: &ReadSentence<'_>, seen: &Seen) -> f64 {
    let cues = &one.cues;
    let measured = cues.has(Sign::MeasuredBy);
    if !cues.has(Sign::MeasureNamed) {
        return 0.0;
    }
    let mut out = 2.0 * points::WEAK + points::SMALL * (cues.count(Sign::MeasureNamed).min(4) - 1) as f64;
    out += if measured || cues.has(Sign::InTermsOf) { points::WEAK } else { 0.0 };
    out += if seen.number { points::SMALL } else { 0.0 };
    let tried = cues.has(Sign::TriedOn) || cues.has(Sign::Finds);
    let respect = cues.has(Sign::InTermsOf) || cues.has(Sign::Achieves);
    if !(tried || measured || respect && (seen.own || seen.number)) {
        out *= 0.5;
    }
    // In a formula a measure is mostly a condition.
    if seen.proposal || seen.others || one.text.matches('$').count() > 3 { out * 0.6 } else { out }
}

fn result(one: &ReadSentence<'_>, seen: &Seen) -> f64 {
    let cues = &one.cues;
    let (achieves, finds, compares) = (cues.has(Sign::Achieves), cues.has(Sign::Finds), cues.has(Sign::Compares));
    // In a section of results a pronoun is the paper's own work, and a rise or fall is an outcome.
    let own = seen.own || in_results(one) && seen.lean;
    let several = in_results(one) && cues.count(Sign::Achieves) > 1;
    let enough = achieves && (own || several || seen.number || compares || finds)
        || finds && (seen.number || compares || has_that(one));
    if !enough {
        return 0.0;
    }
    let mut out = 0.0;
    for (holds, points) in [
        (achieves, points::WEAK),
        (finds, points::WEAK),
        (compares, points::WEAK),
        (seen.number, points::WEAK),
        (seen.number && achieves, points::WEAK),
        (own, points::OWN),
        (several, points::SMALL),
        (in_results(one) && one.first, points::SMALL),
    ] {
        out += if holds { points } else { 0.0 };
    }
    if seen.before && one.role.opens() {
        out *= 0.6;
    }
    if one.words.iter().any(|word| is_supposed(&word.lower)) {
        out *= 0.6;
    }
    if seen.proposal || seen.others { out * 0.5 } else { out }
}

/// True if a sentence stands in a section of results.
fn in_results(one: &ReadSentence<'_>) -> bool {
    one.role == Role::Named(SectionKind::Results)
}

/// True if a finding stands in a clause: "we find that".
fn has_that(one: &ReadSentence<'_>) -> bool {
    let Some(from) = one.cues.after(Sign::Finds) else { return false };
    one.words[from.saturating_sub(1).min(one.words.len())..]
        .iter()
        .take(3)
        .any(|word| matches!(word.lower.as_str(), "that" | "how" | "a" | "no" | "что"))
}
