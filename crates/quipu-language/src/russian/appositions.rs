//! Relations of people by nouns beside their names: "мэр Москвы Юрий Лужков", "Юрий Лужков, мэр Москвы,". The noun
//! agrees with the person in case and governs the other name.

use super::given::NOM;
use super::line::{LinePiece, LinePieceSort};
use super::noun_phrases::{NamedNoun, phrase_after, phrase_before};
use super::nouns::nominative;
use super::{UNSURE, WEIGHT, is_guess};

/// The most nouns beside one name.
const MOST_NOUNS: usize = 3;
/// The most pieces before a noun in which a guess is about it: a sentence that guesses something else of the mayor
/// says that he is the mayor.
const GUESSED: usize = 3;

/// A relation that a noun states.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NounTie {
    /// The place of the person among the mentions.
    pub(super) source: usize,
    /// The noun.
    pub(super) predicate: String,
    /// The place of the other name among the mentions.
    pub(super) target: usize,
    /// The weight of the statement.
    pub(super) weight: f32,
    /// True if a sentence that guesses something of the person says it all the same.
    pub(super) is_presupposed: bool,
}

/// The relations of the people of a sentence by nouns beside them.
pub(super) fn appositions(pieces: &[LinePiece]) -> Vec<NounTie> {
    let mut out = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let LinePieceSort::Person(source, cases) = piece.sort else { continue };
        let tie = |found: NamedNoun| {
            let mut around = pieces[found.start.saturating_sub(GUESSED)..found.start].iter();
            let weight = if around.any(|piece| is_guess(&piece.low)) || !found.is_doer && !found.is_hers {
                UNSURE
            } else if found.is_doer && !found.is_prepositional {
                WEIGHT
            } else {
                WEIGHT - 0.5
            };
            NounTie { source, predicate: found.predicate, target: found.target, weight, is_presupposed: true }
        };
        out.extend(nouns_before(pieces, at, cases).into_iter().map(tie));
        out.extend(nouns_behind(pieces, at, cases).into_iter().map(tie));
    }
    out
}

/// The nouns before a person: "депутат Госдумы, лидер движения «Мост» Иван Петров".
fn nouns_before(pieces: &[LinePiece], person: usize, cases: u8) -> Vec<NamedNoun> {
    let mut out: Vec<NamedNoun> = Vec::new();
    // "председатель Совета России шейх Равиль"
    let title = person.checked_sub(1).filter(|at| {
        let piece = &pieces[*at];
        piece.is_content() && nominative(&piece.low, cases & NOM).is_some()
    });
    let cases = if title.is_some() { NOM } else { cases };
    let mut end = title.unwrap_or(person);
    while out.len() < MOST_NOUNS {
        let Some(found) = phrase_before(pieces, end, cases) else { break };
        let fits = (out.is_empty() && title.is_none() || found.is_plain)
            && (!found.is_prepositional || found.is_doer && found.is_plain);
        if !fits {
            break;
        }
        let start = found.start;
        out.push(found);
        let joined = start > 0 && (pieces[start - 1].sort == LinePieceSort::Comma || pieces[start - 1].low == "и");
        if !joined {
            break;
        }
        end = start - 1;
    }
    out
}

/// The nouns behind a person, up to the sign that ends them.
fn nouns_behind(pieces: &[LinePiece], person: usize, cases: u8) -> Vec<NamedNoun> {
    let sort = |at: usize| pieces.get(at).map(|piece| piece.sort);
    let mut at = person + 1;
    // "Барри Лоуэнкрон (Barry Lowenkron), помощник"
    if sort(at) == Some(LinePieceSort::Open)
        && let Some(length) = pieces[at..].iter().take(6).position(|piece| piece.sort == LinePieceSort::Close)
        && sort(at + length + 1) == Some(LinePieceSort::Comma)
    {
        at += length + 1;
    }
    let Some(opening @ (LinePieceSort::Comma | LinePieceSort::Dash | LinePieceSort::Open)) = sort(at) else {
        return Vec::new();
    };
    let mut out: Vec<NamedNoun> = Vec::new();
    while out.len() < MOST_NOUNS {
        let Some(found) = phrase_after(pieces, at + 1, cases) else { break };
        at = found.end;
        let fits = out.is_empty() && opening != LinePieceSort::Open || found.is_doer;
        if !fits || matches!(sort(at), Some(LinePieceSort::Person(..))) {
            break;
        }
        out.push(found);
        let joined = sort(at) == Some(LinePieceSort::Comma) || pieces.get(at).is_some_and(|piece| piece.low == "и");
        if !joined {
            break;
        }
    }
    let closes = match opening {
        LinePieceSort::Dash => !matches!(sort(at), Some(LinePieceSort::Person(..))),
        LinePieceSort::Open => sort(at) == Some(LinePieceSort::Close),
        _ => matches!(
            sort(at),
            None | Some(LinePieceSort::Comma | LinePieceSort::Stop | LinePieceSort::Close | LinePieceSort::Dash)
        ),
    };
    if closes { out } else { Vec::new() }
}
