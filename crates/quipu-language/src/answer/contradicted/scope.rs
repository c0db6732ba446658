//! The scope of a statement: the condition, time, version, place or group for which it holds. Two statements of
//! different scopes may both hold.

use std::collections::BTreeSet;

use super::focus::{QuestionFocus, Sought, has_key, is_wordy};
use super::side::{SideSentence, TextSide};
use crate::clauses::clause_pieces::{ClausePiece, PieceSort};
use crate::clauses::conflict::is_timed;
use crate::clauses::quantity::{unit, word_number};
use crate::clauses::verb_families::{is_small, key};
use crate::halves::{Halves, either};

/// Prepositions before the group or the place for which a statement holds.
const WITHIN: Halves = ["for in at within under during", "для в во на при"];
/// Words that say nothing of a group.
const GRAMMAR: Halves = ["the a an of to in and or my your our their its this that all", "и или в на с к о"];
/// Words of a rate: so many per.
const RATE: Halves = ["per each every", "каждый каждая каждое каждые каждую ежедневно ежегодно"];
/// Words of which a thing is one or the other, a group a line.
const CONTRASTS: [&str; 16] = [
    "north south east west northern southern eastern western",
    "upper lower",
    "left right",
    "first second third fourth fifth",
    "internal external",
    "public private",
    "minor major patch",
    "production staging development test",
    "summer winter spring autumn",
    "adult child children senior junior",
    "full-time part-time",
    "new old",
    "free paid",
    "северный южный восточный западный",
    "первый второй третий",
    "старый новый",
];
/// Words that open a phrase about the whole sentence, beside these prepositions.
const OPENS: Halves = ["with after to", "с после чтобы"];
/// Words before a noun that tell no other one apart.
const NEUTRAL: Halves = ["single sole same whole entire own only current present", ""];
/// The longest opening phrase, in words.
const OPENING: usize = 9;
/// Words behind a preposition that are looked at.
const PREPOSITION_REACH: usize = 3;

/// True if two sentences hold for different things, or one for a part of what the other holds for.
pub(super) fn differs(
    focus: &QuestionFocus,
    one: &SideSentence,
    a: &TextSide,
    other: &SideSentence,
    b: &TextSide,
) -> bool {
    let both = |of: &dyn Fn(&SideSentence) -> BTreeSet<String>| of(one) != of(other);
    let own = |set: BTreeSet<String>| set.into_iter().filter(|key| !focus.says(key)).collect::<BTreeSet<_>>();
    let timed = focus.sought != Sought::Date && both(&|said| own(years(said)));
    // Who and where are asked of the thing, whatever is told of it beside.
    let at_times =
        matches!(focus.sought, Sought::Whether(_) | Sought::Counted(_) | Sought::Measured(_) | Sought::Labelled);
    timed
        || at_times && both(&|said| own(times(said)))
        || focus.sought != Sought::Version && both(&|said| own(versions(focus, said)))
        || both(&|said| own(rates(said)))
        || contrast(focus, one, other)
        || is_narrow(focus, one, b)
        || is_narrow(focus, other, a)
}

/// The days of the week, seasons and times of day that a sentence says.
fn times(sentence: &SideSentence) -> BTreeSet<String> {
    let all = sentence.pieces.iter().zip(&sentence.keys);
    all.filter(|(piece, _)| is_timed(piece)).map(|(_, key)| key.clone()).collect()
}

/// The years that a sentence says.
fn years(sentence: &SideSentence) -> BTreeSet<String> {
    let year = |piece: &ClausePiece| match piece.sort {
        PieceSort::Date(day) if day.year != 0 => Some(day.year.to_string()),
        PieceSort::Number(number) if piece.text.len() == 4 && (1500.0..2100.0).contains(&number) => {
            Some(piece.text.clone())
        }
        _ => None,
    };
    sentence.pieces.iter().filter_map(year).collect()
}

