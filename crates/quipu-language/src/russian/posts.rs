//! Relations of people by nouns behind a verb: "Иван Петров был назначен директором завода «Мост»", "главой совета
//! стал Иван Петров", "занял пост главы банка". The noun stands in the instrumental, or in the genitive behind a post.

use super::WEIGHT;
use super::appositions::NounTie;
use super::given::{GEN, INS, NOM};
use super::line::{LinePiece, LinePieceSort};
use super::noun_phrases::{NamedNoun, phrase_after, phrase_before};

/// Verbs and participles that link a subject to a noun in the instrumental.
const LINKS: &str = "был была стал стала является являлся являлась становится остается оставался работает работал \
    работала служит служил служила назначен назначена избран избрана переизбран переизбрана утвержден утверждена";
/// Verbs with a post as their object.
const TAKES: &str = "занимает занимал занимала занял заняла получил получила";
/// Posts, before which a verb or "на" stands and behind which the noun is in the genitive.
const POSTS: &str = "пост посту должность должности";
/// Words that may stand between a verb and its noun.
const BETWEEN: &str = "на также уже тогда сейчас снова и в году с года";
/// The most pieces between a subject and its verb.
const FARTHEST: usize = 10;
/// The most words between a verb and its noun.
const MOST_BETWEEN: usize = 4;

fn has(list: &str, word: &str) -> bool {
    !word.is_empty() && super::tie_words::has(list, word)
}

/// The relations of the people of a sentence by a verb and a noun.
pub(super) fn posts(pieces: &[LinePiece]) -> Vec<NounTie> {
    let verb =
        |piece: &LinePiece| piece.sort == LinePieceSort::Word && (has(LINKS, &piece.low) || has(TAKES, &piece.low));
    let verbs = (0..pieces.len()).filter(|at| verb(&pieces[*at]));
    verbs.filter_map(|verb| noun_behind(pieces, verb).or_else(|| noun_before(pieces, verb))).collect()
}

/// "Иван Петров стал директором завода «Мост»".
fn noun_behind(pieces: &[LinePiece], verb: usize) -> Option<NounTie> {
    let found = noun_of(pieces, verb)?;
    let before = (verb.saturating_sub(FARTHEST)..verb).rev();
    for at in before {
        match pieces[at].sort {
            LinePieceSort::Person(source, cases) if cases & NOM != 0 => return Some(tie(source, found)),
            LinePieceSort::Word if pieces[at].low != "не" => {}
            LinePieceSort::Comma if pieces.get(at + 1).is_some_and(|next| next.low.starts_with("котор")) => {}
            LinePieceSort::Open | LinePieceSort::Close => {}
            _ => return None,
        }
    }
    None
}

/// The noun behind a verb.
fn noun_of(pieces: &[LinePiece], verb: usize) -> Option<NamedNoun> {
    let takes = has(TAKES, &pieces[verb].low);
    let mut case = INS;
    for at in verb + 1..=verb + 1 + MOST_BETWEEN {
        let piece = pieces.get(at).filter(|piece| piece.sort == LinePieceSort::Word)?;
        if has(POSTS, &piece.low) {
            case = GEN;
        } else {
            let found = if case == GEN || !takes { phrase_after(pieces, at, case) } else { None };
            if let Some(found) = found.filter(|found| found.is_doer || found.is_hers) {
                return Some(found);
            }
            let number = piece.low.starts_with(|c: char| c.is_ascii_digit());
            if case == GEN || !number && !has(BETWEEN, &piece.low) && !has(LINKS, &piece.low) {
                return None;
            }
        }
    }
    None
}

/// "Директором завода «Мост» стал Иван Петров".
fn noun_before(pieces: &[LinePiece], verb: usize) -> Option<NounTie> {
    if !has(LINKS, &pieces[verb].low) {
        return None;
    }
    let words = pieces[..verb].iter().rev().take(3).take_while(|piece| piece.sort == LinePieceSort::Word);
    if words.clone().any(|piece| piece.low == "не") {
        return None;
    }
    let found = phrase_before(pieces, verb - words.count(), INS)?;
    let mut after = pieces[verb + 1..].iter().take(MOST_BETWEEN);
    after
        .find_map(|piece| match piece.sort {
            LinePieceSort::Person(source, cases) if cases & NOM != 0 => Some(Some(source)),
            LinePieceSort::Word => None,
            _ => Some(None),
        })?
        .map(|source| tie(source, found))
}

fn tie(source: usize, found: NamedNoun) -> NounTie {
    let weight = if found.is_prepositional { WEIGHT - 0.5 } else { WEIGHT };
    NounTie { source, predicate: found.predicate, target: found.target, weight, is_presupposed: false }
}
