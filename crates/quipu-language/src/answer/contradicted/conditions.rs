//! Conditions of a sentence, and sentences that leave their truth open.

use super::focus::{QuestionFocus, content};
use crate::clauses::clause_pieces::{ClausePiece, PieceSort};
use crate::clauses::conflict::leaves_open;
use crate::english::asked as english;
use crate::halves::{Halves, either};
use crate::russian::asked as russian;

/// Words that begin a condition.
const CONDITION: Halves = [
    "if unless provided providing except excepting whenever assuming when where depending depends",
    "если когда кроме иначе зависит",
];
/// Words that tell of another time than now.
const FORMERLY: Halves = [
    "formerly previously originally former initially earlier longer until",
    "раньше ранее прежде бывший бывшая изначально первоначально",
];
/// Words that deny: what is not set has its default.
const DENY: Halves = ["not nothing none", "не ничего"];
/// The furthest that a condition reaches.
const CONDITION_REACH: usize = 12;

/// True if a sentence leaves its truth open, asks, quotes another, or tells of another time.
pub(super) fn is_open(pieces: &[ClausePiece]) -> bool {
    let quoted = |piece: &ClausePiece| piece.sort == PieceSort::Quoted && piece.text.split_whitespace().count() > 3;
    let former = pieces.iter().any(|piece| either(FORMERLY, &piece.low));
    let asks = pieces.last().is_some_and(|last| last.is_sign('?'));
    former || asks || pieces.iter().any(quoted) || leaves_open(pieces)
}

/// True if a sentence states a condition that the question does not.
pub(super) fn is_conditional(focus: &QuestionFocus, pieces: &[ClausePiece], low: &str) -> bool {
    let states = |at: usize| {
        let behind: Vec<ClausePiece> = pieces[at + 1..]
            .iter()
            .take(CONDITION_REACH)
            .take_while(|piece| !matches!(piece.sort, PieceSort::Sign(',' | ';' | ':' | ')')))
            .cloned()
            .collect();
        let said = content(&behind);
        let known = said.iter().filter(|key| focus.says(key)).count();
        let denied = behind.iter().any(|piece| either(DENY, &piece.low) || piece.low.ends_with("n't"));
        let otherwise = behind.iter().any(|piece| matches!(piece.low.as_str(), "otherwise" | "explicitly"));
        let unset = english::DEFAULT.split('|').chain(russian::DEFAULT.split('|'));
        let is_default = focus.by_default
            && (otherwise || denied || unset.into_iter().any(|phrase| low.contains(&format!(" {phrase} "))));
        let measured = behind.iter().any(|piece| piece.number().is_some());
        !is_default && (known < said.len() || said.is_empty() || measured)
    };
    let begins = |at: usize| {
        let word = pieces[at].low.as_str();
        // "Only when" says what is needed, and "the place where" no condition.
        let aside = at > 0 && (pieces[at - 1].low == "only" || word == "where" && !pieces[at - 1].is_sign(','));
        either(CONDITION, word) && !aside && states(at)
    };
    (0..pieces.len()).any(begins)
}
