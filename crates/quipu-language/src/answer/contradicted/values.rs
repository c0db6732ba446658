//! The values of the asked kind on each side, and the pair of them that cannot both be right.

use super::AnswerOfSide;
use super::focus::{QuestionFocus, Sought, has_key, is_wordy, keyed};
use super::scope;
use super::side::{SideSentence, TextSide};
use crate::clauses::clause_pieces::{ClausePiece, PieceSort, WEEKDAYS, lowered};
use crate::clauses::conflict::{Difference, apart, wide};
use crate::clauses::quantity::{Bound, Dimension, Quantity, quantities, unit, word_number};
use crate::clauses::verb_families::is_small;
use crate::halves::{Halves, either};
use crate::nations::{is_nation, nation};
use crate::russian::asked as russian;
use quipu_kernel::model::Day;

/// A sentence with less than this share of what the best one says of the question gives no value.
const NEAR_BEST: f64 = 0.6;
/// Words of a counted noun behind its number.
const NOUN_WITHIN: usize = 3;
/// The furthest that a name stands behind its preposition.
const PLACE_WITHIN: usize = 2;
/// Words for one, beside the number.
const SINGLE: Halves = ["single sole lone", "единственный единственная единственное единственного единственной"];
/// Words behind a noun that tell which of several are counted.
const PART: Halves = ["with without that which who whose", "с без который которые которых"];
/// Words that deny, so that a value beside them is none.
const DENY: Halves = ["not never cannot neither nor", "не ни никогда"];
/// Prepositions before a place.
const PLACED: Halves = ["in at into near", "в во на под"];
/// Verbs of motion: behind them `to` stands before a place.
const MOTION: &str =
    " come came comes go went goes move moved moves travel travelled traveled return returned fly flew ";
/// Prepositions before the beginning or the end of a time.
const ENDS: Halves = ["since until till from to between by", "с до по между к"];

/// A value, as one of its kind is compared with another.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Amount(Quantity),
    Day(Day),
    /// A country, by its name.
    Country(String),
    /// A place: its keys, true if others lie in it, true if it stands behind `at`.
    Place(Vec<String>, bool, bool),
    /// A person: the keys of the name.
    Person(Vec<String>),
    Version(String),
    /// A day of the week, or an hour, as written.
    Time(String),
}

/// A value with its sentence.
struct SaidValue<'s> {
    value: Value,
    text: String,
    sentence: &'s SideSentence,
}

/// The answers of two sides no value of which is the same, and the kind of their difference.
pub(super) fn opposed(
    focus: &QuestionFocus,
    a: &TextSide,
    b: &TextSide,
) -> Option<(AnswerOfSide, AnswerOfSide, Difference)> {
    let (all, others) = (said(focus, a), said(focus, b));
    if is_divided(&all) || is_divided(&others) {
        return None;
    }
    let mut found = None;
    for one in &all {
        for other in &others {
            match agree(&one.value, &other.value) {
                Some(true) => return None,
                Some(false) if found.is_none() => {
                    let differs = scope::differs(focus, one.sentence, a, other.sentence, b);
                    found = (!differs).then_some((one, other));
                }
                _ => {}
            }
        }
    }
    let (one, other) = found?;
    let difference = match one.value {
        Value::Day(_) | Value::Time(_) => Difference::Date,
        Value::Amount(_) | Value::Version(_) => Difference::Number,
        _ => Difference::Object,
    };
    let answer = |said: &SaidValue<'_>| AnswerOfSide {
        value: said.text.clone(),
        span: said.sentence.span,
        share: said.sentence.share,
    };
    Some((answer(one), answer(other), difference))
}

