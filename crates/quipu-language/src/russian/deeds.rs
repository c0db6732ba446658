//! Relations of names around a verb that are no neighbours: dates, adverbs, brackets and prepositional groups stand
//! between the subject and the verb, a noun for the object's kind before the object ("в 2009 году купила компанию
//! «Мост»"). Names that "и" joins have the same relation.

use super::WEIGHT;
use super::appositions::NounTie;
use super::given::{DAT, INS, NOM};
use super::line::{LinePiece, LinePieceSort};
use super::nouns::{is_adjective_in, is_doer, nominative};
use super::tie_words::{FILLERS, PRESENT, VERBS, has, is_of_date, past};
use crate::sound::is_cyrillic_vowel;

/// The most pieces between a subject and its verb.
const FARTHEST: usize = 12;
/// The most words before an object for its kind.
const MOST_KIND: usize = 3;
/// The most names that "и" and commas add.
const MOST_ADDED: usize = 4;

/// A verb of a sentence.
struct SaidVerb {
    predicate: String,
    /// One past the verb and its preposition.
    end: usize,
    /// The cases of a person as its object; others are any.
    object: Option<u8>,
    is_plural: bool,
}

/// The relations of the names of a sentence by verbs.
pub(super) fn deeds(pieces: &[LinePiece]) -> Vec<NounTie> {
    let mut out = Vec::new();
    for at in 0..pieces.len() {
        let Some(deed) = deed(pieces, at) else { continue };
        let Some(subject) = subject(pieces, at) else { continue };
        let Some(object) = object(pieces, &deed) else { continue };
        let mut sources = vec![subject];
        if deed.is_plural {
            sources.extend(joined_before(pieces, subject, at));
        }
        let mut targets = vec![object];
        targets.extend(joined_behind(pieces, object, &deed));
        for (source, target) in sources.iter().flat_map(|source| targets.iter().map(move |target| (*source, *target))) {
            if let (Some(source), Some(target)) = (pieces[source].mention(), pieces[target].mention()) {
                out.push(NounTie {
                    source,
                    predicate: deed.predicate.clone(),
                    target,
                    weight: WEIGHT,
                    is_presupposed: false,
                });
            }
        }
    }
    out
}

/// The verb at a place.
fn deed(pieces: &[LinePiece], at: usize) -> Option<SaidVerb> {
    let piece = pieces.get(at).filter(|piece| piece.sort == LinePieceSort::Word)?;
    if at > 0 && pieces[at - 1].low == "не" {
        return None;
    }
    let low = piece.low.as_str();
    let object = if low.starts_with("владе") {
        Some(INS)
    } else if low.starts_with("принадлеж") {
        Some(DAT)
    } else {
        None
    };
    let is_plural = low.ends_with("ли") || low.ends_with("лись");
    let found = |predicate: String, end: usize| {
        Some(SaidVerb { predicate: predicate.replace('+', " "), end, object, is_plural })
    };
    if ["ий", "ая", "ее", "ие"].iter().any(|end| low.strip_suffix(end) == Some("принадлежащ")) {
        return found("принадлежит".to_owned(), at + 1);
    }
    let form = |words: &str| has(PRESENT, words).then(|| words.to_owned()).or_else(|| past(VERBS, words));
    if let Some(next) = pieces.get(at + 1).filter(|next| next.sort == LinePieceSort::Word)
        && let Some(predicate) = form(&format!("{low}+{}", next.low))
    {
        return found(predicate, at + 2);
    }
    form(low).and_then(|predicate| found(predicate, at + 1))
}

/// True for a word that says when or how.
fn is_aside(piece: &LinePiece) -> bool {
    piece.sort == LinePieceSort::Word
        && (has(FILLERS, &piece.low)
            || super::is_guess(&piece.low)
            || is_of_date(&piece.low)
            || piece.low.starts_with(|c: char| c.is_ascii_digit())
            || ["сегодня", "вчера", "уже", "недавно", "ранее"].contains(&piece.low.as_str()))
}

fn is_preposition(piece: &LinePiece) -> bool {
    piece.sort == LinePieceSort::Word
        && ["в", "во", "на", "с", "за", "по", "при", "после", "до", "из"].contains(&piece.low.as_str())
}

/// The name in the nominative before a verb.
fn subject(pieces: &[LinePiece], verb: usize) -> Option<usize> {
    let mut at = verb;
    // Pieces that only a preposition before them can make a part of the sentence's rest.
    let mut is_loose = false;
    while let Some(next) = at.checked_sub(1).filter(|next| verb - next <= FARTHEST) {
        at = next;
        let piece = &pieces[at];
        match piece.sort {
            LinePieceSort::Name(_) | LinePieceSort::Person(..) if at > 0 && is_preposition(&pieces[at - 1]) => at -= 1,
            LinePieceSort::Name(_) | LinePieceSort::Person(..) if !is_loose => {
                return is_subject(pieces, at, verb).then_some(at);
            }
            LinePieceSort::Close => {
                at -= pieces[..at].iter().rev().take(6).position(|piece| piece.sort == LinePieceSort::Open)? + 1
            }
            LinePieceSort::Comma
                if pieces[at + 1].low.starts_with("котор") || pieces[at + 1].low.starts_with("принадлежащ") =>
                {}
            LinePieceSort::Word if piece.low.starts_with("котор") => {}
            LinePieceSort::Word if is_preposition(piece) => is_loose = false,
            LinePieceSort::Word if is_aside(piece) => {}
            LinePieceSort::Word if piece.is_content() => is_loose = true,
            _ => return None,
        }
    }
    None
}

