//! Features of a sentence for several cells: the owner of the work, numbers, names of data (features shared by
//! the scores).

use quipu_language::scholarly::{CuesFound, SaidWord, Sign};

use super::proposed::{Proposed, is_name};
use super::sentence::ReadSentence;

/// Features of a sentence that several cells use.
pub(super) struct Seen {
    /// The authors speak of their own work.
    pub(super) own: bool,
    /// True if it is about other people's work and not the authors'.
    pub(super) others: bool,
    /// True if it depends on the sentence before.
    pub(super) lean: bool,
    /// The authors propose something.
    pub(super) proposal: bool,
    /// Nothing is proposed before it, and something after it.
    pub(super) before: bool,
    /// Nothing is proposed in the whole paper.
    pub(super) none: bool,
    /// True if it has a number that measures or counts.
    pub(super) number: bool,
    /// True if it has a name of data near a noun of data.
    pub(super) named_data: bool,
    /// True if it has a name right after the trial of something on it.
    pub(super) named_trial: bool,
    /// True if it counts data.
    pub(super) sized: bool,
    /// Points of its form for every cell.
    pub(super) common: f64,
}

impl Seen {
    /// Looks at the sentence with this number.
    pub(super) fn of(at: usize, one: &ReadSentence<'_>, known: &Proposed) -> Self {
        let cues = &one.cues;
        let own = cues.has(Sign::Own) || one.words.iter().any(|word| known.names.contains(&word.lower));
        let cited = one.text.contains("et al") || one.text.contains("и др.");
        // The sentence is about others' work, if they come before its findings and comparisons.
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
            before: known.first.is_some_and(|first| at < first),
            none: known.first.is_none(),
            number,
            named_data: has_named_data(one, known),
            named_trial: cues.after(Sign::TriedOn).is_some_and(|at| {
                one.words.iter().skip(at).take(2).any(|word| is_name(word.core) && !known.names.contains(&word.lower))
            }),
            sized: is_sized(&one.words, cues),
            common,
        }
    }
}

/// True if a sentence begins in the middle of one: its first letter is small.
fn begins_within(one: &ReadSentence<'_>) -> bool {
    let first = one.words.iter().find(|word| word.core.starts_with(char::is_alphabetic));
    first.is_some_and(|word| word.core.starts_with(char::is_lowercase) && !is_name(word.core))
}

/// True if a name that is not the paper's own stands within four words of a noun of data, or after the trial of it.
fn has_named_data(one: &ReadSentence<'_>, known: &Proposed) -> bool {
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

/// True if a number stands up to four words before a unit of data, or right after the trial of something on that
/// number.
fn is_sized(words: &[SaidWord<'_>], cues: &CuesFound) -> bool {
    let count = |word: &SaidWord<'_>| word.number || word.is_spelled_number();
    let before_unit = cues.at(Sign::DataUnit).is_some_and(|unit| words[unit.saturating_sub(4)..unit].iter().any(count));
    let tried_on = cues.after(Sign::TriedOn).is_some_and(|at| words.iter().skip(at).take(1).any(count));
    before_unit || tried_on
}