/// True if a side says several amounts: one of them may be that of another thing.
fn is_divided(all: &[SaidValue<'_>]) -> bool {
    let amounts = || all.iter().filter(|one| matches!(one.value, Value::Amount(_)));
    amounts().any(|one| amounts().any(|other| agree(&one.value, &other.value) == Some(false)))
}

/// The values of a side, from the sentences that say most of the question.
fn said<'s>(focus: &QuestionFocus, side: &'s TextSide) -> Vec<SaidValue<'s>> {
    let sure = |one: &&SideSentence| !one.is_conditional && (one.is_row || !denies(one));
    let all: Vec<SaidValue<'s>> = side.topical().filter(sure).flat_map(|one| values(focus, one)).collect();
    let best = all.iter().map(|one| one.sentence.share).fold(0.0, f64::max);
    all.into_iter().filter(|one| one.sentence.share >= NEAR_BEST * best).collect()
}

fn denies(sentence: &SideSentence) -> bool {
    sentence
        .pieces
        .iter()
        .any(|piece| either(DENY, &piece.low) || piece.low.ends_with("n't") || piece.low.ends_with("n’t"))
}

fn values<'s>(focus: &QuestionFocus, sentence: &'s SideSentence) -> Vec<SaidValue<'s>> {
    let found = match &focus.sought {
        Sought::Whether(_) => Vec::new(),
        Sought::Counted(noun) => counted(focus, sentence, noun),
        Sought::Measured(names) => {
            amounts(sentence, |dimension| matches!(dimension, Dimension::Measured(name) if names.contains(name)))
        }
        Sought::Labelled => amounts(sentence, |dimension| match dimension {
            Dimension::Labelled(label) => has_key(focus.keys.iter(), label),
            Dimension::Measured(_) => true,
            _ => false,
        }),
        Sought::Date => days(sentence),
        Sought::Country => countries(focus, sentence),
        Sought::Place => places(focus, sentence),
        Sought::Person => people(focus, sentence),
        Sought::Version => versions(sentence),
    };
    found.into_iter().map(|(value, text)| SaidValue { value, text, sentence }).collect()
}

/// True if two values can both be right; none where they cannot be compared.
fn agree(one: &Value, other: &Value) -> Option<bool> {
    match (one, other) {
        (Value::Amount(a), Value::Amount(b)) => match (a.bound, b.bound) {
            (Bound::Most, Bound::Most) | (Bound::Least, Bound::Least) => {
                let exact = |of: &Quantity| Quantity { bound: Bound::Exact, ..of.clone() };
                exact(a).agrees(&exact(b))
            }
            _ => a.agrees(b),
        },
        (Value::Day(a), Value::Day(b)) => Some(!apart(*a, *b)),
        (Value::Country(a), Value::Country(b)) => Some(a == b),
        (Value::Place(a, wide, at), Value::Place(b, other_wide, other_at)) => {
            let same = scope::meet(a, b);
            (same || wide == other_wide && at == other_at).then_some(same)
        }
        (Value::Person(a), Value::Person(b)) => Some(scope::meet(a, b)),
        (Value::Time(a), Value::Time(b)) => (a.contains(':') == b.contains(':')).then_some(a == b),
        (Value::Version(a), Value::Version(b)) => Some(a.starts_with(b.as_str()) || b.starts_with(a.as_str())),
        _ => None,
    }
}

type Found = Vec<(Value, String)>;

fn amounts(sentence: &SideSentence, fits: impl Fn(&Dimension) -> bool) -> Found {
    let joined = sentence.pieces.iter().enumerate().filter_map(|(at, piece)| hyphened(at, piece));
    let all = quantities(&sentence.pieces).into_iter().chain(joined).filter(|quantity| fits(&quantity.dimension));
    all.map(|quantity| (Value::Amount(quantity.clone()), quantity.text)).collect()
}

