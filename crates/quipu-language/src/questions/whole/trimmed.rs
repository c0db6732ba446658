//! The places that a form of a question captured, without what only leads to them.

use super::nouns::is_of_documents;
use super::piece_text::{bare, text};
use crate::clauses::clause_pieces::{ClausePiece, PieceSort};

/// Words that open a request and ask for nothing.
const OPENING: &str = " please can could would you will kindly пожалуйста можешь можете ";
/// Words that only say what kind of text a phrase is.
const LABELS: &str = " word words phrase term name expression слово слова фраза фразу термин имя название выражение ";
/// Words at the end of a place that say nothing.
const ENDING: &str = " all anywhere somewhere total altogether overall here there exist exists mentioned named described known used вообще здесь всего бывают существуют упоминаются есть ";
/// Words after which a kind is restricted.
const RESTRICTING: &str = " of in for among across with at on from by into inside within under during about и в во у для среди при из с со на по от под о об is are do does can have has that which who where used как котор ";
/// Words that begin what is no name of a thing.
const NO_THING: &str = " this these those that it its them him her his their all everything everyone what how why who whom whose which when where if and or each every both difference differences это этот эта эти этом этого этой все всё весь всех них нем ней его ее их что как почему кто когда где чем разница разнице ";

/// A question without the words that only open it.
pub(super) fn opened(read: &[ClausePiece]) -> &[ClausePiece] {
    let opens = |piece: &&ClausePiece| OPENING.contains(&format!(" {} ", piece.low)) || piece.is_sign(',');
    &read[read.iter().take_while(opens).count()..]
}

/// A mentioned word or phrase, and whether it stands in quotation marks.
pub(super) fn phrase(question: &str, pieces: &[ClausePiece]) -> Option<(String, bool)> {
    let labelled = |piece: &&ClausePiece| LABELS.contains(&format!(" {} ", piece.low));
    let mut own = bare(asked_once(bare(pieces)));
    // "The word" alone is what is sought.
    let labels = own.iter().take_while(labelled).count();
    own = &own[if labels < own.len() { labels } else { 0 }..];
    // "Both x and y": the two.
    if let [first, rest @ ..] = own
        && matches!(first.low.as_str(), "both" | "и")
        && rest.iter().any(|piece| matches!(piece.low.as_str(), "and" | "и"))
    {
        own = rest;
    }
    if let [only] = own
        && only.sort == PieceSort::Quoted
    {
        return Some((only.text.clone(), true));
    }
    let tail = own.len().checked_sub(2).map(|at| [own[at].low.as_str(), own[at + 1].low.as_str()]);
    own = match tail {
        Some(["in", "them" | "total" | "all"] | ["at", "all"]) if own.len() > 2 => &own[..own.len() - 2],
        _ => own,
    };
    let end = |piece: &ClausePiece| ENDING.contains(&format!(" {} ", piece.low)) && piece.is_word();
    while own.len() > 1 && own.last().is_some_and(end) {
        own = &own[..own.len() - 1];
    }
    let has_letter = own.iter().any(|piece| !matches!(piece.sort, PieceSort::Sign(_)));
    // A clause is no phrase that documents hold.
    let asks = own.iter().any(|piece| matches!(piece.low.as_str(), "what" | "who" | "why" | "how" | "что" | "кто"));
    let quoted = text(question, own)?;
    (has_letter && !asks && own.len() <= 8).then_some((quoted, false))
}

/// The pieces before a second question: "X and which ones", "X, and how many".
fn asked_once(pieces: &[ClausePiece]) -> &[ClausePiece] {
    const ASKS: &str = " which what how where who whose какие какой каких сколько где кто ";
    let asks = |piece: &ClausePiece| ASKS.contains(&format!(" {} ", piece.low)) && piece.is_word();
    let joins = |piece: &ClausePiece| matches!(piece.low.as_str(), "and" | "и" | ",") || piece.is_sign(',');
    let second = (1..pieces.len()).find(|at| {
        let rest = &pieces[*at..];
        joins(&rest[0]) && rest.iter().find(|piece| !joins(piece)).is_some_and(asks)
    });
    &pieces[..second.unwrap_or(pieces.len())]
}

