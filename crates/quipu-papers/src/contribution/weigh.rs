//! How much speaks for each cell in a sentence (weighted features, linear scoring).

use rustc_hash::FxHashSet;

use crate::sections::SectionKind;

use super::ContributionCell;
use super::cues::Sign;
use super::place::Role;
use super::sentence::{ReadSentence, SaidWord};

/// What a cue phrase, a number and a name count.
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

/// What is known of a paper before its sentences are weighed.
struct Known {
    /// The names that the paper gives to what it proposes, in lower case.
    names: FxHashSet<String>,
    /// The first sentence in which something is proposed.
    proposed: Option<usize>,
}

impl<'s, 'a> Weighed<'s, 'a> {
    /// Weighs the sentences of a paper.
    pub(super) fn of(title: &str, sentences: &'s [ReadSentence<'a>]) -> Self {
        let known = Known::of(title, sentences);
        let scores = sentences.iter().enumerate().map(|(at, one)| known.scores(at, one)).collect();
        Self { sentences, scores }
    }

    /// The word of a sentence at which what a cell asks for begins.
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

impl Known {
    fn of(title: &str, sentences: &[ReadSentence<'_>]) -> Self {
        let mut known = Self { names: names_of_title(title), proposed: None };
        for (at, one) in sentences.iter().enumerate().filter(|(_, one)| one.role.opens()) {
            if known.is_proposal(one) {
                known.proposed = known.proposed.or(Some(at));
                let from = one.cues.after(Sign::Proposes).unwrap_or(0).min(one.words.len());
                let named = one.words[from..].iter().take(3).find(|word| is_name(word.core));
                known.names.extend(named.map(|word| word.lower.clone()));
            }
        }
        known
    }

    /// Whether a sentence says that the authors propose something, and no results or challenges.
    fn is_proposal(&self, one: &ReadSentence<'_>) -> bool {
        let cues = &one.cues;
        let proposes = cues.has(Sign::Proposes) && (cues.has(Sign::Own) || !cues.has(Sign::Others));
        (proposes || self.is_brought(one)) && !cues.has(Sign::Shows) && !one.text.contains("et al")
    }

    /// Whether a name of the paper's own stands right before what it is or brings.
    fn is_brought(&self, one: &ReadSentence<'_>) -> bool {
        let Some(at) = one.cues.at(Sign::Brings) else { return false };
        one.words[at.saturating_sub(2)..at].iter().any(|word| self.names.contains(&word.lower))
    }

    fn scores(&self, at: usize, one: &ReadSentence<'_>) -> [f64; 5] {
        if one.cues.has(Sign::Outline) || one.cues.has(Sign::Future) {
            return [0.0; 5];
        }
        let seen = Seen::of(at, one, self);
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
}

/// What of a sentence several cells ask.
struct Seen {
    /// The authors speak of their own work.
    own: bool,
    /// It speaks of other people's work and not of the authors'.
    others: bool,
    /// It leans on the sentence before.
    lean: bool,
    /// The authors propose something.
    proposal: bool,
    /// Nothing is proposed before it, and something after it.
    before: bool,
    /// Nothing is proposed in the whole paper.
    none: bool,
    /// It has a number that measures or counts.
    number: bool,
    /// It has a name of data near a noun of data.
    named_data: bool,
    /// It has a name right after the trial of something on it.
    named_trial: bool,
    /// It counts data.
    sized: bool,
    /// What its form counts for every cell.
    common: f64,
}

impl Seen {
    fn of(at: usize, one: &ReadSentence<'_>, known: &Known) -> Self {
        let cues = &one.cues;
        let own = cues.has(Sign::Own) || one.words.iter().any(|word| known.names.contains(&word.lower));
        let cited = one.text.contains("et al") || one.text.contains("и др.");
        // What others did is spoken of, if it comes before what was found and compared.
        let said = [Sign::Finds, Sign::Achieves, Sign::Compares].iter().filter_map(|sign| cues.at(*sign)).min();
        let subject = cues.at(Sign::Others).is_some_and(|others| said.is_none_or(|said| others < said));
        let others = (subject || cited) && !own;
        let mut common = match one.words.len() {
            0..8 => 0.8,
            8..46 => 1.0,
            46..61 => 0.9,
            _ => 0.7,
        };
        if one.text.ends_with('?') {
            common *= 0.5;
        }
        if cited {
            common *= 0.7;
        }
        if begins_within(one) {
            common *= 0.6;
        }
        let number = one.words.iter().any(|word| word.number);
        Self {
            own,
            others,
            lean: cues.at(Sign::Lean) == Some(0) && cues.at(Sign::Own) != Some(0),
            proposal: known.is_proposal(one),
            before: known.proposed.is_some_and(|first| at < first),
            none: known.proposed.is_none(),
            number,
            named_data: has_named_data(one, known),
            named_trial: cues.after(Sign::TriedOn).is_some_and(|at| {
                one.words.iter().skip(at).take(2).any(|word| is_name(word.core) && !known.names.contains(&word.lower))
            }),
            sized: is_sized(&one.words, cues.at(Sign::DataUnit)),
            common,
        }
    }
}

/// The names that a title gives: what stands before its colon, or its first words where they look like names.
fn names_of_title(title: &str) -> FxHashSet<String> {
    let short = title.split_once(':').filter(|(name, _)| name.split_whitespace().count() < 3);
    let begins = short.map_or(title, |(name, _)| name);
    let words = super::sentence::words(begins);
    let named = words.iter().take(3).filter(|word| short.is_some() || is_name(word.core));
    named.filter(|word| !word.lower.is_empty()).map(|word| word.lower.clone()).collect()
}

/// Whether a sentence begins in the middle of one: its first letter is small.
fn begins_within(one: &ReadSentence<'_>) -> bool {
    let first = one.words.iter().find(|word| word.core.starts_with(char::is_alphabetic));
    first.is_some_and(|word| word.core.starts_with(char::is_lowercase) && !is_name(word.core))
}

/// Whether a word tells what might be, and not what is.
fn is_supposed(lower: &str) -> bool {
    matches!(lower, "could" | "would" | "should" | "might" | "бы" | "мог" | "могло" | "могли" | "возможно" | "следует")
}

/// Whether a word looks like a name: two capitals, or a capital or digit inside it.
pub(super) fn is_name(core: &str) -> bool {
    let capitals = core.chars().filter(|c| c.is_uppercase()).count();
    let letters = core.chars().filter(|c| c.is_alphabetic()).count();
    letters > 1
        && (capitals > 1 || capitals == 1 && core.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit()))
}

/// Whether a name that is not the paper's own stands within four words of a noun of data, or after the trial of it.
fn has_named_data(one: &ReadSentence<'_>, known: &Known) -> bool {
    let made = known.is_proposal(one);
    let named = |word: &SaidWord<'_>, at: usize| {
        let capital = at > 0 && word.core.starts_with(char::is_uppercase) && word.core.chars().count() > 2;
        (is_name(word.core) || capital) && (made || !known.names.contains(&word.lower))
    };
    let near = |at: usize, before: usize, after: usize| {
        let (from, to) = (at.saturating_sub(before), (at + after + 1).min(one.words.len()));
        one.words[from..to].iter().enumerate().any(|(place, word)| named(word, from + place))
    };
    let noun = one.cues.at(Sign::DataNoun).is_some_and(|at| near(at, 4, 4));
    let tried = one.cues.after(Sign::TriedOn).is_some_and(|at| near(at, 0, 6));
    noun || tried && one.cues.has(Sign::DataNoun)
}