/// True if a name may be a subject: no preposition and no noun governs it.
fn is_subject(pieces: &[LinePiece], at: usize, verb: usize) -> bool {
    let is_declined = !pieces[at].quoted && !pieces[at].low.is_empty() && !is_foreign(&pieces[at]);
    let before = at.checked_sub(1).map(|before| &pieces[before]).filter(|before| before.is_content());
    let free = before.is_none_or(|noun| !is_declined && agrees(&noun.low, &pieces[verb].low));
    match pieces[at].sort {
        LinePieceSort::Person(_, cases) => cases & NOM != 0,
        LinePieceSort::Name(_) => free && !super::neighbours::oblique(&pieces[at].low),
        _ => false,
    }
}

/// True if a noun may be the subject of a verb, by its gender: "компания купила", but no "акции купила".
fn agrees(noun: &str, verb: &str) -> bool {
    let root = verb.strip_suffix("ся").or_else(|| verb.strip_suffix("сь")).unwrap_or(verb);
    let ends = |list: &[char]| noun.ends_with(list);
    let hard = noun.chars().next_back().is_some_and(|last| !is_cyrillic_vowel(last));
    match root {
        _ if root.ends_with("ла") => ends(&['а', 'я', 'ь']),
        _ if root.ends_with("ло") => ends(&['о', 'е']),
        _ if root.ends_with("ли") => ends(&['ы', 'и']),
        _ if root.ends_with('л') => hard,
        _ => hard || ends(&['а', 'я', 'о', 'е']),
    }
}

/// The name that is the object of a verb.
fn object(pieces: &[LinePiece], deed: &SaidVerb) -> Option<usize> {
    let mut at = deed.end;
    while let Some(piece) = pieces.get(at).filter(|_| at < deed.end + MOST_KIND) {
        // "купила в 2009 году"
        let dated = matches!(piece.low.as_str(), "в" | "с" | "за") && pieces.get(at + 1).is_some_and(is_aside);
        if !is_aside(piece) && !dated {
            break;
        }
        at += 1;
    }
    let kind = pieces.get(at..)?.iter().take(MOST_KIND).take_while(|piece| piece.is_content()).count();
    let object = at + kind;
    let piece = pieces.get(object)?;
    let fits = match piece.sort {
        LinePieceSort::Person(_, cases) => deed.object.is_none_or(|case| cases & case != 0) && kind == 0,
        LinePieceSort::Name(_) => kind == 0 || piece.quoted || is_foreign(piece),
        _ => false,
    };
    let adjectives_alone =
        kind > 0 && pieces[at..object].iter().all(|piece| is_adjective_in(&piece.low, super::given::GEN));
    // "Nginx написал администратор «Рамблера» Игорь Сысоев": the doer stands behind.
    let is_doer =
        || pieces[at..object].iter().any(|piece| nominative(&piece.low, NOM).is_some_and(|noun| is_doer(&noun)));
    (fits && !adjectives_alone && !is_doer()).then_some(object)
}

fn is_foreign(piece: &LinePiece) -> bool {
    piece.low.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Names that "и" joins to a subject.
fn joined_before(pieces: &[LinePiece], subject: usize, verb: usize) -> Option<usize> {
    let and = subject.checked_sub(1).filter(|at| pieces[*at].low == "и")?;
    let other = and.checked_sub(1).filter(|at| pieces[*at].mention().is_some())?;
    is_subject(pieces, other, verb).then_some(other)
}

/// Names that commas and a last "и" join to an object.
fn joined_behind(pieces: &[LinePiece], object: usize, deed: &SaidVerb) -> Vec<usize> {
    let mut out = Vec::new();
    let mut at = object;
    let same = |at: usize| match (pieces.get(at).map(|piece| piece.sort), pieces[object].sort) {
        (Some(LinePieceSort::Person(_, cases)), LinePieceSort::Person(..)) => {
            deed.object.is_none_or(|case| cases & case != 0)
        }
        (Some(LinePieceSort::Name(_)), LinePieceSort::Name(_)) => true,
        // A surname of no known kind has the ending of the others: "Орлову и Сиваку".
        (Some(LinePieceSort::Name(_)), LinePieceSort::Person(..)) => {
            pieces[at].low.chars().next_back() == pieces[object].low.chars().next_back()
        }
        _ => false,
    };
    while out.len() < MOST_ADDED {
        let Some(sign) = pieces.get(at + 1) else { break };
        let last = sign.low == "и";
        if !last && sign.sort != LinePieceSort::Comma || !same(at + 2) {
            break;
        }
        at += 2;
        out.push(at);
        if last {
            return out;
        }
    }
    Vec::new()
}