/// A kind, and what restricts it.
pub(super) struct Restricted<'p> {
    pub(super) kind: &'p [ClausePiece],
    pub(super) about: Option<String>,
}

/// The kind before its restriction. "Kinds of", "types of" lead to the kind; documents in general restrict nothing.
pub(super) fn parted<'p>(question: &str, pieces: &'p [ClausePiece]) -> Option<Restricted<'p>> {
    let leads = match pieces {
        [first, second, rest @ ..] if !rest.is_empty() => {
            let of = second.low == "of";
            let kinds = "kinds kind types type sorts sort forms varieties categories";
            kinds.split(' ').any(|known| known == first.low) && of
        }
        _ => false,
    };
    let russian = pieces.len() > 1 && matches!(pieces[0].low.as_str(), "виды" | "типы" | "разновидности" | "категории");
    let pieces = if leads { bare(&pieces[2..]) } else { &pieces[usize::from(russian)..] };
    let restricts = |piece: &ClausePiece| RESTRICTING.contains(&format!(" {} ", piece.low)) && !piece.is_name();
    let end = pieces.iter().position(restricts).unwrap_or(pieces.len());
    let mut kind = &pieces[..end];
    while kind.len() > 1 && kind.last().is_some_and(|last| ENDING.contains(&format!(" {} ", last.low))) {
        kind = &kind[..kind.len() - 1];
    }
    let mut rest = pieces[end..].iter().position(|piece| !restricts(piece)).map_or(&[][..], |at| &pieces[end + at..]);
    rest = bare(rest);
    // "Are there", "do the documents name": a verb, and no restriction.
    let told = |piece: &ClausePiece| ENDING.contains(&format!(" {} ", piece.low)) || is_of_documents(&piece.low);
    let general =
        rest.iter().any(|piece| is_of_documents(&piece.low)) || rest.iter().all(told) || rest.iter().all(idle);
    let about = if general { None } else { text(question, rest) };
    (!kind.is_empty() && kind.len() <= 4).then_some(Restricted { kind, about })
}

/// True if a text names many things of a sort: they are what is counted over, and restrict nothing.
pub(super) fn is_of_many(text: &str) -> bool {
    const MANY: &str = " many most all several various different both разных многих всех большинстве нескольких ";
    text.split_whitespace().next().is_some_and(|first| MANY.contains(&format!(" {} ", first.to_lowercase())))
}

/// True for a word that restricts nothing.
fn idle(piece: &ClausePiece) -> bool {
    matches!(
        piece.low.as_str(),
        "this" | "these" | "them" | "it" | "corpus" | "collection" | "нем" | "них" | "этом" | "корпусе"
    )
}

/// The name of a thing; none for a clause, for documents in general, and for what only other texts tell.
pub(super) fn thing(question: &str, pieces: &[ClausePiece]) -> Option<String> {
    let own = bare(pieces);
    let own = match own {
        [first, rest @ ..] if first.low == "about" && !rest.is_empty() => bare(rest),
        own => own,
    };
    // "What they say about X" is X.
    let told = own.iter().take(6).position(|piece| piece.low == "about");
    let own = match own {
        [first, ..] if first.low == "what" => told.map_or(own, |at| bare(&own[at + 1..])),
        own => own,
    };
    let first = own.first()?;
    let no_thing = NO_THING.contains(&format!(" {} ", first.low)) && !first.is_name();
    let clause = own
        .iter()
        .any(|piece| piece.is_word() && matches!(piece.low.as_str(), "between" | "about" | "что" | "how" | "why"));
    let general = own.len() == 1 && is_of_documents(&first.low);
    let is_sign = |piece: &ClausePiece| matches!(piece.sort, PieceSort::Sign(sign) if matches!(sign, ';' | '?'));
    if no_thing || clause || general || own.len() > 8 || own.iter().any(is_sign) {
        return None;
    }
    match own {
        [only] if only.sort == PieceSort::Quoted => Some(only.text.clone()),
        own => text(question, own),
    }
}