/// Whether a number stands up to three words before a unit of data.
fn is_sized(words: &[SaidWord<'_>], unit: Option<usize>) -> bool {
    let Some(unit) = unit else { return false };
    let count = |word: &SaidWord<'_>| {
        let spelled = [
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "hundred",
            "thousand",
            "million",
            "тысяч",
            "млн",
        ];
        word.number || spelled.contains(&word.lower.as_str())
    };
    words[unit.saturating_sub(4)..unit].iter().any(count)
}

/// The points of each cue of a sign, at most so many of them.
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
    if seen.proposal {
        out *= 0.5;
    } else if seen.own && !seen.before && (cues.has(Sign::Achieves) || cues.has(Sign::Finds)) {
        out *= 0.5;
    }
    if seen.number && cues.has(Sign::Achieves) {
        out *= 0.6;
    }
    if seen.lean { out * 0.75 } else { out }
}

fn method(one: &ReadSentence<'_>, seen: &Seen) -> f64 {
    let cues = &one.cues;
    let mut out = each(one, Sign::Works, points::WEAK, 2);
    if out > 0.0 && (seen.own || one.first && !seen.others) {
        // A paper that proposes nothing tells at its beginning, or where its methods begin, what it does.
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
    out += if measured { points::WEAK } else { 0.0 };
    out += if seen.number { points::SMALL } else { 0.0 };
    let tried = cues.has(Sign::TriedOn) || cues.has(Sign::Finds);
    if !(tried || (measured || cues.has(Sign::Achieves)) && (seen.own || seen.number)) {
        out *= 0.5;
    }
    // In a formula a measure is mostly a condition.
    if seen.proposal || seen.others || one.text.matches('$').count() > 3 { out * 0.6 } else { out }
}

fn result(one: &ReadSentence<'_>, seen: &Seen) -> f64 {
    let cues = &one.cues;
    let (achieves, finds, compares) = (cues.has(Sign::Achieves), cues.has(Sign::Finds), cues.has(Sign::Compares));
    // In a section of results a pronoun is the paper's own work, and what rose or fell is what came out.
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

/// Whether a sentence stands in a section of results.
fn in_results(one: &ReadSentence<'_>) -> bool {
    one.role == Role::Named(SectionKind::Results)
}

/// Whether a finding is told in a clause: "we find that".
fn has_that(one: &ReadSentence<'_>) -> bool {
    let Some(from) = one.cues.after(Sign::Finds) else { return false };
    one.words[from.saturating_sub(1).min(one.words.len())..]
        .iter()
        .take(3)
        .any(|word| matches!(word.lower.as_str(), "that" | "how" | "a" | "no" | "что"))
}