/// The versions that a sentence says: `3.1.0`, `v2`, a number behind a name.
fn versions(focus: &QuestionFocus, sentence: &SideSentence) -> BTreeSet<String> {
    let is_release = |low: &str| {
        low.strip_prefix('v').is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
    };
    let behind_name = |at: usize| {
        let Some(before) = at.checked_sub(1) else { return false };
        let piece = &sentence.pieces[before];
        let acronym = piece.text.chars().all(char::is_uppercase);
        let name = piece.sort == PieceSort::Name || focus.names.contains(&sentence.keys[before]);
        let measured = sentence.pieces.get(at + 1).is_some_and(is_amount);
        name && !acronym && !measured && sentence.pieces[at].number().is_some_and(|number| number < 100.0)
    };
    let found = sentence
        .pieces
        .iter()
        .enumerate()
        .filter(|(at, piece)| piece.sort == PieceSort::Version || is_release(&piece.low) || behind_name(*at));
    found.map(|(_, piece)| piece.low.trim_start_matches('v').to_owned()).collect()
}

/// What a sentence counts by: `per week`.
fn rates(sentence: &SideSentence) -> BTreeSet<String> {
    let pairs = sentence.pieces.iter().zip(sentence.keys.iter().skip(1));
    let counts = |key: &str| key.starts_with(|c: char| c.is_ascii_digit());
    pairs
        .filter(|(piece, key)| piece.is_word() && either(RATE, &piece.low) && !counts(key))
        .map(|(_, key)| key.clone())
        .collect()
}

/// True if the sentences say different words of which a thing is one or the other.
fn contrast(focus: &QuestionFocus, one: &SideSentence, other: &SideSentence) -> bool {
    CONTRASTS.iter().any(|group| {
        let said = |sentence: &SideSentence| -> BTreeSet<&str> {
            group.split(' ').filter(|word| sentence.low.contains(&format!(" {word} "))).collect()
        };
        let asked = group.split(' ').any(|word| focus.all.contains(word));
        let (a, b) = (said(one), said(other));
        !asked && !a.is_empty() && !b.is_empty() && a.is_disjoint(&b)
    })
}

/// A sentence beside the question and the other side: what neither of these says narrows it.
struct Narrowing<'a> {
    focus: &'a QuestionFocus,
    sentence: &'a SideSentence,
    other: &'a TextSide,
}

/// True if a sentence holds only for a group, place or time that neither the question nor the other side says.
fn is_narrow(focus: &QuestionFocus, sentence: &SideSentence, other: &TextSide) -> bool {
    let narrowing = Narrowing { focus, sentence, other };
    let is_place = matches!(focus.sought, Sought::Place | Sought::Country);
    let subject = matches!(focus.sought, Sought::Whether(_)) && narrowing.has_other_subject();
    let slot = || WITHIN.iter().flat_map(|half| half.split(' ')).any(|low| narrowing.has_other_object(low));
    let placed = !is_place && (narrowing.opens_aside() || slot());
    let held = |at: usize| narrowing.is_group(at, is_place);
    subject
        || placed
        || narrowing.is_of_other_part()
        || !sentence.is_row && narrowing.is_modified()
        || (0..sentence.pieces.len()).any(held)
}

