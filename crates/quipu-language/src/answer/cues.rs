//! The wording of units that answer, by the kind of question: words of default, bound, reason; definitions; pronouns
//! that point back. English and Russian.

use super::asked::{AnswerKind, Asked, WantedValue};
use super::units::{Unit, UnitKind};
use super::word_weights::WeighedWords;
use crate::english::cues as english;
use crate::halves::{Halves, either};
use crate::pronouns::is_pronoun;
use crate::russian::cues as russian;
use crate::tables::pronoun::Takers;
use quipu_kernel::text::{is_stop_word, words};

const DEFAULT: Halves = [english::DEFAULT, russian::DEFAULT];
const LIMIT: Halves = [english::LIMIT, russian::LIMIT];
const WHY: Halves = [english::WHY, russian::WHY];
const WHETHER: Halves = [english::WHETHER, russian::WHETHER];
const PERMITS: Halves = [english::PERMITS, russian::PERMITS];
/// Words at which a definition's term ends.
const COPULAS: Halves = [english::COPULAS, russian::COPULAS];
/// Words with which a sentence points back to the one before it, beside pronouns.
const POINTS_BACK: Halves = [english::POINTS_BACK, russian::POINTS_BACK];

/// Such words later in a sentence: `the default of this parameter`.
const POINTS_BACK_LATER: Halves = [english::POINTS_BACK_LATER, russian::POINTS_BACK_LATER];

/// True if a text of these folded words says who may do something.
pub(super) fn permits(folded: &[&str]) -> bool {
    folded.iter().any(|word| either(PERMITS, word))
}

/// True if a text of these folded words has the wording of an answer to such a question.
pub(super) fn cued(asked: Asked, folded: &[&str]) -> bool {
    let any = |list: Halves| folded.iter().any(|word| either(list, word));
    match asked.kind {
        AnswerKind::Default => any(DEFAULT),
        AnswerKind::Limit => {
            any(LIMIT)
                && folded.iter().any(|word| {
                    word.starts_with(|c: char| c.is_numeric()) || WantedValue::Number.answers(word, false, false)
                })
        }
        AnswerKind::Why => any(WHY),
        AnswerKind::YesNo => any(WHETHER),
        AnswerKind::Fact
        | AnswerKind::Steps
        | AnswerKind::Definition
        | AnswerKind::List
        | AnswerKind::Compare
        | AnswerKind::Describe
        | AnswerKind::Command => false,
    }
}

/// True if a sentence begins with a pronoun that stands for a name in the sentence before it, or has `this` or
/// `these` near its beginning.
pub(super) fn points_back(seen: &str) -> bool {
    let later = |word: &quipu_kernel::text::Word| either(POINTS_BACK_LATER, &word.text.replace('ё', "е"));
    begins_with_pronoun(seen) || words(seen).iter().take(8).any(later)
}

/// True if its first word is such a pronoun.
pub(super) fn begins_with_pronoun(seen: &str) -> bool {
    let points = |word: &str| either(POINTS_BACK, word) || is_pronoun(word, Takers::ANSWERS);
    words(seen).first().is_some_and(|first| points(&first.text.replace('ё', "е")))
}

/// The furthest that a definition's term reaches, in bytes.
const LONGEST_TERM: usize = 120;

/// Degree to which a unit defines a term of the question: the share of the question's weight that is said by the term
/// which the unit begins with (`X is`, `X — это`, `**X**:`, a row's first cell).
pub(super) fn defines(weighed: &WeighedWords, seen: &str, unit: &Unit) -> f64 {
    match unit.kind {
        UnitKind::Code | UnitKind::List | UnitKind::Steps => 0.0,
        UnitKind::Row => seen.trim_start_matches(['|', ' ']).split('|').next().map_or(0.0, |cell| named(weighed, cell)),
        UnitKind::Sentence | UnitKind::Member => {
            terms(seen).into_iter().map(|term| named(weighed, term)).fold(0.0, f64::max)
        }
    }
}

/// The terms at the beginning of a sentence: the text before a copula, a dash or a colon, and in brackets there.
pub(super) fn terms(seen: &str) -> Vec<&str> {
    let near = &seen[..quipu_kernel::text::char_start(seen, seen.len().min(LONGEST_TERM))];
    let dash =
        [" — ", " – ", " - ", " -- ", " --- ", ": ", ":** ", ":\n"].iter().filter_map(|mark| near.find(mark)).min();
    let copula =
        words(near).into_iter().skip(1).find(|word| either(COPULAS, &word.text)).map(|word| word.span.range().start);
    let Some(end) = dash.into_iter().chain(copula).min() else { return Vec::new() };
    let term = &near[..end];
    // `An Individual Development Plan (IDP) is`, and not `These clades (which are old) were`.
    match term.find('(').and_then(|open| Some((open, open + term[open..].find(')')?))) {
        Some((open, close)) if words(&term[open..close]).len() <= 2 => vec![&term[..open], &term[open..close]],
        _ => vec![term],
    }
}

/// The share of the question's weight that a term says, where it says little besides.
fn named(weighed: &WeighedWords, term: &str) -> f64 {
    let words = words(term);
    let telling: Vec<_> = words.iter().filter(|word| !is_stop_word(&word.text)).collect();
    let known = telling.iter().filter(|word| weighed.find(&word.text).is_some()).count();
    if telling.is_empty() || known * 3 < telling.len() * 2 { 0.0 } else { weighed.share(weighed.said(term)) }
}

/// True if a text holds a number of a version: digits with dots between them, as `2.0` and `v13.0.0`.
pub(super) fn holds_version(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).any(|three| three[0].is_ascii_digit() && three[1] == b'.' && three[2].is_ascii_digit())
}