/// A number with its unit as one word: `36-month`.
fn hyphened(at: usize, piece: &ClausePiece) -> Option<Quantity> {
    let (number, name) = piece.low.split_once('-')?;
    let value: f64 = number.parse().ok().or_else(|| word_number(number))?;
    let (dimension, factor) = unit(name)?;
    Some(Quantity {
        value: value * factor,
        rounded: 0.5 * factor,
        dimension: Dimension::Measured(dimension),
        bound: Bound::Exact,
        text: piece.text.clone(),
        number: number.to_owned(),
        pieces: (at, at + 1),
    })
}

/// Numbers of things of a noun; an adjective may stand before it.
fn counted(focus: &QuestionFocus, sentence: &SideSentence, noun: &[String]) -> Found {
    let dimension = Dimension::Counted(noun.join(" "));
    let (pieces, keys) = (&sentence.pieces, &sentence.keys);
    let behind = |from: usize| {
        let near = from..pieces.len().min(from + NOUN_WITHIN);
        let own = near.take_while(|at| is_wordy(&pieces[*at]) && !is_small(&pieces[*at].low));
        let mut nouns = own.filter(|at| has_key(noun.iter(), &keys[*at]));
        nouns.next().is_some_and(|at| {
            // "12 rooms with a balcony" counts a part of them.
            let part = pieces.get(at + 1).is_some_and(|next| either(PART, &next.low));
            !part
                || pieces[at + 2..]
                    .iter()
                    .zip(&keys[at + 2..])
                    .take(2)
                    .any(|(next, key)| !is_small(&next.low) && focus.says(key))
        })
    };
    let read = quantities(&sentence.pieces);
    let mut out = Found::new();
    for (at, piece) in sentence.pieces.iter().enumerate() {
        let found = read.iter().find(|one| one.pieces.0 == at);
        let single = if either(SINGLE, &piece.low) { Some(1.0) } else { word_number(&piece.low) };
        let (Some(value), None) = (piece.number().or(single), piece.day()) else { continue };
        let end = found.map_or(at + 1, |one| one.pieces.1);
        let noun_at =
            if found.is_some_and(|one| matches!(one.dimension, Dimension::Counted(_))) { end } else { at + 1 };
        if !behind(noun_at) {
            continue;
        }
        let (text, number) = (piece.text.clone(), piece.text.clone());
        let bare = Quantity {
            value,
            rounded: 0.0,
            dimension: dimension.clone(),
            bound: Bound::Exact,
            text,
            number,
            pieces: (at, end),
        };
        let quantity = found.map_or(bare, |one| Quantity { dimension: dimension.clone(), ..one.clone() });
        let text = quantity.text.clone();
        out.push((Value::Amount(quantity), text));
    }
    out
}

/// The dates of a sentence, unless one begins or ends a time.
fn days(sentence: &SideSentence) -> Found {
    let ranged = sentence.pieces.windows(2).any(|two| either(ENDS, &two[0].low) && two[1].day().is_some());
    let value = |piece: &ClausePiece| {
        let clock = piece.text.contains(':') && piece.text.chars().all(|c| c.is_ascii_digit() || c == ':');
        let weekday = either([WEEKDAYS, russian::WEEKDAYS], &piece.low);
        match piece.day() {
            Some(day) => Some(Value::Day(day)),
            None => (clock || weekday).then(|| Value::Time(piece.low.trim_start_matches('0').to_owned())),
        }
    };
    let all = sentence.pieces.iter().filter(|_| !ranged);
    all.filter_map(|piece| Some((value(piece)?, piece.text.clone()))).collect()
}

/// Versions, and numbers behind the word for one.
fn versions(sentence: &SideSentence) -> Found {
    let is_version = |at: usize| {
        let before = at.checked_sub(1).map_or("", |before| sentence.keys[before].as_str());
        let piece = &sentence.pieces[at];
        piece.sort == PieceSort::Version || piece.number().is_some() && matches!(before, "version" | "release")
    };
    let all = (0..sentence.pieces.len()).filter(|at| is_version(*at)).map(|at| &sentence.pieces[at]);
    all.map(|piece| (Value::Version(piece.low.clone()), piece.text.clone())).collect()
}