impl Narrowing<'_> {
    fn is_known(&self, at: usize) -> bool {
        let key = &self.sentence.keys[at];
        self.focus.says(key) || self.other.says(key)
    }

    fn is_unknown(&self, at: usize) -> bool {
        let piece = &self.sentence.pieces[at];
        is_wordy(piece) && !is_small(&piece.low) && !self.is_known(at)
    }

    /// True if an opening phrase up to a comma, which is about the whole sentence, says something unknown.
    fn opens_aside(&self) -> bool {
        let pieces = &self.sentence.pieces;
        let comma = pieces.iter().take(OPENING).position(|piece| piece.is_sign(','));
        let within = pieces.first().is_some_and(|first| either(WITHIN, &first.low));
        let first = within || pieces.first().is_some_and(|first| either(OPENS, &first.low));
        let near = within && (1..pieces.len().min(3)).any(|at| self.is_unknown(at));
        near || first && comma.is_some_and(|comma| (1..comma).any(|at| self.is_unknown(at)))
    }

    /// True if it is about another part of what the question names: the lexer of Ferrite.
    fn is_of_other_part(&self) -> bool {
        let (pieces, keys) = (&self.sentence.pieces, &self.sentence.keys);
        (2..pieces.len()).any(|of| {
            let behind = keys[of + 1..].iter().take(2);
            let names = behind.clone().any(|key| self.focus.names.contains(key));
            let article = matches!(pieces[of - 2].low.as_str(), "the" | "a" | "an");
            pieces[of].low == "of" && article && names && self.is_unknown(of - 1)
        })
    }

    /// True if a group, or a named place, stands behind a preposition at a place.
    fn is_group(&self, at: usize, is_place: bool) -> bool {
        let pieces = &self.sentence.pieces;
        let near = at + 1..pieces.len().min(at + 1 + PREPOSITION_REACH);
        let low = pieces[at].low.as_str();
        if matches!(low, "for" | "для") {
            // "Listening for" and "for listening" name no group.
            let verb = |at: usize| pieces[at].low.ends_with("ing");
            let amount = near.clone().any(|next| is_amount(&pieces[next]) || verb(next));
            let known = near.clone().any(|next| !either(GRAMMAR, &pieces[next].low) && self.is_known(next));
            return !(at > 0 && verb(at - 1) || amount || known) && near.clone().any(|next| self.is_unknown(next));
        }
        // Of a place the name is the value.
        !is_place && either(WITHIN, low) && near.take(2).any(|next| pieces[next].is_name() && self.is_unknown(next))
    }

    /// True if the question and the sentence say different things behind a preposition: in the chapel, in the library.
    fn has_other_object(&self, preposition: &str) -> bool {
        let object = |words: &[&str]| {
            let at = words.iter().position(|word| *word == preposition)?;
            let near = words[at + 1..].iter().take(PREPOSITION_REACH);
            near.clone().position(|word| !either(GRAMMAR, word)).map(|next| at + 1 + next)
        };
        let asked: Vec<&str> = self.focus.words.iter().map(String::as_str).collect();
        let said: Vec<&str> = self.sentence.pieces.iter().map(|piece| piece.low.as_str()).collect();
        let (Some(of_question), Some(own)) = (object(&asked), object(&said)) else { return false };
        !has_key(self.sentence.keys.iter(), &key(asked[of_question])) && self.is_unknown(own)
    }

    /// True if the first word that says something is unknown: others do or need it.
    fn has_other_subject(&self) -> bool {
        let pieces = &self.sentence.pieces;
        let says = |at: &usize| {
            let piece = &pieces[*at];
            let adverb = piece.low.ends_with("ly");
            is_wordy(piece) && !is_small(&piece.low) && !adverb && !either(GRAMMAR, &piece.low)
        };
        (0..pieces.len()).find(says).is_some_and(|at| self.is_unknown(at))
    }

    /// True if an unknown word between an article and a word of the question tells which of several is meant.
    fn is_modified(&self) -> bool {
        let pieces = &self.sentence.pieces;
        (2..pieces.len()).any(|at| {
            let (article, word) = (&pieces[at - 2].low, &pieces[at - 1]);
            let of_question = has_key(self.focus.keys.iter(), &self.sentence.keys[at]);
            let tells = word.is_word() && !either(NEUTRAL, &word.low) && !is_amount(word) && self.is_unknown(at - 1);
            matches!(article.as_str(), "the" | "a" | "an" | "this" | "each" | "every" | "of") && of_question && tells
        })
    }
}

/// True if a piece is a number or a unit.
fn is_amount(piece: &ClausePiece) -> bool {
    piece.number().is_some() || word_number(&piece.low).is_some() || unit(&piece.low).is_some()
}

/// True if the keys of two values have one in common.
pub(super) fn meet(one: &[String], other: &[String]) -> bool {
    one.iter().any(|key| has_key(other.iter(), key))
}