/// Names that stand together, as places of their first and past their last piece.
fn runs(sentence: &SideSentence) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (at, piece) in sentence.pieces.iter().enumerate().filter(|(_, piece)| piece.sort == PieceSort::Name) {
        match out.last_mut() {
            Some((_, end)) if *end == at && sentence.pieces[at - 1].span.end + 1 >= piece.span.start => *end = at + 1,
            _ => out.push((at, at + 1)),
        }
    }
    out
}

fn written(pieces: &[ClausePiece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// True if the question says each word of a name.
fn is_asked(focus: &QuestionFocus, pieces: &[ClausePiece]) -> bool {
    pieces.iter().all(|piece| focus.says(&keyed(piece)))
}

/// The countries of a sentence, by name or adjective, which the question does not say.
fn countries(focus: &QuestionFocus, sentence: &SideSentence) -> Found {
    let mut out = Found::new();
    for (from, to) in runs(sentence) {
        let single = (from..to).map(|at| (at, at + 1));
        let mut parts = std::iter::once((from, to)).chain(single);
        let found = parts.find_map(|(from, to)| {
            let text = written(&sentence.pieces[from..to]);
            let named = nation(&lowered(&text)).to_owned();
            (is_nation(&named) && !is_asked(focus, &sentence.pieces[from..to])).then_some((named, text))
        });
        out.extend(found.map(|(named, text)| (Value::Country(named), text)));
    }
    out
}

/// The places of a sentence: names behind a preposition of place.
fn places(focus: &QuestionFocus, sentence: &SideSentence) -> Found {
    let pieces = &sentence.pieces;
    let placed = |(from, to): (usize, usize)| {
        let near = from.saturating_sub(PLACE_WITHIN);
        let before = &pieces[near..from];
        let moved = |at: usize| {
            let verb = at.checked_sub(1).is_some_and(|before| MOTION.contains(&format!(" {} ", pieces[before].low)));
            pieces[at].low == "to" && verb
        };
        let at = (near..from).rev().find(|at| either(PLACED, &pieces[*at].low) || moved(*at))?;
        let preposition = &pieces[at];
        let between = before.last().is_some_and(|last| last.low == preposition.low || is_small(&last.low));
        let text = written(&pieces[from..to]);
        let keys: Vec<String> = pieces[from..to].iter().map(keyed).collect();
        let is_time = keys.iter().all(|key| crate::months::MONTHS.iter().any(|month| month.english == key));
        let found = Value::Place(keys, wide(&text), preposition.low == "at");
        (between && !is_time && !is_asked(focus, &pieces[from..to])).then_some((found, text))
    };
    runs(sentence).into_iter().filter_map(placed).collect()
}

/// The people of a sentence: full names where there are any, none behind a preposition of place or an article.
fn people(focus: &QuestionFocus, sentence: &SideSentence) -> Found {
    let pieces = &sentence.pieces;
    let alone = |(from, _): &(usize, usize)| {
        let before = from.checked_sub(1).map_or("", |before| pieces[before].low.as_str());
        !either(PLACED, before) && !matches!(before, "the" | "of" | "for" | "a" | "an")
    };
    let mut all: Vec<(usize, usize)> = runs(sentence).into_iter().filter(alone).collect();
    let is_name = |piece: &ClausePiece| piece.text.chars().all(|c| c.is_alphabetic() || "-'’.".contains(c));
    all.retain(|(from, to)| !is_asked(focus, &pieces[*from..*to]) && pieces[*from..*to].iter().all(is_name));
    if all.iter().any(|(from, to)| to - from > 1) {
        all.retain(|(from, to)| to - from > 1);
    }
    let value = |(from, to): (usize, usize)| {
        let keys = pieces[from..to].iter().map(keyed).collect();
        (Value::Person(keys), written(&pieces[from..to]))
    };
    all.into_iter().map(value).collect()
}
